import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { local, t } from "../i18n/language";
import type { Study } from "../records/study";
import { settings } from "../state/settings";
import type { BestLine } from "../wire.generated";
import { useHud } from "./context";

/** What the computer expects of the position that the room is at: its best moves, and what follows. */
export function BestLines({ study }: { study: Study }) {
  const { model, screen } = useHud();
  const { lines: found, result } = model.hud;
  const [pointed, setPointed] = useState(0);
  const count = settings().lines;
  const lines = model.past || !found ? [] : found.lines.slice(0, count);
  const arrow = (lines[pointed] ?? lines[0])?.arrow ?? null;
  useLayoutEffect(() => void (screen.lineArrow.value = arrow), [arrow]);
  useEffect(() => () => void (screen.lineArrow.value = null), []);
  const side = local(model.seats[found?.seat ?? 0]?.name ?? { zh: "", en: "" });
  const label = t("study_lines_for", { side });
  return (
    <ol class="best-lines" aria-label={label} title={label}>
      {lines.map((line, i) => (
        <li
          key={i}
          onPointerEnter={() => setPointed(i)}
          onPointerLeave={() => setPointed(0)}
          onFocusIn={() => setPointed(i)}
          onFocusOut={() => setPointed(0)}
        >
          <Line line={line} number={i + 1} study={study} />
        </li>
      ))}
      {lines.length === 0 && !result && <li class="empty">{t("study_lines_wait")}</li>}
    </ol>
  );
}

interface LineProps {
  line: BestLine;
  number: number;
  study: Study;
}

function Line({ line: { score, moves }, number, study }: LineProps) {
  return (
    <>
      <span class="score">{local(score)}</span>
      {moves.map((move, i) => (
        <button
          key={i}
          type="button"
          class="move"
          data-line={number}
          data-move={i + 1}
          title={t("study_line_play")}
          onClick={() => study.play(...moves.slice(0, i + 1))}
        >
          {local(move)}
        </button>
      ))}
    </>
  );
}
