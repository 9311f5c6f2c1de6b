// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { beforeEach, describe, expect, it } from "vitest";
import { StudyMoves } from "../src/hud/study";
import { setLanguage } from "../src/i18n/language";
import { Study } from "../src/records/study";
import { change, DEFAULTS } from "../src/state/settings";
import type { Arrow, BestLine, Button, MoveEntry, ServerMessage } from "../src/wire.generated";
import { sceneOf } from "./messages";
import { click, find, openSeat, pageOf, text } from "./page";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  change(DEFAULTS);
  setLanguage("en");
});

const button = (id: string): Button => ({
  id,
  label: text(id),
  enabled: true,
  seated: true,
  confirm: null,
  options: [],
});
const hud = (change: (ServerMessage & { t: "hud" })["change"]): ServerMessage => ({
  t: "hud",
  change,
});
const arrow = (x: number): Arrow => ({ from: [x, 1, 0], to: [x, 1, 1], kind: "hint" });
const line = (score: string, x: number, ...moves: string[]): BestLine => ({
  score: text(score),
  moves: moves.map(text),
  arrow: arrow(x),
});
const LINES = [
  line("+0.3", 1, "C2=5", "H8+7"),
  line("+0.2", 2, "H2+3", "R9+1", "P7+1"),
  line("0.0", 3, "E3+5"),
];
const request = {
  id: 1,
  hint: text("?"),
  choices: [],
  deadline: null,
  selection: null,
  panel: null,
};

/** A person alone at a table who studies its game, with these buttons of the map. */
function studied(...ids: string[]) {
  const page = pageOf(null);
  const own = { ...openSeat, holder: { by: "player", player: 1 } as const };
  const map = { id: "map", cells: [] };
  page.show(
    { t: "welcome", you: 1, map } as unknown as ServerMessage,
    { ...sceneOf(), seats: [own, openSeat], request },
    hud({ field: "buttons", value: ids.map(button) }),
    hud({ field: "turn", value: 0 }),
  );
  const memory = { eventAfter: () => Promise.reject(new Error("there is no film")) };
  const study = new Study(page.hud, memory);
  void act(() => study.toggle());
  page.draw(<StudyMoves study={study} />);
  return { ...page, study };
}

const rows = () =>
  [...document.querySelectorAll(".best-lines li")].map((row) =>
    [...row.childNodes].map(({ textContent }) => textContent).join(" "),
  );

describe("the computer's lines in a study", () => {
  it("are asked for where the map tells some, once for each position", () => {
    const { sent, show } = studied("record", "hint", "lines");
    expect(document.querySelector(".best-lines")).toBeNull();
    click("[data-study=engine]");
    expect(sent).toEqual([{ t: "action", id: "lines", value: "3" }]);
    expect(rows()).toEqual(["The computer is thinking…"]);
    show(hud({ field: "status", value: text("unrelated") }));
    expect(sent.length).toBe(1);
    const moved: MoveEntry = { seat: 0, text: text("C2=5") };
    show(hud({ field: "moves", value: { keep: 0, add: [moved] } }));
    expect(sent.length).toBe(2);
  });

  it("are asked for again after a reload, until they are put away", () => {
    studied("record", "lines");
    click("[data-study=engine]");
    const again = studied("record", "lines");
    expect(again.study.engine).toBe(true);
    expect(again.sent).toEqual([{ t: "action", id: "lines", value: "3" }]);
    click("[data-study=engine]");
    expect(studied("record", "lines").study.engine).toBe(false);
  });

  it("are a hint where the map only gives that", () => {
    const { sent } = studied("record", "hint");
    click("[data-study=engine]");
    expect(sent).toEqual([{ t: "action", id: "hint", value: null }]);
    expect(document.querySelector(".best-lines, [data-study=lines]")).toBeNull();
  });

  it("are as many as the person wants, here and later", () => {
    const { sent, show } = studied("record", "lines");
    void act(() => change({ lines: 1 }));
    click("[data-study=engine]");
    show(hud({ field: "lines", value: { seat: 0, lines: LINES.slice(0, 1) } }));
    const menu = find("[data-study=lines]") as HTMLSelectElement;
    menu.value = "3";
    void act(() => void menu.dispatchEvent(new Event("change")));
    expect(sent.map((message) => "value" in message && message.value)).toEqual(["1", "3"]);
    show(hud({ field: "lines", value: { seat: 0, lines: LINES } }));
    expect(rows()).toEqual(["+0.3 C2=5 H8+7", "+0.2 H2+3 R9+1 P7+1", "0.0 E3+5"]);
    expect(find(".best-lines").getAttribute("aria-label")).toMatch(/Red/);
    menu.value = "2";
    void act(() => void menu.dispatchEvent(new Event("change")));
    expect(rows().length).toBe(2);
    expect(sent.length).toBe(2);
    expect(JSON.parse(localStorage.getItem("fangqi.settings") ?? "").lines).toBe(2);
  });

  it("show the arrow of the one that is pointed at, and go with the engine", () => {
    const { screen, show } = studied("record", "lines");
    click("[data-study=engine]");
    show(hud({ field: "lines", value: { seat: 0, lines: LINES } }));
    expect(screen.lineArrow.value).toEqual(arrow(1));
    const second = find("[data-line='2'][data-move='1']");
    void act(() => second.focus());
    expect(screen.lineArrow.value).toEqual(arrow(2));
    void act(() => second.blur());
    expect(screen.lineArrow.value).toEqual(arrow(1));
    click("[data-study=engine]");
    expect(document.querySelector(".best-lines")).toBeNull();
    expect(screen.lineArrow.value).toBeNull();
  });

  it("are played into the study up to the move that is clicked", async () => {
    const { sent, study, show } = studied("record", "lines");
    click("[data-study=engine]");
    show(hud({ field: "lines", value: { seat: 0, lines: LINES } }));
    click("[data-line='2'][data-move='2']");
    const { moves: tree } = study;
    expect(tree.lineTo(study.here).map(({ written }) => written)).toEqual(["H2+3", "R9+1"]);
    await act(() => new Promise((done) => setTimeout(done)));
    expect(sent.at(-1)).toEqual({ t: "action", id: "record", value: "H2+3" });
    const first: MoveEntry = { seat: 0, text: text("H2+3") };
    show(hud({ field: "moves", value: { keep: 0, add: [first] } }));
    await act(() => new Promise((done) => setTimeout(done)));
    expect(sent.at(-1)).toEqual({ t: "action", id: "record", value: "R9+1" });
  });
});
