import { useEffect, useState } from "preact/hooks";
import type { ExplorerMove, ExplorerView, SeatView } from "../wire.generated";
import { local, t } from "../i18n/language";
import { EXPLORED_MOVES, ExplorerLookup, gamesWith, optionsOf } from "../records/explorer";
import type { Study } from "../records/study";
import { useHud } from "./context";

/** A viewer who goes through moves quickly asks only about where they rest. */
const REST_MS = 250;
const lookup = new ExplorerLookup();

type Answer = ExplorerView | "failed" | "asking";

/** What was played next in the position that the viewer looks at, in games finished on this server. */
export function Explorer({ study }: { study: Study }) {
  const { model } = useHud();
  const { map, seats } = model;
  const [answer, setAnswer] = useState<Answer>("asking");
  const { here, moves: tree } = study;
  const line = tree.lineTo(here).map(({ played }) => played);
  const known = line.filter((move) => move !== null);
  const isKnown = known.length === line.length;
  const isDeep = line.length >= EXPLORED_MOVES;
  const options = optionsOf(model.hud.buttons);
  const place = `${map?.id} ${options} ${known.map(({ text }) => text.en).join(" ")}`;
  const { result } = model.hud;
  useEffect(() => lookup.forget(), [result]);
  useEffect(() => {
    if (!map || !isKnown || isDeep) return;
    let wanted = true;
    const timer = setTimeout(() => {
      lookup.after(map.id, options, known).then(
        (found) => wanted && setAnswer(found),
        (problem) => {
          console.error("fangqi: openings", problem);
          if (wanted) setAnswer("failed");
        },
      );
    }, REST_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [place, isKnown, isDeep, result]);
  return (
    <section class="explorer" aria-label={t("explorer")} title={t("explorer_title")}>
      <h3>{t("explorer")}</h3>
      {isDeep ? (
        <p>{t("explorer_deep", { count: EXPLORED_MOVES })}</p>
      ) : answer === "failed" ? (
        <p>{t("explorer_failed")}</p>
      ) : (
        answer !== "asking" && <Found view={answer} seats={seats} study={study} />
      )}
    </section>
  );
}

interface FoundProps {
  view: ExplorerView;
  seats: readonly SeatView[];
  study: Study;
}

function Found({ view, seats, study }: FoundProps) {
  if (view.moves.length === 0) return <p>{t("explorer_none")}</p>;
  return (
    <ul>
      {view.moves.map((move) => (
        <li key={move.text.en}>
          <button type="button" data-explorer={move.text.en} onClick={() => study.play(move.text)}>
            <span class="move">{local(move.text)}</span>
            <span class="games">{t("explorer_games", { count: gamesWith(move) })}</span>
            <ResultBar move={move} seats={seats} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The first seat's wins, the draws, and the wins of the others, as parts of a bar. */
function ResultBar({ move, seats }: { move: ExplorerMove; seats: readonly SeatView[] }) {
  const games = Math.max(1, gamesWith(move));
  const [first = 0] = move.wins;
  const label = t("explorer_bar", {
    side: local(seats[0]?.name ?? { zh: "", en: "" }),
    wins: first,
    draws: move.draws,
    losses: gamesWith(move) - first - move.draws,
  });
  const wins = seats.map(({ colour }, seat) => ({ colour, count: move.wins[seat] ?? 0 }));
  const draws = { colour: "var(--ink-faint)", count: move.draws };
  const parts = [wins[0] ?? draws, draws, ...wins.slice(1)];
  return (
    <span class="results" role="img" aria-label={label} title={label}>
      {parts.map(({ colour, count }, i) => {
        const share = Math.round((100 * count) / games);
        return (
          count > 0 && (
            <i key={i} style={`flex:${count};background:${colour}`}>
              {share >= 18 && <b>{`${share}%`}</b>}
            </i>
          )
        );
      })}
    </span>
  );
}
