import type { Plate, RequestView } from "../wire.generated";
import { local, t } from "../i18n/language";
import { Emphasised } from "./answers";
import { artOf } from "../plugins/card_art";
import { useHud } from "./context";
import { Picture } from "./picture";

/** More lives than this are shown as a number. */
const PIPS_MAX = 8;

/** The lives left, as pips, or as a number where there are many. */
function Lives({ plate: { life, life_max, glyph } }: { plate: Plate }) {
  if (life_max <= 0) return null;
  const part = life / life_max;
  const level = life <= 1 ? "low" : part < 0.67 ? "half" : "full";
  const pips = Array.from({ length: life_max }, (_, i) => <i class={i < life ? "on" : ""} />);
  return (
    <span class="lives" data-level={level} aria-label={t("lives", { life, most: life_max })}>
      {/* Shown where a plate is too small for its ring. */}
      <span class="side">{glyph}</span>
      {life_max > PIPS_MAX ? `♥ ${life}/${life_max}` : pips}
      {life_max <= PIPS_MAX && life < 0 && `${life}`}
    </span>
  );
}

/** The content of a plate besides its name: lives, tags, equipment. */
export function PlateBody({ plate, secret }: { plate: Plate; secret: string }) {
  const phase = plate.acts ? 0 : -1;
  return (
    <>
      <Lives plate={plate} />
      {(plate.tags.length > 0 || secret !== "") && (
        <span class="tags">
          {secret !== "" && <span class="tag secret">{secret}</span>}
          {plate.tags.map((tag, i) => (
            <span class={i === phase ? "tag phase" : "tag"}>{local(tag)}</span>
          ))}
        </span>
      )}
      {plate.wears.length > 0 && (
        <span class="tags wears">
          {plate.wears.map((word) => (
            <span class="tag">{local(word)}</span>
          ))}
        </span>
      )}
    </>
  );
}

/** Index of the choice that a click on a seat's plate makes; -1 if there is none. */
export function choiceOf(request: RequestView | null, seat: number): number {
  return request?.panel?.looks.findIndex((look) => look.seat === seat) ?? -1;
}

/** A page over the table that describes a seat's plate, until it is clicked. */
export function PlateSheet() {
  const { model, screen } = useHud();
  const seat = screen.plateSeat.value;
  const plate = seat === null ? undefined : model.hud.plates[seat];
  const portrait = plate && artOf(model.map?.id)?.portrait?.({ title: plate.title.zh, badge: "" });
  return (
    <div class="plate-sheet" hidden={!plate} onClick={() => screen.togglePlate(null)}>
      {plate && (
        <div class="sheet-page">
          <h3>
            {portrait && <Picture drawing={portrait} />}
            {local(plate.title)}
          </h3>
          {plate.lines.map((line) => (
            <p>
              <Emphasised line={local(line)} />
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
