import { useLayoutEffect, useRef } from "preact/hooks";
import type { CardPlay } from "../cards/play";
import type { Point, TablePoints } from "../cards/table";
import type { Plate, SeatView } from "../wire.generated";
import { local, t } from "../i18n/language";
import type { RoomModel } from "../state/room";
import type { TableSigns } from "../state/screen";
import { passingTime } from "../state/time";
import { Answers, isSheet } from "./answers";
import { seatGlyph, useHud } from "./context";
import { artOf } from "../plugins/card_art";
import { Picture } from "./picture";
import { keepSignsClear } from "./keep_clear";
import { SeatArrows } from "./seat_arrows";
import { choiceOf, PlateBody, PlateSheet } from "./plates";
import { SeatTags, secretOf } from "./seat_tags";

/** Below this many seconds a countdown is highlighted. */
const LOW_SECONDS = 5.5;
/** Seats with this many cards or fewer are highlighted. */
const FEW_CARDS = 2;
const TICKS_PER_SECOND = 20;
/** With more seats than this, signs are smaller. */
const CROWD = 5;

const px = ({ x, y }: Point): string => `left:${x.toFixed(1)}px;top:${y.toFixed(1)}px`;

/** What the signs need of the board. */
interface TableView {
  tablePoints(): TablePoints | null;
  /** The data byte of a cell's block. For a pile it is the number of cards. */
  dataAt(pos: readonly [number, number, number]): number;
}

/** The signs of the board's card table; null if there is none. */
export function signsOf(view: TableView): TableSigns | null {
  const points = view.tablePoints();
  if (!points) return null;
  const piles = points.piles.map((pile) => ({ ...pile, count: view.dataAt(pile.pos) }));
  return { ...points, piles };
}

interface Props {
  /** Selects and plays cards; null where nothing can be done. */
  play: CardPlay | null;
}

/** The signs around a card table: name, number of cards and countdown of each seat. */
export function CardTableSigns({ play }: Props) {
  const { model, screen } = useHud();
  const points = screen.table.value;
  const table = useRef<HTMLDivElement>(null);
  const shown = points !== null;
  useLayoutEffect(() => {
    if (shown && table.current) return keepSignsClear(table.current);
    return undefined;
  }, [shown]);
  if (!points) return <div class="card-table" hidden />;
  const { request } = model;
  const pages = request !== null && isSheet(request) ? "" : undefined;
  return (
    <div
      ref={table}
      class="card-table"
      data-pages={pages}
      style={`--hand:${points.hand.y.toFixed(1)}px`}
    >
      <Signs points={points} />
      <SeatArrows />
      <div class="card-actions" style={px(points.hand)} data-pages={pages}>
        {play && <Answers play={play} />}
      </div>
      <PlateSheet />
    </div>
  );
}

function Signs({ points }: { points: TableSigns }) {
  const { seats } = useHud().model;
  const signs = [...points.signs].flatMap(([seat, at]) => {
    const view = seats[seat];
    return view ? [<SeatSign key={`seat ${seat}`} seat={seat} view={view} at={at} />] : [];
  });
  return (
    <div
      class="signs"
      data-crowd={signs.length > CROWD ? "" : undefined}
      data-offers={points.offers ? "" : undefined}
    >
      {signs}
      {points.piles.map(
        (pile) =>
          pile.count > 0 && (
            <span key={`pile ${pile.pos.join()}`} class="pile-count" style={px(pile)}>
              {pile.count}
            </span>
          ),
      )}
    </div>
  );
}

/** The letter in a plate's ring: of its side, or of its name while it has no side. */
function letter({ glyph, title, life_max }: Plate, view: SeatView): string {
  if (glyph !== "") return glyph;
  return life_max > 0 ? ([...title.zh][0] ?? "") : seatGlyph(view.name);
}

interface SignProps {
  seat: number;
  view: SeatView;
  at: Point & { held: number; side: -1 | 0 | 1 };
}

