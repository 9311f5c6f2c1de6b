// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Sounds } from "../src/audio/sounds";
import { Actions } from "../src/hud/actions";
import { Answers } from "../src/hud/answers";
import { Caption } from "../src/hud/caption";
import { Chat } from "../src/hud/chat";
import { Dialogs } from "../src/hud/dialogs";
import { Moves } from "../src/hud/moves";
import { Note } from "../src/hud/note";
import { Toasts } from "../src/hud/overlays";
import { Panel } from "../src/hud/panel";
import { Result } from "../src/hud/result";
import { Seats } from "../src/hud/seats";
import { Toolbar } from "../src/hud/toolbar";
import { CardPlay } from "../src/cards/play";
import { setLanguage } from "../src/i18n/language";
import type { ResultBanner } from "../src/plugins/scene";
import type {
  Button,
  HudChange,
  Review,
  SeatView,
  ServerMessage,
  Zone,
} from "../src/wire.generated";
import { click, find, openSeat, pageOf, text } from "./page";

beforeEach(() => setLanguage("en"));
afterEach(() => vi.useRealTimers());

const hud = (change: HudChange): ServerMessage => ({ t: "hud", change });
const button = (id: string, more: Partial<Button> = {}): Button => ({
  id,
  label: text(id),
  enabled: true,
  seated: false,
  confirm: null,
  options: [],
  ...more,
});
const moved = (keep: number, ...words: string[]): ServerMessage => {
  const add = words.map((word, i) => ({ seat: (keep + i) % 2, text: text(word) }));
  return hud({ field: "moves", value: { keep, add } });
};
const chat = (words: string): ServerMessage => ({ t: "chat", from: null, text: text(words) });

/** Lets time pass. */
async function pass(ms: number): Promise<void> {
  await act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
}

/** Events that concern none of the elements that the tests look at. */
const unrelated = (i: number): ServerMessage[] => [
  hud({ field: "status", value: text(`status ${i}`) }),
  hud({ field: "turn", value: i % 2 }),
  chat(`line ${i}`),
  { t: "players", players: [{ id: 1, name: `Ada ${i}`, present: i % 2 === 0 }] },
];

/** Counts the elements that come or go below an element while something happens. */
function churnOf(element: Element, run: () => void): number {
  const observer = new MutationObserver(() => {});
  observer.observe(element, { childList: true, subtree: true });
  run();
  const records = observer.takeRecords();
  observer.disconnect();
  return records.reduce((sum, it) => sum + it.addedNodes.length + it.removedNodes.length, 0);
}

describe("elements that a person is about to click", () => {
  it("are the same after many events that do not concern them", () => {
    const page = pageOf(
      <>
        <Toolbar sounds={new Sounds()} />
        <Actions />
        <Caption />
      </>,
    );
    page.show(hud({ field: "buttons", value: [button("draw"), button("resign")] }));
    const before = [...document.querySelectorAll("button, a")];
    expect(before.length).toBeGreaterThan(8);
    const churn = churnOf(find(".bar"), () => {
      for (let i = 0; i < 50; i++) page.show(...unrelated(i));
    });
    expect(churn).toBe(0);
    expect([...document.querySelectorAll("button, a")]).toEqual(before);
    expect(before.every((element) => element.isConnected)).toBe(true);
    expect(find("[data-tool=replay]").getAttribute("href")).toBe("/replay/room#51");
  });

  it("stay where other buttons come and go beside them, and keep the focus", () => {
    const page = pageOf(<Actions />);
    page.show(hud({ field: "buttons", value: [button("draw"), button("resign")] }));
    const resign = find("[data-action=resign]");
    resign.focus();
    const buttons = [button("resign", { label: text("Give up") }), button("hint")];
    page.show(hud({ field: "buttons", value: buttons }));
    expect(find("[data-action=resign]")).toBe(resign);
    expect(resign.textContent).toBe("Give up");
    expect(document.activeElement).toBe(resign);
    expect(document.querySelector("[data-action=draw]")).toBeNull();
    page.show(hud({ field: "buttons", value: [] }));
    expect(find(".actions").hidden).toBe(true);
  });

  it("do what is current when they are clicked", () => {
    const page = pageOf(<Caption />);
    const ask = (id: number): ServerMessage => {
      const choices = [{ path: [], label: text("pass") }];
      const rest = { deadline: null, selection: null, panel: null };
      return { t: "request", request: { id, hint: text("?"), choices, ...rest } };
    };
    page.show(ask(3));
    const pass = find(".answers button");
    page.show(ask(4));
    expect(find(".answers button")).toBe(pass);
    pass.click();
    expect(page.sent).toEqual([{ t: "choose", request: 4, choice: 0 }]);
  });

  it("follow the language", () => {
    pageOf(<Toolbar sounds={new Sounds()} />);
    const help = find("[data-tool=help]");
    expect(help.title).toBe("Help");
    const menu = find("[data-tool=language]") as HTMLSelectElement;
    menu.value = "zh";
    void act(() => void menu.dispatchEvent(new Event("change")));
    expect(find("[data-tool=help]")).toBe(help);
    expect(help.title).toBe("帮助");
  });
});

