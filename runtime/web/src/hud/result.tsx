import type { GameResult, SeatView } from "../wire.generated";
import { local, t } from "../i18n/language";
import { Marked } from "../util/markup";
import { press } from "./actions";
import { replayLink, seatGlyph, useHud, type HudHost } from "./context";
import { summaryOf, type Summary } from "./summary";

/** The result of the game, until it is dismissed. */
export function Result() {
  const hud = useHud();
  const { model } = hud;
  const result = hud.screen.result.shown;
  if (!result) return <div class="result" role="dialog" hidden />;
  const summary = summaryOf(model.summary);
  const winner = result.winner === null ? null : (model.seats[result.winner] ?? null);
  return (
    <div class="result" role="dialog">
      {summary.shows("result_bkg") && (
        <span class="seal" style={`--seat:${winner?.colour ?? "#6d5c4b"}`}>
          {sealOf(result, winner, hud)}
        </span>
      )}
      {summary.shows("result") && (
        <h2>
          <Marked text={summary.label("result", titleOf(winner, hud))} />
        </h2>
      )}
      <p>{local(result.text)}</p>
      <Sides summary={summary} />
      <Ways summary={summary} />
    </div>
  );
}

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
function Ways({ summary }: { summary: Summary }) {
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
      {summary.shows("battle_btn") && (
        <a class="quiet" data-do="replay" href={replayLink(hud)}>
          <Marked text={summary.label("battle_btn", t("replay"))} />
        </a>
      )}
      {again && summary.shows("reopen") && (
        <button type="button" class="primary" onClick={renew}>
          <Marked text={summary.label("reopen", t("new_game"))} />
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

/** Two columns with what the map says of the end; none if it says nothing. */
function Sides({ summary }: { summary: Summary }) {
  const names = ["left_title", "left_desc", "left_little_desc", "right_title", "right_little_desc"];
  if (names.every((name) => summary.label(name, "") === "")) return null;
  return (
    <div class="sides">
      <div>
        <SideText name="left_title" tag="b" summary={summary} />
        <SideText name="left_desc" tag="span" summary={summary} />
        <SideText name="left_little_desc" tag="small" summary={summary} />
      </div>
      <div>
        <SideText name="right_title" tag="b" summary={summary} />
        <SideText name="right_little_desc" tag="small" summary={summary} />
      </div>
    </div>
  );
}

interface SideTextProps {
  name: string;
  tag: "b" | "span" | "small";
  summary: Summary;
}

function SideText({ name, tag: Tag, summary }: SideTextProps) {
  const text = summary.label(name, "");
  return text === "" ? null : (
    <Tag class={name}>
      <Marked text={text} />
    </Tag>
  );
}
