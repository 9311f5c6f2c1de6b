import type { LocalText } from "../wire.generated";
import { local, t } from "../i18n/language";
import type { RoomModel } from "../state/room";

interface Props {
  tags: readonly LocalText[];
  /** What the viewer alone reads; empty for nothing. */
  secret?: string;
}

/** The short marks of a seat, and what its own player alone reads; nothing if there is neither. */
export function SeatTags({ tags, secret = "" }: Props) {
  if (tags.length === 0 && secret === "") return null;
  return (
    <span class="tags">
      {tags.map((tag, index) => (
        <span key={index} class="tag">
          {local(tag)}
        </span>
      ))}
      {secret !== "" && (
        <span class="tag secret" title={t("only_you_read")}>
          {secret}
        </span>
      )}
    </span>
  );
}

/**
 * What the viewer alone reads beside a seat: of the own seat, and of the present. Empty for nothing.
 */
export function secretOf({ seat, hud, past }: RoomModel, index: number): string {
  return seat === index && hud.secret && past === null ? local(hud.secret) : "";
}
