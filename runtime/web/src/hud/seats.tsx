import { useComputed } from "@preact/signals";
import type { SeatView } from "../wire.generated";
import { local, t } from "../i18n/language";
import { clockDigits, countdown, readClock } from "../room/clock";
import type { RoomModel } from "../state/room";
import { passingTime } from "../state/time";
import { Icon } from "../util/icons";
import { recallName } from "../util/memory";
import { seatGlyph, useHud, type HudHost } from "./context";
import { HostLink } from "./host";
import { SeatTags, secretOf } from "./seat_tags";
import { SeatControls } from "./seat_controls";
import { SideChoice } from "./side_choice";

/** The seats: who sits where, and buttons to change it. */
export function Seats() {
  const { model } = useHud();
  return (
    <section class="seats" aria-label={t("seats")}>
      {model.seats.map((seat, index) => (
        <SeatCard key={index} seat={seat} index={index} />
      ))}
      <SideChoice />
      <People />
    </section>
  );
}

function SeatCard({ seat, index }: { seat: SeatView; index: number }) {
  const hud = useHud();
  const { turn, result, thinking } = hud.model.hud;
  const active = turn === index && !result;
  const mine = hud.model.seat === index;
  const won = result?.winner === index;
  const thinks = thinking === index;
  return (
    <div
      class={`seat${active ? " turn" : ""}${mine ? " mine" : ""}${won ? " won" : ""}`}
      data-seat={index}
      data-holder={seat.holder.by}
      style={`--seat:${seat.colour}`}
    >
      <span class="token">{seatGlyph(seat.name)}</span>
      <div class="seat-text">
        <div class="seat-name">
          {local(seat.name)}
          {active && !thinks && (
            <span class="turn-note">{mine ? t("your_turn") : t("to_move")}</span>
          )}
          <Clock seat={seat} index={index} />
        </div>
        <div class="who">
          <span class="name">{holderName(seat, hud)}</span>
          <CareBadge seat={seat} />
          {thinks && <Thinking />}
          <Tally index={index} />
        </div>
        <Tags index={index} />
      </div>
      <div class="seat-do">
        <SeatControls seat={seat} index={index} />
      </div>
    </div>
  );
}

/** What the seat has, such as its points. At a card table its sign says it. */
function Tally({ index }: { index: number }) {
  const { model, screen } = useHud();
  const tally = model.tallies[index];
  const text = tally && !screen.playsCards ? local(tally) : "";
  return text === "" ? null : <b class="tally">{text}</b>;
}

/** What marks the seat, and what its player alone reads. At a card table its sign says both. */
function Tags({ index }: { index: number }) {
  const { model, screen } = useHud();
  if (screen.playsCards) return null;
  return <SeatTags tags={model.tagsOf(index)} secret={secretOf(model, index)} />;
}

const Thinking = () => (
  <span class="dots" role="img" aria-label={t("thinking")}>
    <i />
    <i />
    <i />
  </span>
);

function holderName({ holder }: SeatView, { model }: HudHost): string {
  if (holder.by === "open") return t("open_seat");
  if (holder.by === "computer") return t("computer_level", { level: holder.level });
  const note = holder.player === model.you ? ` · ${t("you")}` : "";
  return `${model.nameOf(holder.player) ?? t("somebody")}${note}`;
}

/** The game clock of a seat; none if it has none. */
function Clock({ seat, index }: { seat: SeatView; index: number }) {
  const { model } = useHud();
  const view = model.hud.clocks[index];
  if (!view) return null;
  const now = view.running ? passingTime() : performance.now();
  const face = readClock(view, model.tickAtTime(now));
  const whole = Math.ceil(face.seconds);
  const [minutes, seconds] = [Math.floor(whole / 60), whole % 60];
  const spoken = [t("clock_of", { seat: local(seat.name), minutes, seconds })];
  if (face.periods > 0) spoken.push(t("periods_left", { count: face.periods }));
  return (
    <span
      class={`clock${face.running ? " running" : ""}${face.low ? " low" : ""}`}
      role="timer"
      aria-label={spoken.join(", ")}
    >
      <b aria-hidden="true">{clockDigits(face.seconds)}</b>
      {face.periods > 0 && (
        <i aria-hidden="true">
          {face.overtime
            ? t("periods_short", { count: face.periods })
            : `${face.periods}×${face.period}″`}
        </i>
      )}
    </span>
  );
}

/** Who plays instead of the seat's player; none if the player does. */
function CareBadge({ seat }: { seat: SeatView }) {
  const { model } = useHud();
  if (seat.holder.by !== "player" || seat.care.by === "own") return null;
  return (
    <span class="care" data-care={seat.care.by}>
      <CareText care={seat.care} model={model} />
    </span>
  );
}

interface CareProps {
  care: SeatView["care"];
  model: RoomModel;
}

function CareText({ care, model }: CareProps) {
  if (care.by === "held") return <Countdown until={care.until} model={model} />;
  if (care.by === "away") return <>{t("away")}</>;
  if (care.by !== "stand_in") return null;
  return <>{care.wished ? t("stand_in_wished") : t("stand_in_away")}</>;
}

/** Until when a seat is held for its player. */
function Countdown({ until, model }: { until: number; model: RoomModel }) {
  const left = () => countdown(model.secondsTo(until, passingTime()));
  return <>{t("away_until", { left: left() })}</>;
}

/** The number of spectators, and the viewer's own name. */
function People() {
  const { model, replay, screen, reconnect } = useHud();
  const name = (model.you !== null && model.nameOf(model.you)) || recallName() || "";
  const rename = () => screen.openDialog({ kind: "rename", name, then: reconnect });
  return (
    <div class="people">
      {!replay && name && (
        <button
          class="link"
          type="button"
          title={t("rename")}
          aria-label={`${t("you_are", { name })} · ${t("rename")}`}
          onClick={rename}
        >
          {t("you_are", { name })}
          <Icon name="edit" />
        </button>
      )}
      <HostLink />
      <Watchers />
    </div>
  );
}

/** How many people watch; nothing if nobody does. */
function Watchers() {
  const { model } = useHud();
  const count = useComputed(() => watchersOf(model)).value;
  // Without seats there are no spectators.
  if (count === 0 || model.seats.length === 0) return null;
  return (
    <span class="watchers">
      <Icon name="eye" />
      {t("watchers", { count })}
    </span>
  );
}

function watchersOf({ seats, players }: RoomModel): number {
  const seated = new Set(
    seats.map(({ holder }) => (holder.by === "player" ? holder.player : null)),
  );
  return players.filter(({ id, present }) => present && !seated.has(id)).length;
}
