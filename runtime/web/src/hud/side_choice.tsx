import type { RoomModel } from "../state/room";
import { local, t, textLanguage } from "../i18n/language";
import { seatGlyph, useHud } from "./context";
import { stepsOf } from "./learn";

/**
 * The sides of a game of two against the computer, before the first move: one click takes one, or
 * either at random. The computer takes the other.
 */
export function SideChoice() {
  const { model, replay, send } = useHud();
  if (replay || !mayChoose(model)) return null;
  const sit = (seat: number) => {
    if (seat !== model.seat) send({ t: "sit", seat });
  };
  return (
    <div class="sides-choice" role="group" aria-label={t("your_side")}>
      <span>{t("your_side")}</span>
      {model.seats.map(({ name, colour }, seat) => (
        <button
          key={seat}
          type="button"
          class="quiet small"
          data-side={seat}
          aria-pressed={seat === model.seat ? "true" : "false"}
          style={`--seat:${colour}`}
          title={local(name)}
          aria-label={local(name)}
          onClick={() => sit(seat)}
        >
          <i class="spot" aria-hidden="true" />
          {textLanguage() === "zh" ? seatGlyph(name) : local(name)}
        </button>
      ))}
      <button
        type="button"
        class="quiet small"
        data-side="random"
        onClick={() => sit(Math.floor(Math.random() * model.seats.length))}
      >
        {t("random_side")}
      </button>
    </div>
  );
}

/** Whether a game may begin, in which nothing was played yet, between the viewer and a computer. */
function mayChoose({ seat, seats, moves, hud }: RoomModel): boolean {
  const other = seats.find((_, index) => index !== seat);
  return (
    seat !== null &&
    seats.length === 2 &&
    other?.holder.by === "computer" &&
    moves.length === 0 &&
    !hud.result &&
    !stepsOf(hud.insight.note)
  );
}
