/** Line icons on a 24-unit grid. */
const PATHS = {
  new: "M12 5v14M5 12h14",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6v1",
  resign: "M6 21V4M6 5h11l-2.5 4L17 13H6",
  draw: "M5 9h14M5 15h14",
  hint: "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.8 10.7c.8.7 1.3 1.4 1.3 2.3h5c0-.9.5-1.6 1.3-2.3A6 6 0 0 0 12 3z",
  time: "M12 4a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 8v4.5l3 2M9.5 1.8h5",
  option_players:
    "M8.5 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19a5.5 5.5 0 0 1 11 0M16 11a2.6 2.6 0 1 0 0-5.2M16.5 13.6A5 5 0 0 1 21 19",
  choose: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4",
  why: "M9.2 9a2.9 2.9 0 1 1 4.3 2.6c-1 .6-1.5 1.1-1.5 2.4M12 17.4v.2M4 4h16v13h-7l-4 4v-4H4z",
  bar: "M7 3.5h10v17H7zM7 11h10",
  review: "M4 19.5h16M4 15l4.5-5 3.5 3 4-7 4 4",
  solution: "M4 12.5l5 5L20 6.5",
  previous: "M15 5.5L8.5 12l6.5 6.5",
  next: "M9 5.5l6.5 6.5L9 18.5",
  again: "M4 12a8 8 0 1 0 2.6-5.9M4 4v4.2h4.2",
  option_difficulty: "M5 20v-5M10 20v-9M15 20V8M20 20V4",
  learn:
    "M12 6.7C9.6 5 6.8 4.6 4 5.1v13.2c2.8-.5 5.6-.1 8 1.6 2.4-1.7 5.2-2.1 8-1.6V5.1c-2.8-.5-5.6-.1-8 1.6zM12 6.7v13.2",
  rematch: "M4 8h15l-4-4M20 16H5l4 4",
  flip: "M4 10a8 8 0 0 1 14-4l2 2M20 4v4h-4M20 14a8 8 0 0 1-14 4l-2-2M4 20v-4h4",
  view: "M4 9V5a1 1 0 0 1 1-1h4M20 9V5a1 1 0 0 0-1-1h-4M4 15v4a1 1 0 0 0 1 1h4M20 15v4a1 1 0 0 1-1 1h-4M12 10v4M10 12h4",
  flat: "M4.5 4.5h15v15h-15zM4.5 9.5h15M4.5 14.5h15M9.5 4.5v15M14.5 4.5v15",
  side: "M7 6.5h10l4.5 11.5h-19zM5 12h14M9.7 6.5L7.8 18M14.3 6.5L16.2 18",
  share: "M12 15V4M8 7.5L12 4l4 3.5M6 11H5v9h14v-9h-1",
  record: "M7 3.5h10.5v17H7a2.5 2.5 0 0 1 0-5h10.5M7 3.5A2.5 2.5 0 0 0 4.5 6v12M9 7.5h5.5M9 11h5.5",
  study: "M4 8.5h12M12.5 5L16 8.5 12.5 12M20 15.5H8M11.5 12L8 15.5l3.5 3.5",
  picture:
    "M4 7.5h3.6l1.6-2.5h5.6l1.6 2.5H20v12H4zM12 9.8a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2z",
  sound_on: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  sound_off: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
  settings:
    "M4 7h6M16 7h4M4 17h4M14 17h6M13 4.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6zM11 14.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z",
  help: "M9.2 9a2.9 2.9 0 1 1 4.3 2.6c-1 .6-1.5 1.1-1.5 2.4M12 17.4v.2M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",
  close: "M6 6l12 12M18 6L6 18",
  send: "M4 12l16-8-6 16-3-7z",
  replay: "M4 12a8 8 0 1 0 2.6-5.9M4 4v4.2h4.2M10.5 9v6l5-3z",
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  before: "M15.5 5.5v13L7 12z",
  after: "M8.5 5.5v13L17 12z",
  first: "M6 5.5v13M18 5.5v13L9.5 12z",
  last: "M18 5.5v13M6 5.5v13l8.5-6.5z",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17",
  back: "M14 6l-6 6 6 6",
  host: "M4 8l4 4 4-6.5 4 6.5 4-4-2 10.5H6z",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  language:
    "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM3.5 12h17M12 3c2.6 2.4 3.9 5.4 3.9 9s-1.3 6.6-3.9 9c-2.6-2.4-3.9-5.4-3.9-9s1.3-6.6 3.9-9z",
  fold: "M6 9.5l6 6 6-6",
  edit: "M4 20l1-4L16 5l3 3L8 19z",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
} as const;

export type IconName = keyof typeof PATHS;

/** An icon in the colour of the surrounding text. */
export const Icon = ({ name }: { name: IconName }) => <LineIcon lines={PATHS[name]} />;

/** An icon from a line path on a 24-unit grid. */
export const LineIcon = ({ lines }: { lines: string }) => (
  <svg viewBox="0 0 24 24" class="icon" aria-hidden="true">
    <path d={lines} />
  </svg>
);

/**
 * The icon of a map's button: by its id, or a general one for buttons with options; none for
 * others.
 */
export function ButtonIcon({ id, offers }: { id: string; offers: boolean }) {
  if (id in PATHS) return <Icon name={id as IconName} />;
  return offers ? <Icon name="choose" /> : null;
}
