import { useCallback, useLayoutEffect, useRef } from "preact/hooks";
import type { MoveEntry, Review, SeatView } from "../wire.generated";
import { local, t } from "../i18n/language";
import { useListEnd } from "../util/list_end";
import type { Screen } from "../state/screen";
import { useHud } from "./context";
import { ReviewCurve, VerdictMark } from "./review";

/** The most move sentences shown; the replay has all of them. */
const LINES_MAX = 150;

/** A row of the list: the moves of one round, by seat. */
export type MoveRow = (MoveEntry | null)[];

/** Groups moves into rounds. A move of the same or an earlier seat begins a new round. */
export function rounds(moves: readonly MoveEntry[], seats: number): MoveRow[] {
  const rows: MoveRow[] = [];
  let last = seats;
  for (const move of moves) {
    const row = rows.at(-1);
    if (!row || move.seat <= last) {
      rows.push(Array.from({ length: seats }, (_, seat) => (seat === move.seat ? move : null)));
    } else {
      row[move.seat] = move;
    }
    last = move.seat;
  }
  return rows;
}

/** What a list of moves is called, and what it says while it is empty. */
export const wordsForMoves = ({ playsCards }: Screen): readonly [string, string] =>
  playsCards ? [t("log"), t("no_log")] : [t("moves"), t("no_moves")];

/** The list of moves, with marks after a review. */
export function Moves() {
  const { model, room, replay, screen } = useHud();
  const { moves, seats, lookingAt } = model;
  const { review } = model.hud.insight;
  const section = useRef<HTMLElement>(null);
  useListEnd(section, moves.length);
  useLayoutEffect(() => {
    section.current?.querySelector(".chosen")?.scrollIntoView({ block: "nearest" });
  }, [lookingAt]);
  const go = useCallback((move: number) => model.lookAt(move), [model]);
  const link = (move: number) => `/replay/${encodeURIComponent(room)}#move-${move}`;
  const scene = { moves, seats, at: lookingAt, go };
  const [title, none] = wordsForMoves(screen);
  return (
    <section class="moves" aria-label={title} tabindex={0} ref={section}>
      <h2>{title}</h2>
      <div class="review-place">
        {review && <ReviewCurve {...scene} review={review} link={link} />}
      </div>
      <ol class="rounds">
        {moves.length === 0 && <li class="empty">{none}</li>}
        {model.hud.plates.length > 0 ? (
          <Sentences moves={moves} seats={seats} />
        ) : (
          <Rounds {...scene} review={review} walks={!replay && screen.hasViews} />
        )}
      </ol>
    </section>
  );
}

interface SentencesProps {
  moves: readonly MoveEntry[];
  seats: readonly SeatView[];
}

interface RoundsProps extends SentencesProps {
  review: Review | null;
  /** After how many moves the viewer looks at the game; null if at no position. */
  at: number | null;
  go: (move: number) => void;
  /** Whether the board shows the position after a move that is clicked. */
  walks: boolean;
}

/** One round per row. */
function Rounds({ moves, seats, review, at: lookingAt, go, walks }: RoundsProps) {
  const columns = Math.max(2, seats.length);
  const index = new Map(moves.map((move, i) => [move, i]));
  const shown = (move: MoveEntry, seat: number) => {
    const at = index.get(move) ?? 0;
    return (
      <Move
        key={seat}
        move={move}
        at={at}
        colour={seats[move.seat]?.colour}
        latest={at === moves.length - 1}
        chosen={at + 1 === lookingAt}
        review={review}
        walks={walks}
        go={go}
      />
    );
  };
  return (
    <>
      {rounds(moves, columns).map((row, i) => (
        <li key={i} style={`--columns:${columns}`}>
          <span class="number">{`${i + 1}`}</span>
          {row.map((move, seat) => (move ? shown(move, seat) : <span key={seat} class="move" />))}
        </li>
      ))}
    </>
  );
}

interface MoveProps {
  review: Review | null;
  go: (move: number) => void;
  move: MoveEntry;
  /** The number of moves before it. */
  at: number;
  colour: string | undefined;
  latest: boolean;
  chosen: boolean;
  walks: boolean;
}

/** A move of a round. A click goes to it, on a board and after a review. */
function Move({ move, at, colour, latest, chosen, review, walks, go }: MoveProps) {
  const looks = {
    class: `move${latest ? " latest" : ""}${chosen ? " chosen" : ""}`,
    style: colour ? `--seat:${colour}` : "",
  };
  if (!review && !walks) return <span {...looks}>{local(move.text)}</span>;
  return (
    <button {...looks} type="button" data-move={at + 1} onClick={() => go(at + 1)}>
      {local(move.text)}
      <VerdictMark review={review} index={at} />
    </button>
  );
}

/** The latest moves, one per line, where moves are sentences. */
function Sentences({ moves, seats }: SentencesProps) {
  const first = Math.max(0, moves.length - LINES_MAX);
  return (
    <>
      {moves.slice(first).map((move, i) => {
        const latest = first + i === moves.length - 1 ? " latest" : "";
        const colour = seats[move.seat]?.colour;
        return (
          <li key={first + i} class="sentence">
            <span class={`move${latest}`} style={colour ? `--seat:${colour}` : ""}>
              {local(move.text)}
            </span>
          </li>
        );
      })}
    </>
  );
}