describe("what stands beside a seat", () => {
  const seats: SeatView[] = [
    { ...openSeat, holder: { by: "player", player: 1 } },
    { ...openSeat, name: text("Black") },
  ];
  const marks = [[text("dealer")], [text("check"), text("3 cards")]];
  const shown = (selector: string) =>
    [...document.querySelectorAll(selector)].map((element) => element.textContent);

  it("are its marks, and on the viewer's own what nobody else reads", () => {
    const page = pageOf(<Seats />);
    page.show({ t: "seats", seats });
    expect(shown(".tag")).toEqual([]);
    expect(shown(".tags")).toEqual([]);
    page.show(
      hud({ field: "tags", value: marks }),
      hud({ field: "secret", value: text("12 in hand") }),
    );
    // A spectator has no seat to read something beside.
    expect(shown(".tag")).toEqual(["dealer", "check", "3 cards"]);
    page.show({ t: "welcome", you: 1, map: {} } as unknown as ServerMessage);
    expect(shown("[data-seat='0'] .tag")).toEqual(["dealer", "12 in hand"]);
    expect(shown("[data-seat='1'] .tag")).toEqual(["check", "3 cards"]);
    void act(() => page.model.showPast({ marks: [], tallies: [], tags: [[], [text("check")]] }));
    expect(shown(".tag")).toEqual(["check"]);
  });
});

describe("the list of moves", () => {
  const words = Array.from({ length: 40 }, (_, i) => `m${i}`);

  it("keeps its rows and its scroll position until there is a move", () => {
    const page = pageOf(<Moves />);
    page.show(moved(0, ...words));
    const section = find(".moves");
    const rows = [...section.querySelectorAll("li")];
    expect(rows).toHaveLength(20);
    Object.defineProperty(section, "scrollHeight", { value: 900 });
    section.scrollTop = 120;
    for (let i = 0; i < 50; i++) page.show(...unrelated(i));
    expect([...section.querySelectorAll("li")]).toEqual(rows);
    expect(section.scrollTop).toBe(120);
    page.show(moved(40, "next"));
    expect([...section.querySelectorAll("li")].slice(0, 20)).toEqual(rows);
    expect(section.scrollTop).toBe(900);
    expect(find(".latest").textContent).toBe("next");
  });

  it("shows the move that the viewer looks at after a review", () => {
    const page = pageOf(<Moves />);
    const shown: string[] = [];
    vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
      shown.push(this.textContent ?? "");
    });
    const notes = [{ move: 4, mark: "?", text: text("a slip"), better: null }];
    const review: Review = { seat: 0, shares: words.map(() => 500), notes };
    page.show(moved(0, ...words), hud({ field: "review", value: review }));
    click("[data-review='4']");
    expect(find(".chosen").dataset["move"]).toBe("4");
    expect(shown).toEqual(["m3?"]);
    page.show(hud({ field: "review", value: null }));
    expect(document.querySelector(".chosen")).toBeNull();
    vi.restoreAllMocks();
  });
});

