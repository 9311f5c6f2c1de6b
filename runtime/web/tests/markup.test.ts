// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { setLanguage } from "../src/i18n/language";
import { linesOf, plainOf, runsOf } from "../src/util/markup";

describe("marks in texts", () => {
  it("are exactly those that the server removes", () => {
    // The table of the server's own test.
    const cases: [string, string][] = [
      ["#RCheck#n mate", "Check mate"],
      ["#cff8800将军", "将军"],
      ["[color=#00ff00]go[/color]!", "go!"],
      ["1 # 2 #1 [x] #", "1 # 2 #1 [x] #"],
      ["#c12", "#c12"],
      ["#c象棋象", "#c象棋象"],
      ["##R", "#"],
      ["[color=red]", "[color=red]"],
      ["", ""],
      ["#r #g #C112233", "#r #g #C112233"],
    ];
    for (const [text, expected] of cases) expect(plainOf(text), text).toBe(expected);
  });

  it("show readers their own language, as the server's table says", async () => {
    const cases: [string, string, string][] = [
      ["#Y[zh]金币[/zh][en]Coins[/en] 3", "金币 3", "Coins 3"],
      ["#R[zh]甲[/zh]和[zh]乙[/zh]", "甲和乙", "和"],
      ["[zh]open", "[zh]open", "[zh]open"],
      ["[zh][en]x[/zh][/en]", "[en]x[/en]", "[/en]"],
      ["[fr]x[/fr]", "[fr]x[/fr]", "[fr]x[/fr]"],
    ];
    for (const [text, zh, en] of cases) {
      await setLanguage("zh");
      expect(plainOf(text), text).toBe(zh);
      await setLanguage("en");
      expect(plainOf(text), text).toBe(en);
    }
  });

  it("continue on the lines below", () => {
    const lines = linesOf("#Rone\ntwo#n\r\n\nfour #Bblue").map((line) =>
      line.map(({ text, colour }) => [text, colour]),
    );
    expect(lines).toEqual([
      [["one", "#ff0000"]],
      [["two", "#ff0000"]],
      [],
      [
        ["four ", null],
        ["blue", "#3060ff"],
      ],
    ]);
    expect(linesOf("")).toEqual([[]]);
  });

  it("colour the text up to the next mark", () => {
    expect(runsOf("a#Rb#cAABBCCc#nd")).toEqual([
      { text: "a", colour: null, blinks: false },
      { text: "b", colour: "#ff0000", blinks: false },
      { text: "c", colour: "#aabbcc", blinks: false },
      { text: "d", colour: null, blinks: false },
    ]);
  });

  it("make text blink until it is reset", () => {
    expect(runsOf("#Y#bgo#n!")).toEqual([
      { text: "go", colour: "#ffd800", blinks: true },
      { text: "!", colour: null, blinks: false },
    ]);
    expect(runsOf('[color="#00ff00"]x[/color]y').map(({ colour }) => colour)).toEqual([
      "#00ff00",
      null,
    ]);
  });
});
