// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { keepChat } from "../src/room/chat_memory";
import { RoomModel } from "../src/state/room";
import type { ServerMessage } from "../src/wire.generated";

const said = (words: string): ServerMessage => ({
  t: "chat",
  from: null,
  text: { zh: words, en: words },
});

const wordsOf = ({ chat }: RoomModel): string[] => chat.map(({ text }) => text.en);

/** A page that shows a room until it goes. */
function visit(room: string, words: readonly string[], store?: () => Storage): RoomModel {
  const model = new RoomModel();
  keepChat(model, room, store);
  for (const word of words) model.take(said(word));
  dispatchEvent(new Event("pagehide"));
  return model;
}

describe("the chat of a room", () => {
  beforeEach(() => sessionStorage.clear());

  it("is there after a reload, before what is said next", () => {
    visit("one", ["a", "b"]);
    expect(wordsOf(visit("one", ["c"]))).toEqual(["a", "b", "c"]);
    expect(wordsOf(visit("one", []))).toEqual(["a", "b", "c"]);
    expect(wordsOf(visit("two", []))).toEqual([]);
  });

  it("has read lines with numbers below those of this visit", () => {
    visit("one", ["a", "b"]);
    const model = visit("one", ["c"]);
    expect(model.chat.map(({ number }) => number)).toEqual([-1, 0, 1]);
  });

  it("keeps the last lines of a long talk", () => {
    const words = Array.from({ length: 1000 }, (_, i) => String(i));
    visit("one", words);
    const kept = wordsOf(visit("one", []));
    expect(kept.length).toBeLessThan(1000);
    expect(kept.at(-1)).toBe("999");
  });

  it("begins empty where the store is refused or holds something else", () => {
    const refused = () => {
      throw new DOMException("denied", "SecurityError");
    };
    expect(wordsOf(visit("one", ["a"], refused))).toEqual(["a"]);
    for (const junk of [
      "{",
      "7",
      "null",
      '[1,null,{"from":2,"text":{}},{"from":null,"text":{"zh":"x"}}]',
    ]) {
      sessionStorage.setItem("fangqi.chat.one", junk);
      const model = new RoomModel();
      keepChat(model, "one");
      expect(wordsOf(model)).toEqual([]);
    }
  });
});
