import { describe, expect, it } from "vitest";
import { readPgn, writePgn } from "../src/records/pgn";
import { optionsOf } from "../src/records/explorer";
import { rewritten, writtenLine } from "../src/records/record";
import { MoveTree, textOf, type MoveNode } from "../src/records/tree";
import { Score } from "../src/replay/score";
import type { Button, MoveEntry } from "../src/wire.generated";

const move = (name: string, seat = 0): MoveEntry => ({ seat, text: { zh: `中${name}`, en: name } });
const line = (text: string): MoveEntry[] => text.split(" ").map((name, i) => move(name, i % 2));

/** A tree as a text: main continuations in a row, others in brackets after the move they replace. */
function told(nodes: readonly MoveNode[]): string {
  const [main, ...others] = nodes;
  if (!main) return "";
  const beside = others.map((other) => `(${textOf(other).en} ${told(other.next)})`);
  return [textOf(main).en, ...beside, told(main.next)]
    .filter(Boolean)
    .join(" ")
    .replace(/ \)/g, ")");
}

const grown = (...lines: string[]): MoveTree => {
  const tree = new MoveTree();
  for (const text of lines) tree.follow(line(text));
  return tree;
};

describe("the tree of a study", () => {
  it("keeps every line that was played, each move once", () => {
    const tree = grown("a b c d", "a b x", "a b c e f", "a b x");
    expect(told(tree.root.next)).toBe("a b c (x) d (e f)");
    expect(tree.size).toBe(7);
    const end = tree.follow(line("a b c e"));
    expect(end && tree.lineTo(end).map(({ written }) => written)).toEqual(["a", "b", "c", "e"]);
    expect(end && [end.ply, tree.isMain(end), tree.endOf(end).written]).toEqual([4, false, "f"]);
  });

  it("makes a variation the main line, and deletes it with what follows", () => {
    const tree = grown("a b c d", "a x y", "a x z");
    const z = tree.follow(line("a x z")) as MoveNode;
    tree.promote(z);
    expect(told(tree.root.next)).toBe("a x (b c d) z (y)");
    expect(tree.isMain(z)).toBe(true);
    tree.remove(z.parent as MoveNode);
    expect(told(tree.root.next)).toBe("a b c d");
    expect([tree.size, tree.find(z.id)]).toEqual([4, null]);
    tree.remove(tree.root);
    expect(tree.size).toBe(4);
  });

  it("learns how the room writes a move that a file wrote otherwise", () => {
    const tree = MoveTree.of([
      { move: "h2e2", comment: "usual", variations: [[{ move: "c3c4" }, { move: "h9g7" }]] },
    ]);
    const [main, other] = tree.root.next as [MoveNode, MoveNode];
    expect(tree.resolve(main, move("C2=5"))).toBe(main);
    expect([textOf(main).zh, main.written, main.comment]).toEqual(["中C2=5", "h2e2", "usual"]);
    // The same move was played by hand meanwhile: both become one, with all that follows.
    const twin = tree.follow([move("P7+1"), move("x", 1)])?.parent as MoveNode;
    expect(tree.resolve(other, move("P7+1"))).toBe(twin);
    expect(told(tree.root.next)).toBe("C2=5 (P7+1 x (h9g7))");
  });

  it("is stored and read again; what is none is refused", () => {
    const tree = grown("a b", "a c");
    (tree.root.next[0] as MoveNode).comment = "so";
    const again = MoveTree.read(tree.stored()) as MoveTree;
    expect(again.stored()).toBe(tree.stored());
    expect(again.root.next[0]?.comment).toBe("so");
    for (const bad of ["", "{}", "[]", '{"version":2,"moves":[]}', '{"version":1,"moves":[[1]]}']) {
      expect(MoveTree.read(bad)).toBeNull();
    }
  });

  it("has an end: three thousand moves", () => {
    const tree = new MoveTree();
    for (let i = 0; i < 3100; i++) tree.follow([move(`m${i}`)]);
    expect(tree.size).toBe(3000);
    expect(tree.follow([move("one more")])).toBeNull();
  });

  it("tells what else was tried beside the moves of a game", () => {
    const tree = grown("a b c", "a x y", "a x z", "k");
    const written = writtenLine(tree.annotated(line("a b c")), ({ en }) => en);
    expect(writePgn([], written, "*").trim()).toBe(
      "1. a (1. k) 1... b (1... x 2. y (2. z)) 2. c *",
    );
  });
});

describe("PGN with other lines of play", () => {
  const TEXT = "1. a {first} (1. k {odd} l 2. m) 1... b (1... x (1... y 2. z)) 2. c *";

  it("is read and written as it was", () => {
    const read = readPgn(TEXT);
    expect(read.moves).toEqual(["a", "b", "c"]);
    expect(writePgn([], read.line ?? [], "*").trim()).toBe(
      "1. a {first} (1. k {odd} 1... l 2. m) 1... b (1... x (1... y 2. z)) 2. c *",
    );
    const twice = rewritten(read.line ?? [], (text) => text + text);
    expect(twice[1]).toMatchObject({ move: "bb", variations: [[{ move: "xx" }]] });
    expect(told(MoveTree.of(read.line ?? []).root.next)).toBe("a (k l m) b (x) (y z) c");
  });

  it("does not overflow however deep lines lie", () => {
    const deep = `1. a ${"(1. b ".repeat(5000)}${")".repeat(5000)} 2. c`;
    const read = readPgn(deep);
    expect(read.moves).toEqual(["a", "c"]);
    expect(read.variations).toBeGreaterThan(0);
    expect(MoveTree.of(read.line ?? []).size).toBeLessThan(40);
  });
});

describe("positions of a film", () => {
  it("are found in whichever line they were reached", () => {
    const score = new Score();
    const [a, b, c] = [move("a"), move("b", 1), move("c", 1)];
    const at = [[], [], [a], [a, b], [a], [a, c], [], [b]];
    at.forEach((moves, position) => score.note(position, moves, true, null));
    expect(score.positionWith([a])).toBe(2);
    expect(score.positionWith([a, b])).toBe(3);
    expect(score.positionWith([a, c])).toBe(5);
    expect(score.positionWith([a, c, b])).toBeNull();
    expect(score.positionWith([])).toBe(6);
  });
});

it("options are named as the server names them", () => {
  const button = (id: string, chosen: string): Button => ({
    id,
    label: { zh: id, en: id },
    enabled: true,
    seated: false,
    confirm: null,
    options: ["9", "13"].map((value) => ({
      value,
      label: { zh: value, en: value },
      chosen: value === chosen,
    })),
  });
  const buttons = [button("option_z", "9"), button("time", "9"), button("option_a", "13")];
  expect(optionsOf(buttons)).toBe("option_a=13&option_z=9");
});
