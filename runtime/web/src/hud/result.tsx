import type { GameResult, SeatView } from "../wire.generated";
import { local, t } from "../i18n/language";
import type { ResultBanner, ResultPart } from "../plugins/scene";
import { Marked } from "../util/markup";
import { press } from "./actions";
import { replayLink, seatGlyph, useHud, type HudHost } from "./context";

/** The banner where no scene module says anything else. */
const USUAL: ResultBanner = { hidden: [], texts: {}, columns: [] };

/** The result of the game, until it is dismissed. */
export function Result() {
  const hud = useHud();
  const { model } = hud;
  const result = hud.screen.result.shown;
  if (!result) return <div class="result" role="dialog" hidden />;
  const banner = hud.screen.scene.value.result?.value ?? USUAL;
  const winner = result.winner === null ? null : (model.seats[result.winner] ?? null);
  return (
    <div class="result" role="dialog">
      {shows(banner, "seal") && (
        <span class="seal" style={`--seat:${winner?.colour ?? "#6d5c4b"}`}>
          {sealOf(result, winner, hud)}
        </span>
      )}
      {shows(banner, "title") && (
        <h2>
          <Marked text={banner.texts.title ?? titleOf(winner, hud)} />
        </h2>
      )}
      <p>{local(result.text)}</p>
      <Columns columns={banner.columns} />
      <Ways banner={banner} />
    </div>
  );
}

const shows = ({ hidden }: ResultBanner, part: ResultPart): boolean => !hidden.includes(part);

/** The sign of who won. */
function sealOf({ winner }: GameResult, seat: SeatView | null, { model }: HudHost): string {
  const plate = winner === null ? undefined : model.hud.plates[winner];
  return plate?.glyph || (seat ? seatGlyph(seat.name) : "和");
}

function titleOf(winner: SeatView | null, { model }: HudHost): string {
  // Where seats have plates, several seats may win together; the text names them.
  if (model.hud.plates.length > 0) return t("game_over");
  return winner ? t("wins", { seat: local(winner.name) }) : t("draw");
}

/** What the viewer can do next. */
function Ways({ banner }: { banner: ResultBanner }) {
  const hud = useHud();
  const { buttons } = hud.model.hud;
  const again = buttons.find(({ id, enabled }) => id === "new" && enabled);
  const look = buttons.find(({ id, enabled }) => id === "review" && enabled);
  const dismiss = () => hud.screen.result.dismiss();
  const renew = () => {
    dismiss();
    if (again) press({ ...again, confirm: null }, hud);
  };
  const review = () => {
    dismiss();
    if (look) press(look, hud);
  };
  return (
    <div class="row">
      {shows(banner, "replay") && (
        <a class="quiet" data-do="replay" href={replayLink(hud)}>
          <Marked text={banner.texts.replay ?? t("replay")} />
        </a>
      )}
      {again && shows(banner, "again") && (
        <button type="button" class="primary" onClick={renew}>
          <Marked text={banner.texts.again ?? t("new_game")} />
        </button>
      )}
      {look && (
        <button type="button" class="quiet" data-do="review" onClick={review}>
          {local(look.label)}
        </button>
      )}
      <button type="button" class="quiet" onClick={dismiss}>
        {t("look_on")}
      </button>
    </div>
  );
}

/** Columns of texts below the result, if there are any. */
function Columns({ columns }: Pick<ResultBanner, "columns">) {
  if (columns.length === 0) return null;
  return (
    <div class="sides">
      {columns.map(({ title, text, note }, index) => (
        <div key={index}>
          {title !== "" && (
            <b>
              <Marked text={title} />
            </b>
          )}
          {text !== "" && (
            <span>
              <Marked text={text} />
            </span>
          )}
          {note !== "" && (
            <small>
              <Marked text={note} />
            </small>
          )}
        </div>
      ))}
    </div>
  );
}
