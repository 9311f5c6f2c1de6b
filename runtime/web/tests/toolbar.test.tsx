// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { Sounds } from "../src/audio/sounds";
import { Toolbar } from "../src/hud/toolbar";
import { setLanguage } from "../src/i18n/language";
import { find, pageOf } from "./page";

beforeEach(() => setLanguage("en"));

const names = (selector: string): string[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].map((tool) => tool.dataset["tool"] ?? "");

describe("the bar", () => {
  it("keeps the tools of the view, and has each of the others once, in the menu", () => {
    pageOf(<Toolbar sounds={new Sounds()} />);
    expect(names(".tools > .tool")).toEqual(["flat", "flip", "view", "more"]);
    expect(names(".overflow-menu [data-tool]")).toEqual([
      "share",
      "replay",
      "record",
      "picture",
      "sound",
      "settings",
      "help",
      "language",
    ]);
  });

  it("keeps the first of the others at a card table, which has no views", () => {
    const page = pageOf(<Toolbar sounds={new Sounds()} />);
    page.screen.table.value = { signs: new Map(), piles: [], hand: { x: 0, y: 0 } } as never;
    page.draw(<Toolbar sounds={new Sounds()} />);
    expect(names(".tools > .tool")).toEqual(["share", "replay", "sound", "more"]);
    expect(names(".overflow-menu [data-tool]")).toEqual(["settings", "help", "language"]);
  });

  it("offers neither an invitation nor a replay in a replay", () => {
    pageOf(<Toolbar sounds={new Sounds()} />, true);
    expect(names(".overflow-menu [data-tool]")).toEqual([
      "record",
      "picture",
      "sound",
      "settings",
      "help",
      "language",
    ]);
  });

  it("opens the menu by a button that names it", () => {
    pageOf(<Toolbar sounds={new Sounds()} />);
    const menu = find(".overflow-menu");
    expect(find("[data-tool=more]").getAttribute("popovertarget")).toBe(menu.id);
    expect(menu.getAttribute("popover")).toBe("auto");
    const language = find(".overflow-menu [data-tool=language]") as HTMLSelectElement;
    const offered = [...language.options].map(({ text, lang, value }) => [text, lang, value]);
    expect(offered).toEqual([
      ["中文", "zh-Hans", "zh"],
      ["English", "en", "en"],
      ["Español", "es", "es"],
    ]);
    expect(language.value).toBe("en");
  });
});
