/** What a map says of the end of a game (`UI:setGBattleUI`): texts, and what is to be shown. */
export interface Summary {
  /** Whether a part is to be seen: all are that are not switched off. */
  shows(name: string): boolean;
  /** What a part says: the map's text, or the usual one. */
  label(name: string, usual: string): string;
}

/** What a map's texts and switches say, by their names. */
export function summaryOf(said: Readonly<Record<string, string>>): Summary {
  return {
    shows: (name) => said[name] !== "false",
    label: (name, usual) => {
      const text = said[name]?.trim() ?? "";
      return ["", "true", "false"].includes(text) ? usual : text;
    },
  };
}
