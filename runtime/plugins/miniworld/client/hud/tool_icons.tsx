import { LineIcon } from "@page/util/icons";

/** Icons of the walking HUD, as line paths on a 24-unit grid. */
const PATHS = {
  jump: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  dig: "M4 20L14.5 9.5M9 4c5 0 10 4.5 11 11-3-4.5-6.5-8-11-11z",
  place: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9",
  view: "M3 8h11v9H3zM14 11l6-3v9l-6-3M6 8V5.5h5V8",
  bag: "M6 9h12v11H6zM9 9V6.5a3 3 0 0 1 6 0V9M6 13.5h12",
  people:
    "M8.5 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19a5.5 5.5 0 0 1 11 0M16 11a2.6 2.6 0 1 0 0-5.2M16.5 13.6A5 5 0 0 1 21 19",
  board: "M4 18l8-4 8 4-8 3.5zM12 3v8M8.5 7.5L12 11l3.5-3.5",
  walk: "M13 5.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM12.5 8l-2 6 3.5 2.5L15 22M10.5 14L7 21M12 8.5L8.5 10 7.5 13M12.5 8.5l2.5 3 3 .8",
  act: "M12 7.2a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8zM12 8.5v7M12 10L6.5 5.5M12 10l5.5 3.5M12 15.5L8.5 21.5M12 15.5l3.5 6",
  chat: "M4 5h16v11H9.5L5 20v-4H4z",
} as const;

export type ToolIconName = keyof typeof PATHS;

export const ToolIcon = ({ name }: { name: ToolIconName }) => <LineIcon lines={PATHS[name]} />;
