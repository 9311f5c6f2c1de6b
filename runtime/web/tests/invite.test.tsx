// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Dialogs } from "../src/hud/dialogs";
import {
  awaitPlayer,
  followInvitation,
  invite,
  inviteLink,
  isInvited,
  isWaiting,
} from "../src/hud/invite";
import type { HudHost } from "../src/hud/context";
import { setLanguage } from "../src/i18n/language";
import { Arrivals } from "../src/room/arrivals";
import type { SeatView, ServerMessage } from "../src/wire.generated";
import { click, find, openSeat, pageOf, text } from "./page";

const map = { name: text("Go"), computer_levels: 3 } as never;
const welcome = (host: boolean): ServerMessage => ({
  t: "welcome",
  you: 1,
  token: "",
  room: "r",
  map,
  fresh: true,
  host,
});
const own: SeatView = { ...openSeat, name: text("Black"), holder: { by: "player", player: 1 } };
const computer: SeatView = {
  ...openSeat,
  name: text("White"),
  holder: { by: "computer", level: 2 },
};
const free: SeatView = { ...openSeat, name: text("White") };
const played: ServerMessage = {
  t: "hud",
  change: { field: "result", value: { winner: 0, text: text("over") } },
};

beforeEach(() => {
  localStorage.clear();
  setLanguage("en");
  history.replaceState(null, "", "/r/abc");
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function table(seats: SeatView[], host = false) {
  const page = pageOf(<Dialogs />);
  page.show(welcome(host), { t: "seats", seats });
  page.model.setLink({ kind: "live" });
  const hud: HudHost = {
    model: page.model,
    screen: page.screen,
    room: "abc",
    replay: false,
    send: (message) => void page.sent.push(message),
    flip: () => {},
    goHome: () => {},
    reconnect: () => {},
    shot: () => ({ blocks: [], marks: [], arrows: [] }),
  };
  return { ...page, hud };
}

describe("a quick match", () => {
  it("frees the seat that a computer takes when the viewer has sat down, once", () => {
    history.replaceState(null, "", "/r/abc#wait");
    expect(isWaiting()).toBe(true);
    const page = table([{ ...free, name: text("Black") }, free]);
    void act(() => awaitPlayer(page.hud));
    expect([isWaiting(), page.sent]).toEqual([false, []]);
    const asked = [{ t: "set_computer", seat: 1, level: null }];
    page.show({ t: "seats", seats: [own, computer] });
    expect(page.sent).toEqual(asked);
    page.show({ t: "seats", seats: [own, free] });
    // The viewer may have the computer play after all.
    page.show({ t: "seats", seats: [own, computer] });
    expect(page.sent).toEqual(asked);
  });
});

describe("an invitation", () => {
  it("frees a computer's seat before the first move, and says which is free", async () => {
    const page = table([own, computer]);
    void act(() => invite(page.hud));
    expect(page.sent).toEqual([{ t: "set_computer", seat: 1, level: null }]);
    page.show({ t: "seats", seats: [own, free] });
    expect(find("dialog p").textContent).toContain("White is free");
    expect((find("dialog input") as HTMLInputElement).value).toBe(inviteLink());
    expect(inviteLink()).toMatch(/\/r\/abc#sit$/);
    await vi.waitFor(() => expect(find(".qr path").getAttribute("d")).toMatch(/^M\d/));
  });

  it("leaves a game that is being played alone until the viewer frees a seat", () => {
    const page = table([own, computer]);
    page.show(played);
    void act(() => invite(page.hud));
    expect(page.sent).toEqual([]);
    click("[data-do=open_seat]");
    expect(page.sent).toEqual([{ t: "set_computer", seat: 1, level: null }]);
  });

  it("offers spectators no seat that is not theirs to give", () => {
    const page = table([computer, computer]);
    void act(() => invite(page.hud));
    expect(page.sent).toEqual([]);
    expect(document.querySelector("[data-do=open_seat]")).toBeNull();
  });

  it("seats a friend who has a name, once", () => {
    localStorage.setItem("fangqi.name", "Bo");
    history.replaceState(null, "", "/r/abc#sit");
    expect(isInvited()).toBe(true);
    const page = table([{ ...own, holder: { by: "player", player: 2 } }, free]);
    followInvitation(page.hud);
    expect(page.sent).toEqual([{ t: "sit", seat: 1 }]);
    expect(isInvited()).toBe(false);
  });

  it("asks a friend for a name, and takes the seat on the connection that tells it", async () => {
    const page = table([{ ...own, holder: { by: "player", player: 2 } }, free]);
    void act(() => followInvitation(page.hud));
    (find("dialog input") as HTMLInputElement).value = " Bo ";
    // As connecting again does.
    page.model.setLink({ kind: "connecting", attempt: 0 });
    click("[data-do=take_seat]");
    expect(localStorage.getItem("fangqi.name")).toBe("Bo");
    expect(page.sent).toEqual([]);
    page.model.setLink({ kind: "live" });
    expect(page.sent).toEqual([{ t: "sit", seat: 1 }]);
    await Promise.resolve();
    page.model.setLink({ kind: "connecting", attempt: 0 });
    page.model.setLink({ kind: "live" });
    expect(page.sent).toHaveLength(1);
  });

  it("tells a friend who comes too late", () => {
    const page = table([{ ...own, holder: { by: "player", player: 2 } }, computer]);
    followInvitation(page.hud);
    expect(page.sent).toEqual([]);
    expect(page.screen.toasts.value[0]?.text).toMatch(/taken/);
  });
});

describe("an arrival", () => {
  const person = (id: number, present = true) => ({ id, name: `P${id}`, present });

  it("rings and blinks while the page is hidden, until it is looked at", () => {
    vi.useFakeTimers();
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(false);
    const ring = vi.fn();
    const arrivals = new Arrivals(ring);
    arrivals.follow([person(1), person(2)], 1);
    arrivals.follow([person(1), person(2), person(3)], 1);
    expect([ring.mock.calls.length, arrivals.title]).toEqual([0, null]);
    hidden.mockReturnValue(true);
    arrivals.follow([person(1), person(2), person(3, false)], 1);
    expect(ring).not.toHaveBeenCalled();
    arrivals.follow([person(1), person(2), person(3)], 1);
    expect([ring.mock.calls.length, arrivals.title]).toEqual([1, "P3 is here!"]);
    vi.advanceTimersByTime(1000);
    expect(arrivals.title).toBeNull();
    vi.advanceTimersByTime(1000);
    expect(arrivals.title).toBe("P3 is here!");
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(3000);
    expect(arrivals.title).toBeNull();
  });
});
