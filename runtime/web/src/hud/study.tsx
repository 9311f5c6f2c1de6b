import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { SeatView } from "../wire.generated";
import { local, t } from "../i18n/language";
import type { Study } from "../records/study";
import { textOf, type MoveNode } from "../records/tree";
import { change, LINE_COUNTS, settings } from "../state/settings";
import { Icon } from "../util/icons";
import { useHud } from "./context";
import { BestLines } from "./best_lines";
import { Explorer } from "./explorer";
import { ReviewCurve } from "./review";

/** From this depth on, variations are not indented further. */
const INDENTS_MAX = 5;

interface TreeProps {
  study: Study;
  seats: readonly SeatView[];
}

/** The moves of a study: the main line in rounds, and below a round what else was tried there. */
export function StudyMoves({ study }: { study: Study }) {
  const { model } = useHud();
  const { seats, moves, lookedLine, lookingAt } = model;
  const { review } = model.hud.insight;
  const { moves: tree } = study;
  const scene = { moves, seats, at: lookedLine === moves ? lookingAt : null };
  return (
    <section class="moves study" aria-label={t("moves")} tabindex={0}>
      <h2>{t("moves")}</h2>
      <StudyTools study={study} />
      {study.engine && study.hasLines && <BestLines study={study} />}
      {review && (
        <div class="review-place">
          <ReviewCurve {...scene} review={review} go={(move) => model.lookAt(move)} />
        </div>
      )}
      <ol class="rounds">
        {tree.size === 0 && <li class="empty">{t("no_moves")}</li>}
        <MainLine study={study} seats={seats} />
      </ol>
      <Explorer study={study} />
    </section>
  );
}

/** What can be done with the move that is looked at. */
function StudyTools({ study }: { study: Study }) {
  const { here, moves: tree, engine } = study;
  return (
    <div class="study-tools" role="toolbar" aria-label={t("study")}>
      <button
        type="button"
        data-study="main"
        disabled={here.ply === 0 || tree.isMain(here)}
        onClick={() => study.promote(here)}
      >
        {t("study_main")}
      </button>
      <button
        type="button"
        data-study="delete"
        disabled={here.ply === 0}
        onClick={() => void study.remove(here)}
      >
        {t("study_delete")}
      </button>
      {engine !== null && (
        <span class="engine">
          <button
            type="button"
            data-study="engine"
            title={t("study_engine_title")}
            aria-pressed={engine ? "true" : "false"}
            onClick={() => study.toggleEngine()}
          >
            <Icon name="hint" />
            {t("study_engine")}
          </button>
          {engine && study.hasLines && <LineCount />}
        </span>
      )}
      {study.isUnderway && <span role="status">{t("study_underway")}</span>}
    </div>
  );
}

/** How many of the computer's lines are shown. */
function LineCount() {
  return (
    <select
      class="small"
      data-study="lines"
      aria-label={t("study_lines")}
      title={t("study_lines")}
      value={settings().lines}
      onChange={({ currentTarget }) => {
        const lines = LINE_COUNTS.find((count) => String(count) === currentTarget.value);
        if (lines) change({ lines });
      }}
    >
      {LINE_COUNTS.map((count) => (
        <option key={count} value={count}>
          {count}
        </option>
      ))}
    </select>
  );
}

/** Rows of the main line. A row ends where something else was tried or said. */
function MainLine({ study, seats }: TreeProps) {
  const columns = Math.max(2, seats.length);
  const rows: ComponentChildren[] = [];
  let row: (MoveNode | null)[] = [];
  const end = (key: number, number: number) => {
    if (row.length === 0) return;
    rows.push(
      <li key={key} style={`--columns:${columns}`}>
        <span class="number">{number}</span>
        {row.map((node, i) =>
          node ? (
            <MoveButton key={node.id} node={node} study={study} seats={seats} />
          ) : (
            <span key={-i} class="move elided">
              …
            </span>
          ),
        )}
      </li>,
    );
    row = [];
  };
  const { moves: tree } = study;
  for (let at = tree.root.next[0]; at; at = at.next[0]) {
    const column = (at.ply - 1) % columns;
    const number = Math.floor((at.ply - 1) / columns) + 1;
    if (row.length === 0) row = Array.from({ length: column }, () => null);
    row.push(at);
    const others = at.parent?.next.slice(1) ?? [];
    const isBroken = others.length > 0 || at.comment !== "";
    if (!isBroken && column < columns - 1 && at.next[0]) continue;
    end(at.id, number);
    if (!isBroken) continue;
    rows.push(
      <li key={`${at.id}+`} class="beside">
        {at.comment && <p class="comment">{at.comment}</p>}
        {others.map((other) => (
          <Variation key={other.id} first={other} depth={1} study={study} seats={seats} />
        ))}
      </li>,
    );
  }
  return <>{rows}</>;
}

/** One line of play beside another, with those beside itself. */
function Variation({ first, depth, study, seats }: TreeProps & { first: MoveNode; depth: number }) {
  const columns = Math.max(2, seats.length);
  const parts: ComponentChildren[] = [];
  let numbered = false;
  for (let at: MoveNode | undefined = first; at; at = at.next[0]) {
    const column = (at.ply - 1) % columns;
    const number = Math.floor((at.ply - 1) / columns) + 1;
    if (column === 0) parts.push(<span class="number">{`${number}.`}</span>);
    else if (!numbered) parts.push(<span class="number">{`${number}…`}</span>);
    parts.push(<MoveButton key={at.id} node={at} study={study} seats={seats} />);
    if (at.comment) parts.push(<span class="comment">{at.comment}</span>);
    const others: readonly MoveNode[] = at === first ? [] : (at.parent?.next.slice(1) ?? []);
    for (const other of others) {
      parts.push(
        <Variation key={other.id} first={other} depth={depth + 1} study={study} seats={seats} />,
      );
    }
    numbered = others.length === 0;
  }
  return (
    <div class={`variation${depth > INDENTS_MAX ? " deep" : ""}`} data-depth={depth}>
      {parts}
    </div>
  );
}

function MoveButton({ node, study, seats }: TreeProps & { node: MoveNode }) {
  const colour = node.played ? seats[node.played.seat]?.colour : undefined;
  const isHere = study.here === node;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isHere) button.current?.scrollIntoView({ block: "nearest" });
  }, [isHere]);
  const classes = ["move", isHere && "chosen", !node.played && "unplayed"].filter(Boolean);
  return (
    <button
      ref={button}
      type="button"
      class={classes.join(" ")}
      style={colour ? `--seat:${colour}` : ""}
      data-node={node.id}
      data-ply={node.ply}
      aria-current={isHere ? "step" : undefined}
      onClick={() => study.visit(node)}
    >
      {local(textOf(node))}
    </button>
  );
}
