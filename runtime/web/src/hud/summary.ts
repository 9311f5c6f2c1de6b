/** What a map sets for the end of a game (`UI:setGBattleUI`): texts and visibility. */
export interface Summary {
  /** Whether a part is visible. Parts are, unless switched off. */
  shows(name: string): boolean;
  /** The text of a part: the map's, else the default. */
  label(name: string, usual: string): string;
}

/** Reads the map's values, which are texts or `true`/`false`. */
export function summaryOf(values: Readonly<Record<string, string>>): Summary {
  return {
    shows: (name) => values[name] !== "false",
    label: (name, usual) => {
      const text = values[name]?.trim() ?? "";
      return ["", "true", "false"].includes(text) ? usual : text;
    },
  };
}
