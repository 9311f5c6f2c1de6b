import { describe, expect, it } from "vitest";
import type { Reel } from "../src/replay/reel";
import { Past } from "../src/room/past";
import type { MoveEntry } from "../src/wire.generated";

const text = (name: string) => ({ zh: name, en: name });
const move = (name: string, seat = 0): MoveEntry => ({ seat, text: { zh: name, en: name } });

/** A film in which each move was made at its own position, ten apart. */
function filmOf(...moves: MoveEntry[]): Reel {
  let at = 0;
  const film = {
    length: 10 * moves.length,
    score: {
      positionWith: (wanted: readonly MoveEntry[]) =>
        wanted.every((move, i) => move === moves[i]) ? 10 * wanted.length : null,
    },
    seek: (to: number) => void (at = to),
    blocks: () => [{ kind: "cells", cells: [{ pos: [at, 0, 0], state: 1 }] }],
    model: { marks: [], hud: { badges: [text("three")], tags: [[], [text("check")]] } },
  };
  return film as unknown as Reel;
}

const [A, B, C] = [move("a"), move("b", 1), move("c")];

describe("earlier positions of the running game", () => {
  it("come from a film that is fetched once, and again for moves that it lacks", async () => {
    const films = [filmOf(A, B), filmOf(A, B, C)];
    let fetched = 0;
    const past = new Past(() => Promise.resolve(films[fetched++] as Reel));
    const at = async (count: number, moves: MoveEntry[]) => {
      const { blocks } = await past.after(count, moves);
      return blocks[0]?.kind === "cells" ? blocks[0].cells[0]?.pos[0] : null;
    };
    expect(await at(1, [A, B])).toBe(10);
    expect(await at(2, [A, B, C])).toBe(20);
    expect(await at(0, [A, B, C])).toBe(0);
    expect(fetched).toBe(1);
    expect(await at(3, [A, B, C])).toBe(30);
    expect(fetched).toBe(2);
  });

  it("are of this game: after another has begun, the film is fetched again", async () => {
    const films = [filmOf(A, B), filmOf(C)];
    let fetched = 0;
    const past = new Past(() => Promise.resolve(films[fetched++] as Reel));
    await past.after(1, [A, B]);
    await past.after(1, [C]);
    expect(fetched).toBe(2);
  });

  it("can be asked for again after a failure", async () => {
    let fetched = 0;
    const past = new Past(() =>
      fetched++ === 0 ? Promise.reject(new Error("offline")) : Promise.resolve(filmOf(A)),
    );
    await expect(past.after(1, [A])).rejects.toThrow("offline");
    const { marks, tallies, tags } = await past.after(1, [A]);
    expect(marks).toEqual([]);
    expect(tallies.map(({ en }) => en)).toEqual(["three"]);
    expect(tags.map((marked) => marked.map(({ en }) => en))).toEqual([[], ["check"]]);
  });
});
