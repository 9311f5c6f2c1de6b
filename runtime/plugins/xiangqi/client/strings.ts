import { both } from "@page/i18n/language";
import type { LocalText } from "@page/wire.generated";

/** The texts of this plugin's part of the page. `{name}` is a placeholder. */
export const RECORD_STRINGS = {
  pgn_chinese: { zh: "PGN（中文着法）", en: "PGN (Chinese)" },
  pgn_wxf: { zh: "PGN（WXF 着法）", en: "PGN (WXF)" },
  bad_moves: {
    zh: "着法每步应是四个数字，如 7747；这里有“{digits}”。",
    en: "A move is four digits, as in 7747; here is “{digits}”.",
  },
  bad_binit: {
    zh: "binit 应是三十二个棋子的位置，每个两位数字。",
    en: "A binit is the places of thirty-two pieces, two digits each.",
  },
} as const satisfies Record<string, { zh: string; en: string }>;

/** A text of this table in both languages. */
export const inBoth = (
  key: keyof typeof RECORD_STRINGS,
  values: Readonly<Record<string, string>> = {},
): LocalText => both(RECORD_STRINGS[key], values);
