import type { TargetedEvent } from "preact";
import type { SeatView } from "../wire.generated";
import { local, t } from "../i18n/language";
import { useHud } from "./context";
import { UnseatButton } from "./host";

/** The value of the level list that opens the seat for people. */
const OPEN = "open";

interface Props {
  seat: SeatView;
  index: number;
}

/** What the viewer can do with a seat. */
export function SeatControls({ seat, index }: Props) {
  const { model, replay } = useHud();
  const { holder } = seat;
  if (replay) return null;
  if (holder.by === "player") {
    if (holder.player !== model.you) return <UnseatButton seat={seat} index={index} />;
    return <OwnControls seat={seat} />;
  }
  return (
    <>
      {holder.by === "open" && model.seat === null && <SitButton index={index} />}
      <Levels seat={seat} index={index} />
    </>
  );
}

/** The buttons of the viewer's own seat. */
function OwnControls({ seat }: { seat: SeatView }) {
  const { send } = useHud();
  const handed = seat.care.by === "stand_in";
  return (
    <>
      {seat.can_hand_over && (
        <button
          class={handed ? "primary small" : "quiet small"}
          type="button"
          title={handed ? t("take_seat_back_title") : t("hand_over_title")}
          data-do={handed ? "take_seat_back" : "hand_over"}
          onClick={() => send({ t: "stand_in", on: !handed })}
        >
          {handed ? t("take_seat_back") : t("hand_over")}
        </button>
      )}
      <button class="quiet small" type="button" onClick={() => send({ t: "stand" })}>
        {t("stand")}
      </button>
    </>
  );
}

function SitButton({ index }: { index: number }) {
  const { send } = useHud();
  return (
    <button
      class="primary small"
      type="button"
      data-do="sit"
      onClick={() => send({ t: "sit", seat: index })}
    >
      {t("sit")}
    </button>
  );
}

/** The list of computer levels; none if the map has no computer player. */
function Levels({ seat, index }: Props) {
  const { model, send } = useHud();
  const count = model.map?.computer_levels ?? 0;
  // Those who only watch may not say who plays.
  if (count === 0 || (model.seat === null && !model.host)) return null;
  const now = seat.holder.by === "computer" ? seat.holder.level : null;
  const shown = now === null ? "" : String(now);
  const choose = ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
    const level = currentTarget.value === OPEN ? null : Number(currentTarget.value);
    // The list shows the new value when the server confirms it.
    currentTarget.value = shown;
    send({ t: "set_computer", seat: index, level });
  };
  return (
    <select
      class="small"
      aria-label={t("level_of", { seat: local(seat.name) })}
      value={shown}
      onChange={choose}
    >
      {now === null && (
        <option value="" disabled>
          {t("let_computer")}
        </option>
      )}
      {Array.from({ length: count }, (_, i) => (
        <option key={i} value={String(i + 1)}>
          {t("computer_level", { level: i + 1 })}
        </option>
      ))}
      {now !== null && <option value={OPEN}>{t("open_it")}</option>}
    </select>
  );
}
