import type { MoveEntry, Review, ReviewNote, SeatView } from "../wire.generated";
import { local, t } from "../i18n/language";
import { h } from "../util/dom";

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

/** The mark beside a move; null if the review has none for it. */
export function verdictMark(review: Review | null, index: number): HTMLElement | null {
  const note = review?.notes.find((note) => note.move === index + 1);
  if (!note) return null;
  const kind = verdictOf(note.mark);
  return h("b", { class: `verdict ${kind}`, title: local(note.text) }, note.mark);
}

/** Points of the curve in a box of 100 by 100. It ends at the last share known so far. */
export function curvePoints(shares: readonly number[], moves: number): [number, number][] {
  const steps = Math.max(1, moves);
  return shares.map((share, at) => [(100 * at) / steps, 100 - share / 10]);
}

const SVG = "http://www.w3.org/2000/svg";

function drawn(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function curve({ review, moves, seats }: ReviewScene): SVGElement {
  const points = curvePoints(review.shares, moves.length);
  const path = points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
  const end = (points.at(-1)?.[0] ?? 0).toFixed(2);
  const colour = (seat: number) => seats[seat]?.colour ?? "#6d5c4b";
  const other = seats.findIndex((_, seat) => seat !== review.seat);
  const svg = drawn("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" });
  svg.setAttribute("aria-hidden", "true");
  svg.append(
    drawn("polygon", { points: `0,0 ${path} ${end},0`, fill: colour(other), opacity: "0.26" }),
    drawn("polygon", {
      points: `0,100 ${path} ${end},100`,
      fill: colour(review.seat),
      opacity: "0.3",
    }),
    drawn("line", { class: "middle", x1: "0", y1: "50", x2: "100", y2: "50" }),
    drawn("polyline", { class: "line", points: path }),
  );
  return svg;
}

/** A button on the curve, at the move of a note. */
function dot(note: ReviewNote, { review, moves, go }: ReviewScene): HTMLElement | null {
  const share = review.shares[note.move];
  const move = moves[note.move - 1];
  if (share === undefined || !move) return null;
  const [x, y] = [(100 * note.move) / Math.max(1, moves.length), 100 - share / 10];
  return h("button", {
    type: "button",
    class: `dot ${verdictOf(note.mark)}`,
    style: `left:${x.toFixed(2)}%;top:${y.toFixed(2)}%`,
    "data-review": note.move,
    "aria-label": `${local(move.text)} ${note.mark}`,
    title: `${local(move.text)} ${note.mark}`,
    onclick: () => go(note.move),
  });
}

/** The curve of a review, with the note on the selected move. */
export function reviewView(scene: ReviewScene): HTMLElement {
  const { review, moves, at, go, link } = scene;
  const steps = Math.max(1, moves.length);
  const chosen = at !== null && review.notes.find((note) => note.move === at);
  const move = at === null ? undefined : moves[at - 1];
  const pick = (event: Event) => {
    if (!(event instanceof MouseEvent) || event.target instanceof HTMLButtonElement) return;
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const part = (event.clientX - box.left) / Math.max(1, box.width);
    go(Math.min(moves.length, Math.max(0, Math.round(part * steps))));
  };
  const looking = review.shares.length <= moves.length;
  const slips = review.notes.filter((note) => verdictOf(note.mark) !== "good").length;
  return h(
    "div",
    { class: "review", "data-known": review.shares.length },
    h(
      "div",
      { class: "curve", role: "img", "aria-label": t("curve"), onclick: pick },
      curve(scene),
      at !== null && h("i", { class: "here", style: `left:${((100 * at) / steps).toFixed(2)}%` }),
      ...review.notes.map((note) => dot(note, scene)),
    ),
    h(
      "p",
      { class: "review-text" },
      looking
        ? t("review_looking", { known: review.shares.length, all: moves.length + 1 })
        : chosen
          ? `${local(move?.text ?? { zh: "", en: "" })} ${chosen.mark} ${local(chosen.text)}`
          : slips > 0
            ? t("review_pick")
            : t("review_clean"),
      link && at !== null && h("a", { href: link(at), "data-do": "review-link" }, t("review_open")),
    ),
  );
}
