import type { ResultBanner, ResultPart } from "@page/plugins/scene";

/** The parts of the banner by Mini World's names (`UI:setGBattleUI`). */
const PARTS: readonly (readonly [ResultPart, string])[] = [
  ["seal", "result_bkg"],
  ["title", "result"],
  ["replay", "battle_btn"],
  ["again", "reopen"],
];

/**
 * The banner with a game's result as a map sets it. Values are texts or `true` or `false`; `false`
 * hides a part.
 */
export function resultBannerOf(values: Readonly<Record<string, string>>): ResultBanner {
  const text = (name: string): string => {
    const set = values[name]?.trim() ?? "";
    return set === "true" || set === "false" ? "" : set;
  };
  const columns = [
    { title: text("left_title"), text: text("left_desc"), note: text("left_little_desc") },
    { title: text("right_title"), text: "", note: text("right_little_desc") },
  ];
  const named = PARTS.filter(([, name]) => text(name) !== "");
  return {
    hidden: PARTS.filter(([, name]) => values[name] === "false").map(([part]) => part),
    texts: Object.fromEntries(named.map(([part, name]) => [part, text(name)])),
    columns: columns.some((column) => Object.values(column).some(Boolean)) ? columns : [],
  };
}
