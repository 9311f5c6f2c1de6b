import { textLanguage } from "../i18n/language";

/** A piece of text in one style. */
export interface Run {
  text: string;
  /** `#rrggbb`, or null for the surrounding colour. */
  colour: string | null;
  blinks: boolean;
}

/** Colours by letter. */
const NAMED: Readonly<Record<string, string>> = {
  R: "#ff0000",
  G: "#00c000",
  B: "#3060ff",
  Y: "#ffd800",
  W: "#ffffff",
  K: "#000000",
  P: "#c040ff",
  L: "#40c0ff",
};

const MARK =
  /#c([0-9a-fA-F]{6})|#([RGBYWKPL])|#(n)|#(b)|\[color="?(#[0-9a-fA-F]{6})"?\]|\[\/color\]/gu;

const LANGUAGES = /\[(zh|en)\]([\s\S]*?)\[\/\1\]/gu;

/** A text as its reader sees it: of `[zh]…[/zh][en]…[/en]` one. */
const readable = (text: string): string =>
  text.replace(LANGUAGES, (_, language: string, said: string) =>
    language === textLanguage() ? said : "",
  );

/**
 * Splits a text at its marks: `#R`, `#cff0000`, `[color=#ff0000]…[/color]`, `#n` for the normal
 * colour, `#b` for blinking, and `[zh]…[/zh][en]…[/en]` for what readers of each language see.
 * Everything else is text.
 */
export function runsOf(marked: string): Run[] {
  const text = readable(marked);
  const runs: Run[] = [];
  let [colour, blinks, at] = [null as string | null, false, 0];
  const add = (piece: string) => piece !== "" && runs.push({ text: piece, colour, blinks });
  for (const found of text.matchAll(MARK)) {
    add(text.slice(at, found.index));
    at = found.index + found[0].length;
    const [, hex, letter, reset, blink, named] = found;
    if (hex) colour = `#${hex.toLowerCase()}`;
    else if (letter) colour = NAMED[letter] ?? null;
    else if (named) colour = named.toLowerCase();
    else if (blink) blinks = true;
    else colour = null;
    if (reset) blinks = false;
  }
  add(text.slice(at));
  return runs;
}

/** Splits a text into lines of pieces. A colour continues on the lines below. */
export function linesOf(text: string): Run[][] {
  const lines: Run[][] = [[]];
  for (const run of runsOf(text)) {
    run.text.split(/\r\n|\r|\n/u).forEach((piece, i) => {
      if (i > 0) lines.push([]);
      if (piece !== "") lines.at(-1)?.push({ ...run, text: piece });
    });
  }
  return lines;
}

/** A text without its marks. */
export const plainOf = (text: string): string =>
  runsOf(text)
    .map((run) => run.text)
    .join("");

/** A text in the colours of its marks. */
export const Marked = ({ text }: { text: string }) => (
  <>
    {runsOf(text).map((run) =>
      run.colour === null && !run.blinks ? (
        run.text
      ) : (
        <span
          class={`${run.colour === null ? "" : "coloured"}${run.blinks ? " blinks" : ""}`.trim()}
          style={run.colour === null ? undefined : `--run:${run.colour}`}
        >
          {run.text}
        </span>
      ),
    )}
  </>
);
