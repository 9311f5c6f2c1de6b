import { useComputed } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { RoomModel } from "@page/state/room";
import { passingTime } from "@page/state/time";
import { walkText } from "../strings";
import { useWalk } from "./context";

/** Shown while the player is dead. */
export function DeathScreen() {
  const { walk } = useWalk();
  if (!walk.dead.value) return <div class="death" role="alertdialog" hidden />;
  return (
    <div class="death" role="alertdialog" aria-label={walkText("died")}>
      <h2>{walkText("died")}</h2>
      <Wait until={walk.own.value?.revives ?? null} />
    </div>
  );
}

/** When the player revives by itself, and a button to do so at once; it may never revive. */
function Wait({ until }: { until: number | null }) {
  const { model } = useWalk();
  if (until === null) return <p>{walkText("no_revive")}</p>;
  return (
    <>
      <RevivesIn until={until} model={model} />
      <ReviveButton />
    </>
  );
}

function RevivesIn({ until, model }: { until: number; model: RoomModel }) {
  const seconds = useComputed(() => model.secondsTo(until, passingTime())).value;
  return <p>{walkText("revive_in", { seconds })}</p>;
}

function ReviveButton() {
  const { act } = useWalk();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <button
      type="button"
      class="primary"
      data-do="revive"
      ref={button}
      onClick={() => act({ revive: {} })}
    >
      {walkText("revive")}
    </button>
  );
}
