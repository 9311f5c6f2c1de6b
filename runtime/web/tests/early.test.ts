import { expect, it } from "vitest";
import { EarlyEvents } from "../src/wire/early";

it("passes everything to a late listener, in order, and then what follows", () => {
  const early = new EarlyEvents();
  const heard: string[] = [];
  const batch = (event: number) => ({ event, tick: 0, scene: false, blocks: [], messages: [] });
  early.onState({ kind: "live" });
  early.onBatch(batch(1));
  early.onCurrent();
  early.onFault("broken");
  early.listen({
    onState: ({ kind }) => heard.push(kind),
    onBatch: ({ event }) => {
      heard.push(`event ${event}`);
      // Events caused by a listener come after those that were waiting.
      if (event === 1) early.onMessage({ t: "pong", nonce: 7 });
    },
    onMessage: ({ t }) => heard.push(t),
    onCurrent: () => heard.push("current"),
    onFault: (error) => heard.push(String(error)),
  });
  early.onBatch(batch(2));
  expect(heard).toEqual(["live", "event 1", "current", "broken", "pong", "event 2"]);
});
