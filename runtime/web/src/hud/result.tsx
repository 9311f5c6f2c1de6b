import type { Button, GameResult, SeatView } from "../wire.generated";
import { local, t } from "../i18n/language";
import type { ResultBanner, ResultPart } from "../plugins/scene";
import { Marked } from "../util/markup";
import { press } from "./actions";
import { shareReplay } from "./share";
import { replayLink, seatGlyph, useHud, type HudHost } from "./context";

/** The banner where no scene module says anything else. */
const USUAL: ResultBanner = { hidden: [], texts: {}, columns: [] };

/**
 * The result of the game, until it is dismissed: beside a board, so that it hides no piece, and over
 * everything else.
 */
export function Result() {
  const hud = useHud();
  const { model } = hud;
  const result = hud.screen.result.shown;
  if (!result) return <section class="result" hidden />;
  const banner = hud.screen.scene.value.result?.value ?? USUAL;
  const winner = result.winner === null ? null : (model.seats[result.winner] ?? null);
  return (
    <section class="result" aria-label={t("game_over")}>
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
    </section>
  );
}

const shows = ({ hidden }: ResultBanner, part: ResultPart): boolean => !hidden.includes(part);

/** The sign of who won. */
function sealOf({ winner }: GameResult, seat: SeatView | null, { model }: HudHost): string {
  const plate = winner === null ? undefined : model.hud.plates[winner];
  return plate?.glyph || (seat ? seatGlyph(seat.name) : "和");
}

function titleOf(winner: SeatView | null, { model, screen }: HudHost): string {
  // Where seats have plates, several seats may win together; the text names them.
  if (model.hud.plates.length > 0) return t("game_over");
  if (!winner) return screen.playsCards ? t("drawn_cards") : t("draw");
  if (model.seat === null) return t("wins", { seat: local(winner.name) });
  if (model.seats[model.seat] === winner) return t("you_won");
  // Of several seats that win together one is named, so that another one may have won, too.
  return model.seats.length > 2 ? t("wins", { seat: local(winner.name) }) : t("you_lost");
}

/** What the viewer can do next. */
function Ways({ banner }: { banner: ResultBanner }) {
  const hud = useHud();
  const { buttons } = hud.model.hud;
  const buttonOf = (id: string) => buttons.find((button) => button.id === id && button.enabled);
  const [again, rematch, look] = [buttonOf("new"), buttonOf("rematch"), buttonOf("review")];
  const dismiss = () => hud.screen.result.dismiss();
  const chosen = (button: Button) => () => {
    dismiss();
    press({ ...button, confirm: null }, hud);
  };
  return (
    <>
      <div class="row">
        {again && shows(banner, "again") && (
          <button type="button" class="primary" onClick={chosen(again)}>
            <Marked text={banner.texts.again ?? t("new_game")} />
          </button>
        )}
        {rematch && (
          <button type="button" class="quiet" data-do="rematch" onClick={chosen(rematch)}>
            {local(rematch.label)}
          </button>
        )}
        {look && (
          <button type="button" class="quiet" data-do="review" onClick={chosen(look)}>
            {local(look.label)}
          </button>
        )}
      </div>
      <div class="row">
        {shows(banner, "replay") && (
          <a class="link" data-do="replay" href={replayLink(hud)}>
            <Marked text={banner.texts.replay ?? t("replay")} />
          </a>
        )}
        <button type="button" class="link" data-do="share" onClick={() => void shareReplay(hud)}>
          {t("share_game")}
        </button>
        <button type="button" class="link" data-do="dismiss" onClick={dismiss}>
          {hud.screen.playsCards ? t("look_on") : t("close")}
        </button>
      </div>
    </>
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
