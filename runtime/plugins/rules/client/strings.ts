import { both } from "@page/i18n/language";
import { RecordProblem } from "@page/records/record";

/** The texts of this plugin's part of the page. `{name}` is a placeholder. */
export const RECORD_STRINGS = {
  open_value: { zh: "这里的“[”没有结束。", en: "The “[” here has no end." },
  early_end: { zh: "文件没有写完。", en: "The file ends too early." },
  stray: { zh: "这里不该有“{letter}”。", en: "“{letter}” does not belong here." },
  other_size: {
    zh: "棋谱的棋盘是 {size} 路，这里是 {here} 路。",
    en: "The record's board has {size} lines, and this one has {here}.",
  },
  handicap: {
    zh: "这盘棋预先摆了棋子（让子或题目），还不能导入。",
    en: "This game begins with stones on the board. Such games cannot be imported yet.",
  },
} as const satisfies Record<string, { zh: string; en: string }>;

/** A problem with a file: what, with what its text names, and in which line. */
export const problem = (
  key: keyof typeof RECORD_STRINGS,
  values: Readonly<Record<string, string | number>> = {},
  line: number | null = null,
): RecordProblem => new RecordProblem(both(RECORD_STRINGS[key], values), line);