describe("dialogs", () => {
  it("keep the focus and what was typed while events arrive", () => {
    const page = pageOf(<Dialogs />);
    const then = vi.fn();
    void act(() => page.screen.openDialog({ kind: "rename", name: "Ada", then }));
    const dialog = find("dialog") as HTMLDialogElement;
    const input = find("dialog input") as HTMLInputElement;
    expect(dialog.open).toBe(true);
    expect(input.value).toBe("Ada");
    input.focus();
    input.value = "Bo";
    for (let i = 0; i < 50; i++) page.show(...unrelated(i));
    expect(document.activeElement).toBe(input);
    expect(input.value).toBe("Bo");
    void act(() => void find("dialog form").dispatchEvent(new Event("submit")));
    expect(then).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem("fangqi.name")).toBe("Bo");
    expect(document.querySelector("dialog")).toBeNull();
  });

  it("ask before they act, and one may follow another", () => {
    const page = pageOf(
      <>
        <Actions />
        <Dialogs />
      </>,
    );
    const confirm = text("Resign?");
    page.show(hud({ field: "buttons", value: [button("resign", { confirm })] }));
    click("[data-action=resign]");
    expect(find("dialog .question").textContent).toBe("Resign?");
    click("dialog .quiet");
    expect(page.sent).toEqual([]);
    click("[data-action=resign]");
    click("dialog .primary");
    expect(page.sent).toEqual([{ t: "action", id: "resign", value: null }]);
    expect(document.querySelector("dialog")).toBeNull();
    void act(() => page.screen.openDialog({ kind: "host" }));
    click("dialog .danger");
    click("dialog .primary");
    expect(page.sent.at(-1)).toEqual({ t: "close_room" });
  });

  it("close on a click beside them", () => {
    const page = pageOf(<Dialogs />);
    void act(() => page.screen.openDialog({ kind: "help" }));
    click("dialog h3");
    expect(page.screen.dialogs.value).toHaveLength(1);
    click("dialog");
    expect(page.screen.dialogs.value).toEqual([]);
  });
});

