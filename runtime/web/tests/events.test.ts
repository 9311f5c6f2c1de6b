import { describe, expect, it } from "vitest";
import type { ServerMessage } from "../src/wire.generated";
import { EventBuffer, type EventBatch } from "../src/wire/events";
import { sceneOf } from "./messages";

const text = { zh: "好", en: "good" };
const chat: ServerMessage = { t: "chat", from: 1, text };
const seats: ServerMessage = { t: "seats", seats: [] };

function record() {
  const batches: EventBatch[] = [];
  const immediate: ServerMessage[] = [];
  const buffer = new EventBuffer(
    (batch) => batches.push(batch),
    (message) => immediate.push(message),
  );
  return { batches, immediate, buffer };
}

describe("event buffer", () => {
  it("shows nothing of an event before its end, then all of it in order", () => {
    const { batches, buffer } = record();
    buffer.pushMessage(seats);
    buffer.pushBlocks({ kind: "clear" });
    buffer.pushMessage(chat);
    expect(batches).toEqual([]);
    buffer.pushMessage({ t: "event", event: 7, tick: 140 });
    expect(batches).toEqual([
      { event: 7, tick: 140, scene: false, blocks: [{ kind: "clear" }], messages: [seats, chat] },
    ]);
    buffer.pushMessage({ t: "event", event: 8, tick: 141 });
    expect(batches[1]).toMatchObject({ event: 8, blocks: [], messages: [] });
  });

  it("takes a scene as the end of the chunks before it", () => {
    const { batches, buffer } = record();
    const scene = sceneOf();
    buffer.pushBlocks({ kind: "clear" });
    buffer.pushMessage(scene);
    expect(batches).toEqual([
      { event: 3, tick: 60, scene: true, blocks: [{ kind: "clear" }], messages: [scene] },
    ]);
  });

  it("passes on messages about the connection at once", () => {
    const { batches, immediate, buffer } = record();
    buffer.pushMessage(chat);
    buffer.pushMessage({ t: "refused", code: "rate", text });
    buffer.pushMessage({ t: "pong", nonce: 1 });
    expect(immediate.map(({ t }) => t)).toEqual(["refused", "pong"]);
    expect(batches).toEqual([]);
  });

  it("drops an incomplete event after a break", () => {
    const { batches, buffer } = record();
    buffer.pushMessage(chat);
    buffer.pushBlocks({ kind: "clear" });
    buffer.reset();
    buffer.pushMessage({ t: "event", event: 9, tick: 1 });
    expect(batches).toEqual([{ event: 9, tick: 1, scene: false, blocks: [], messages: [] }]);
  });
});
