import type { TargetedMouseEvent } from "preact";
import type { MoveEntry, Review, ReviewNote, SeatView } from "../wire.generated";
import { local, t } from "../i18n/language";

/** The data of a review, and what clicks on it do. */
export interface ReviewScene {
  review: Review;
  moves: readonly MoveEntry[];
  seats: readonly SeatView[];
  /** The number of moves at the position shown; null if no position is selected. */
  at: number | null;
  /** Goes to the position after a number of moves. */
  go(at: number): void;
  /** A link that opens a position elsewhere, if there is such a place. */
  link?(at: number): string;
}

/** The style for a mark such as `?!`. */
export function verdictOf(mark: string): "blunder" | "mistake" | "slip" | "good" {
  if (mark.startsWith("!")) return "good";
  if (mark === "?") return "mistake";
  return mark === "?!" ? "slip" : "blunder";
}

/** The mark beside a move; none if the review has none for it. */
export function VerdictMark({ review, index }: { review: Review | null; index: number }) {
  const note = review?.notes.find((note) => note.move === index + 1);
  if (!note) return null;
  return (
    <b class={`verdict ${verdictOf(note.mark)}`} title={local(note.text)}>
      {note.mark}
    </b>
  );
}

/** Points of the curve in a box of 100 by 100. It ends at the last share known so far. */
export function curvePoints(shares: readonly number[], moves: number): [number, number][] {
  const steps = Math.max(1, moves);
  return shares.map((share, at) => [(100 * at) / steps, 100 - share / 10]);
}

/** The curve itself: the area of each side, and the line between them. */
function Curve({ review, moves, seats }: ReviewScene) {
  const points = curvePoints(review.shares, moves.length);
  const path = points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
  const end = (points.at(-1)?.[0] ?? 0).toFixed(2);
  const colour = (seat: number) => seats[seat]?.colour ?? "#6d5c4b";
  const other = seats.findIndex((_, seat) => seat !== review.seat);
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polygon points={`0,0 ${path} ${end},0`} fill={colour(other)} opacity="0.26" />
      <polygon points={`0,100 ${path} ${end},100`} fill={colour(review.seat)} opacity="0.3" />
      <line class="middle" x1="0" y1="50" x2="100" y2="50" />
      <polyline class="line" points={path} />
    </svg>
  );
}

/** A button on the curve, at the move of a note. */
function Dot({ note, scene: { review, moves, go } }: { note: ReviewNote; scene: ReviewScene }) {
  const share = review.shares[note.move];
  const move = moves[note.move - 1];
  if (share === undefined || !move) return null;
  const [x, y] = [(100 * note.move) / Math.max(1, moves.length), 100 - share / 10];
  const label = `${local(move.text)} ${note.mark}`;
  return (
    <button
      type="button"
      class={`dot ${verdictOf(note.mark)}`}
      style={`left:${x.toFixed(2)}%;top:${y.toFixed(2)}%`}
      data-review={note.move}
      aria-label={label}
      title={label}
      onClick={() => go(note.move)}
    />
  );
}

/** The curve of a review, with the note on the selected move. */
export function ReviewCurve(scene: ReviewScene) {
  const { review, moves, at, go, link } = scene;
  const steps = Math.max(1, moves.length);
  const pick = ({ target, currentTarget, clientX }: TargetedMouseEvent<HTMLElement>) => {
    if (target instanceof HTMLButtonElement) return;
    const box = currentTarget.getBoundingClientRect();
    const part = (clientX - box.left) / Math.max(1, box.width);
    go(Math.min(moves.length, Math.max(0, Math.round(part * steps))));
  };
  return (
    <div class="review" data-known={review.shares.length}>
      <div class="curve" role="img" aria-label={t("curve")} onClick={pick}>
        <Curve {...scene} />
        {at !== null && <i class="here" style={`left:${((100 * at) / steps).toFixed(2)}%`} />}
        {review.notes.map((note) => (
          <Dot key={note.move} note={note} scene={scene} />
        ))}
      </div>
      <p class="review-text">
        {reviewText(scene)}
        {link && at !== null && (
          <a href={link(at)} data-do="review-link">
            {t("review_open")}
          </a>
        )}
      </p>
    </div>
  );
}

/** What the review says of the selected move, or of the whole game. */
function reviewText({ review, moves, at }: ReviewScene): string {
  if (review.shares.length <= moves.length) {
    return t("review_looking", { known: review.shares.length, all: moves.length + 1 });
  }
  const chosen = at === null ? undefined : review.notes.find((note) => note.move === at);
  if (chosen) {
    const move = moves[chosen.move - 1];
    return `${local(move?.text ?? { zh: "", en: "" })} ${chosen.mark} ${local(chosen.text)}`;
  }
  const slips = review.notes.filter((note) => verdictOf(note.mark) !== "good").length;
  return slips > 0 ? t("review_pick") : t("review_clean");
}