function SeatSign({ seat, view, at }: SignProps) {
  const { model, screen, send } = useHud();
  const { hud, request } = model;
  const plate = hud.plates[seat];
  const plays = plate && local(plate.title) !== "" ? plate : null;
  const choice = choiceOf(request, seat);
  const countdown = countdownOf(model, seat);
  const states = [
    plays && "plate",
    hud.turn === seat && !hud.result && "turn",
    model.seat === seat && "mine",
    plays?.acts && "acts",
    plays?.out && "out",
    plays?.turned && "turned",
    choice >= 0 && "pickable",
    request?.panel?.seats.includes(seat) && "picked",
  ].filter(Boolean);
  const side = at.side < 0 ? " left" : at.side > 0 ? " right" : "";
  const pick = () => {
    if (choice >= 0 && request) send({ t: "choose", request: request.id, choice });
    else screen.togglePlate(seat);
  };
  // A plate can be picked, or describes its seat; other signs only tell.
  const Tag = plays ? "button" : "div";
  const badge = hud.badges[seat];
  const portrait = artOf(model.map?.id)?.portrait?.({
    title: plays?.title.zh ?? "",
    badge: badge?.zh ?? "",
  });
  const few = at.held > 0 && at.held <= FEW_CARDS && hud.moves.length > 0;
  return (
    <Tag
      type={plays ? "button" : undefined}
      class={`sign${side} ${states.join(" ")}`}
      data-sign={seat}
      data-choice={choice >= 0 && request ? `${request.id}:${choice}` : undefined}
      data-asked={countdown ? "" : undefined}
      data-low={countdown && countdown.seconds < LOW_SECONDS ? "" : undefined}
      style={
        `left:${at.x.toFixed(1)}px;top:max(${at.y.toFixed(1)}px,var(--highest));--seat:${plays?.colour || view.colour}` +
        (countdown ? `;--part:${countdown.part}` : "")
      }
      onClick={plays ? pick : undefined}
    >
      <span class={portrait ? "ring drawn" : "ring"}>
        {portrait && <Picture drawing={portrait} />}
        <Arc />
        <b>{countdown && Math.ceil(countdown.seconds)}</b>
        <i>{plays ? letter(plays, view) : seatGlyph(view.name)}</i>
      </span>
      <SignText seat={seat} view={view} plate={plays} />
      <span class={`held${few ? " few" : ""}`} aria-label={t("cards_held", { count: at.held })}>
        {at.held}
      </span>
    </Tag>
  );
}

interface TextProps {
  seat: number;
  view: SeatView;
  plate: Plate | null;
}

/** The words of a sign: who sits there, or what the plate says. */
function SignText({ seat, view, plate }: TextProps) {
  const { model } = useHud();
  const { holder } = view;
  const name =
    holder.by === "player"
      ? (model.nameOf(holder.player) ?? t("somebody"))
      : t(holder.by === "open" ? "open_seat" : "computer");
  const badge = model.hud.badges[seat];
  const badgeText = badge ? local(badge) : "";
  const own = secretOf(model, seat);
  return (
    <span class="sign-text">
      <span class="sign-name">{plate ? local(plate.title) : name}</span>
      {plate && holder.by === "player" && <span class="sign-who">{name}</span>}
      {badgeText !== "" && <span class="sign-badge">{badgeText}</span>}
      <SeatTags tags={model.tagsOf(seat)} secret={plate ? "" : own} />
      {/* A secret that is public by now is not shown twice. */}
      {plate && <PlateBody plate={plate} secret={own === badgeText ? "" : own} />}
    </span>
  );
}

/** The countdown ring. Its path has length 1; the style sheet draws a part of it. */
const Arc = () => (
  <svg class="arc" viewBox="0 0 40 40">
    <circle cx="20" cy="20" r="17" pathLength="1" />
  </svg>
);

/** How long a seat has left to answer, and which part of its time; null if it is not asked. */
function countdownOf(model: RoomModel, seat: number): { seconds: number; part: number } | null {
  const asked = model.hud.asked.find((one) => one.seat === seat);
  if (!asked) return null;
  const seconds = Math.max(0, asked.until - model.tickAtTime(passingTime())) / TICKS_PER_SECOND;
  const all = Math.max(1, asked.until - asked.since) / TICKS_PER_SECOND;
  return { seconds, part: Math.min(1, seconds / all) };
}
