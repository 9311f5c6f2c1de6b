import { MoveTree } from "./tree";

/** Where studies are kept: in the browser, for all its tabs. */

export const studyKey = (room: string): string => `fangqi.study.${room}`;
const treeKey = (room: string): string => `fangqi.tree.${room}`;
/** Ids of the rooms with studies, the latest last. */
const SHELF = "fangqi.studies";
const STUDIES_MAX = 40;

/** Storage of this tab: a room that is studied in one tab is played as usual in another. */
export const tab = {
  keep(key: string, value: string | null): void {
    try {
      if (value === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, value);
    } catch {
      // Private windows may refuse it: the room then opens without its study.
    }
  },
  kept(key: string): string | null {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
};

/** Whether a room was studied in this tab; a new tab goes on with a study that is kept. */
export const isStudied = (room: string): boolean =>
  (tab.kept(studyKey(room)) ?? (keptTree(room) ? "yes" : "no")) === "yes";

function shelf(): string[] {
  return (localStorage.getItem(SHELF) ?? "").split(" ").filter(Boolean);
}

/** Keeps the tree of a room; the oldest ones make room for new ones. */
export function keepTree(room: string, tree: string): void {
  try {
    const rooms = [...shelf().filter((other) => other !== room), room];
    for (const old of rooms.splice(0, rooms.length - STUDIES_MAX)) {
      localStorage.removeItem(treeKey(old));
    }
    localStorage.setItem(SHELF, rooms.join(" "));
    localStorage.setItem(treeKey(room), tree);
  } catch {
    // A full or forbidden store: the study lasts as long as the page.
  }
}

/** The tree of a room; null if none is kept. */
export function keptTree(room: string): MoveTree | null {
  try {
    const text = localStorage.getItem(treeKey(room));
    return text === null ? null : MoveTree.read(text);
  } catch {
    return null;
  }
}

/** Tells of changes to the tree of a room by other tabs. */
export function watchTree(room: string, changed: (tree: MoveTree) => void): void {
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== treeKey(room) || newValue === null) return;
    const tree = MoveTree.read(newValue);
    if (tree) changed(tree);
  });
}
