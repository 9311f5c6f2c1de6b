import { useCallback, useLayoutEffect, useRef } from "preact/hooks";
import type { MoveEntry, Review } from "../wire.generated";
import { useHud } from "../hud/context";
import { rounds, wordsForMoves } from "../hud/moves";
import { ReviewCurve, VerdictMark } from "../hud/review";
import { local } from "../i18n/language";
import type { Reel } from "./reel";

interface Props {
  reel: Reel;
  /** Goes to a position of the film. */
  go: (position: number) => void;
}

/** The moves of the whole game, those still to come paler. A click goes to a move. */
export function ReplayMoves({ reel, go }: Props) {
  const { model, screen } = useHud();
  const { score } = reel;
  const [title, none] = wordsForMoves(screen);
  const moves = score.movesAt(reel.at);
  const made = score.madeAt(reel.at);
  const review = score.reviewAt(reel.at);
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector(".latest")?.scrollIntoView({ block: "nearest" });
  }, [made]);
  const goTo = useCallback(
    (move: number) => go(move > 0 ? score.positionOf(reel.at, move - 1) : 0),
    [reel, go],
  );
  return (
    <section class="moves" aria-label={title} tabindex={0}>
      <h2>{title}</h2>
      <div class="review-place">
        {review && (
          <ReviewCurve review={review} moves={moves} seats={model.seats} at={made} go={goTo} />
        )}
      </div>
      <ol class="rounds" ref={list}>
        {moves.length === 0 && <li class="empty">{none}</li>}
        <MoveRows reel={reel} moves={moves} made={made} review={review} go={go} />
      </ol>
    </section>
  );
}

interface RowsProps extends Props {
  moves: readonly MoveEntry[];
  /** How many of them have been made. */
  made: number;
  review: Review | null;
}

function MoveRows({ reel, moves, made, review, go }: RowsProps) {
  const { seats, hud } = useHud().model;
  const shown = (move: MoveEntry, at: number, key: number) => (
    <Move
      key={key}
      move={move}
      at={at}
      position={reel.score.positionOf(reel.at, at)}
      state={at === made - 1 ? " latest" : at >= made ? " to-come" : ""}
      colour={seats[move.seat]?.colour}
      review={review}
      go={go}
    />
  );
  if (hud.plates.length > 0) {
    return (
      <>
        {moves.map((move, at) => (
          <li key={at} class="sentence">
            {shown(move, at, 0)}
          </li>
        ))}
      </>
    );
  }
  const columns = Math.max(2, seats.length);
  const index = new Map(moves.map((move, i) => [move, i]));
  return (
    <>
      {rounds(moves, columns).map((row, i) => (
        <li key={i} style={`--columns:${columns}`}>
          <span class="number">{i + 1}</span>
          {row.map((move, seat) =>
            move ? shown(move, index.get(move) ?? 0, seat) : <span key={seat} class="move" />,
          )}
        </li>
      ))}
    </>
  );
}

interface MoveProps {
  move: MoveEntry;
  /** The number of moves before it, and the position at which it is made. */
  at: number;
  position: number;
  state: string;
  colour: string | undefined;
  review: Review | null;
  go: (position: number) => void;
}

const Move = ({ move, at, position, state, colour, review, go }: MoveProps) => (
  <button
    type="button"
    class={`move${state}`}
    style={`--seat:${colour ?? "inherit"}`}
    data-move={at + 1}
    data-position={position}
    onClick={() => go(position)}
  >
    {local(move.text)}
    <VerdictMark review={review} index={at} />
  </button>
);