describe("seats", () => {
  const held: SeatView = { ...openSeat, holder: { by: "computer", level: 2 } };

  it("show a level when the server confirms it, in the same list", () => {
    const page = pageOf(<Seats />);
    const map = { computer_levels: 3 } as never;
    const welcome = { t: "welcome", you: 1, token: "", room: "r", map, fresh: true } as const;
    page.model.take({ ...welcome, host: false });
    page.show({ t: "seats", seats: [held] });
    expect(document.querySelector("select"), "a spectator may not say who plays").toBeNull();
    page.show({ ...welcome, host: true });
    const list = find("select") as HTMLSelectElement;
    expect(list.value).toBe("2");
    list.value = "3";
    void act(() => void list.dispatchEvent(new Event("change")));
    expect(page.sent).toEqual([{ t: "set_computer", seat: 0, level: 3 }]);
    expect(list.value).toBe("2");
    page.show({ t: "seats", seats: [{ ...held, holder: { by: "computer", level: 3 } }] });
    expect(find("select")).toBe(list);
    expect(list.value).toBe("3");
    list.value = "open";
    void act(() => void list.dispatchEvent(new Event("change")));
    expect(page.sent.at(-1)).toEqual({ t: "set_computer", seat: 0, level: null });
  });

  it("have clocks that run between events", async () => {
    vi.useFakeTimers();
    const page = pageOf(<Seats />);
    const clock = { left: 100, later: 0, period: 0, overtime: false, running: true, at: 1 };
    page.show({ t: "seats", seats: [openSeat] }, hud({ field: "clocks", value: [clock] }));
    const digits = find(".clock b");
    expect(digits.textContent).toBe("5.0");
    await pass(1000);
    expect(find(".clock b")).toBe(digits);
    expect(digits.textContent).toBe("4.0");
    page.leave();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the chat", () => {
  it("keeps a half-typed line and marks what was not read", () => {
    const page = pageOf(
      <Panel actions={null}>
        <Chat />
      </Panel>,
    );
    const input = find(".chat input") as HTMLInputElement;
    input.focus();
    input.value = "good day";
    for (let i = 0; i < 50; i++) page.show(...unrelated(i));
    expect(input.value).toBe("good day");
    expect(document.activeElement).toBe(input);
    expect(document.querySelectorAll(".lines p")).toHaveLength(50);
    input.value = " hello ";
    void act(() => void find(".chat form").dispatchEvent(new Event("submit")));
    expect(page.sent).toEqual([{ t: "chat", text: "hello" }]);
    expect(input.value).toBe("");
  });

  it("shows markup only as text", () => {
    const page = pageOf(<Chat />);
    page.show(chat("<img src=x onerror=alert(1)>"));
    expect(document.querySelector(".lines img")).toBeNull();
    expect(find(".lines p").textContent).toBe("<img src=x onerror=alert(1)>");
  });
});

describe("what a scene module changes of the page", () => {
  const reds: SeatView = { ...openSeat, holder: { by: "player", player: 9 } };

  it("are the hints for beginners", () => {
    const page = pageOf(<Caption />);
    page.show({ t: "seats", seats: [openSeat] });
    const hint = find(".hint").textContent;
    expect(hint).not.toBe("");
    const hints = signal(false);
    void act(() => void (page.screen.scene.value = { hints }));
    expect(find(".hint").hidden).toBe(true);
    void act(() => void (hints.value = true));
    expect(find(".hint").textContent).toBe(hint);
  });

  it("leave the map's own question where the coach adds to it", () => {
    const page = pageOf(<Caption />);
    const welcome = { t: "welcome", token: "", room: "r", fresh: true, host: true } as const;
    page.model.take({ ...welcome, you: 9, map: {} as never });
    const choices = [
      {
        path: [
          [0, 1, 0],
          [1, 1, 0],
        ] as [number, number, number][],
        label: null,
      },
    ];
    const rest = { deadline: null, selection: null, panel: null };
    page.show({ t: "seats", seats: [reds] });
    const hint = text("Move one stone, or drop one");
    page.show({ t: "request", request: { id: 1, hint, choices, ...rest } });
    const coached = "Move one stone, or drop one · Click a piece to see where it can go.";
    expect(find(".hint").textContent).toBe(coached);
    page.show(hud({ field: "status", value: hint }));
    expect(find(".hint").textContent).toBe("Click a piece to see where it can go.");
    void act(() => void (page.screen.scene.value = { hints: signal(false) }));
    page.show(hud({ field: "status", value: null }));
    expect(find(".hint").textContent).toBe("Move one stone, or drop one");
  });

  it("speak of cards where the map has places for them", () => {
    const page = pageOf(<Caption />);
    const welcome = { t: "welcome", token: "", room: "r", fresh: true, host: true } as const;
    page.model.take({ ...welcome, you: 9, map: {} as never });
    page.show({ t: "seats", seats: [reds] });
    const path = [
      [0, 1, 0],
      [5, 1, 5],
    ] as [number, number, number][];
    const answer = { deadline: null, selection: null, panel: null };
    const hand: Zone = { kind: "hand", seat: 0, at: [0, 1, 0], count: 13 };
    const choices = [{ path, label: null }];
    const request = { id: 1, hint: text("Play a card"), choices, ...answer };
    page.show({ t: "request", request });
    expect(find(".hint").textContent).toContain("Click a piece");
    page.show({ t: "setting", setting: { ...page.model.setting, zones: [hand] } });
    expect(find(".hint").textContent).toBe("Play a card · Click a card to see where it can go.");
  });

  it("are the colours of the chat", () => {
    const page = pageOf(<Chat />);
    page.show(chat("#Rred"));
    expect(find(".lines p").textContent).toBe("#Rred");
    void act(() => void (page.screen.scene.value = { markedChat: signal(true) }));
    expect(find(".lines p").textContent).toBe("red");
    expect(find(".lines p span").style.getPropertyValue("--run")).toBe("#ff0000");
  });

  it("are the texts of the banner with the result", () => {
    const page = pageOf(<Result />);
    const result = { winner: 0, text: text("mate") };
    page.show(
      { t: "seats", seats: [reds] },
      hud({ field: "buttons", value: [button("new")] }),
      hud({ field: "result", value: result }),
    );
    const words = () =>
      [...find(".result").querySelectorAll(".seal, h2, p, .sides > div > *, .row > *")].map(
        (element) => element.textContent,
      );
    const links = ["Share", "Close"];
    expect(words()).toEqual(["R", "Red wins", "mate", "New game", "Replay", ...links]);
    const banner: ResultBanner = {
      hidden: ["seal", "again"],
      texts: { title: "#RWell played", replay: "See it" },
      columns: [
        { title: "", text: "12 points", note: "best: 20" },
        { title: "2nd", text: "", note: "" },
      ],
    };
    void act(() => void (page.screen.scene.value = { result: signal(banner) }));
    const columns = ["12 points", "best: 20", "2nd"];
    expect(words()).toEqual(["Well played", "mate", ...columns, "See it", ...links]);
  });
});

describe("notes and toasts", () => {
  it("stay away after they were closed, until the map says something else", () => {
    const page = pageOf(<Note />);
    const note = (title: string) => ({ title: text(title), lines: [], buttons: [] });
    const tell = (title: string) => page.show(hud({ field: "note", value: note(title) }));
    tell("one");
    expect(find(".note").hidden).toBe(false);
    click(".note .icon-button");
    expect(find(".note").hidden).toBe(true);
    tell("one");
    expect(find(".note").hidden).toBe(true);
    tell("two");
    expect(find(".note h3").textContent).toBe("two");
    page.show(hud({ field: "note", value: null }));
    tell("one");
    expect(find(".note").hidden).toBe(false);
  });

  it("that are steps lead to the others in place of being closed", () => {
    const page = pageOf(<Note />);
    const button = { enabled: true, seated: false, confirm: null, options: [] };
    const option = (value: string, chosen = false) => ({ value, label: text(`s${value}`), chosen });
    const options = [option("1"), option("2", true), option("3")];
    const buttons = [
      { ...button, id: "steps", label: text("All steps"), options },
      { ...button, id: "back", label: text("Back") },
      { ...button, id: "next", label: text("Next") },
    ];
    const value = { title: text("two"), lines: [], buttons };
    page.show(hud({ field: "note", value }));
    expect(document.querySelector(".note .icon-button")).toBeNull();
    const marks = [...document.querySelectorAll(".steps button")];
    expect(marks.map((mark) => mark.getAttribute("aria-current"))).toEqual([null, "step", null]);
    expect(marks[2]?.getAttribute("aria-label")).toBe("Step 3: s3");
    click(".steps button:nth-child(3)");
    click(".note-do .primary");
    expect(page.sent).toEqual([
      { t: "action", id: "steps", value: "3" },
      { t: "action", id: "next", value: null },
    ]);
  });

  it("fade after a while, and say nothing twice", async () => {
    vi.useFakeTimers();
    const { screen } = pageOf(<Toasts />);
    const shown = () => [...document.querySelectorAll(".toast")].map((it) => it.textContent);
    await act(() => ["a", "b", "c", "a", "d", "e"].forEach((it) => screen.toast("info", it)));
    expect(shown()).toEqual(["c", "a", "d", "e"]);
    await pass(3700);
    expect(document.querySelectorAll(".toast.going")).toHaveLength(4);
    await pass(400);
    expect(shown()).toEqual([]);
  });
});

describe("card tables", () => {
  it("count the selected cards on the button that plays them", () => {
    const page = pageOf(null);
    const play = new CardPlay(
      page.model,
      () => null,
      (message) => void page.sent.push(message),
      (kind, words) => page.screen.toast(kind, words),
    );
    page.draw(<Answers play={play} />);
    const cells = [0, 1, 2].map((x) => [x, 1, 0] as [number, number, number]);
    const rules = { classes: "ABC", legal: [], min: 1, max: 2, suggest: [[2]], label: null };
    const selection = { cells, ...rules };
    const rest = { hint: text("?"), choices: [], deadline: null, panel: null };
    page.show({ t: "request", request: { id: 6, selection, ...rest } });
    const go = find("[data-do=play-cards]");
    expect(go.getAttribute("aria-disabled")).toBe("true");
    for (const pos of cells.slice(0, 2)) void act(() => play.stroke([pos]));
    expect(find("[data-do=play-cards]")).toBe(go);
    expect([go.dataset["count"], go.getAttribute("aria-disabled")]).toEqual(["2", "false"]);
    click("[data-do=suggest]");
    expect(find("[data-do=suggest]").textContent).toMatch(/1\/1$/);
    click("[data-do=play-cards]");
    expect(page.sent).toEqual([{ t: "select", request: 6, cells: [2] }]);
  });
});
