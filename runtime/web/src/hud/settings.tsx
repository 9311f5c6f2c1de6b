import type { ComponentChildren } from "preact";
import { materialsOf } from "../audio/hearing";
import type { Act, Material } from "../audio/sets";
import { Sounds } from "../audio/sounds";
import { canSpeak } from "../audio/voice";
import { local, t, textLanguage } from "../i18n/language";
import { BOOKS, bookOf } from "../plugins/calls";
import {
  FAMILIES,
  familiesOf,
  labelIn,
  setOf,
  type Label,
  type PieceFamily,
  type PieceSet,
} from "../plugins/piece_sets";
import { change, DEFAULTS, isMuted, mute, settings } from "../state/settings";
import { BOARDS, TABLES, type BoardTheme, type TableTheme } from "../style/themes";
import { Icon } from "../util/icons";
import type { Drawing } from "../plugins/figures";
import { pieceGlyphs } from "../world/looks";
import type { HudHost } from "./context";
import { DialogButton, LastRow, Sheet } from "./dialog_parts";

interface Props {
  /** The room in which the settings are open; null on the front page. */
  room: HudHost | null;
}

/** The settings of this browser: how games look, sound and move. */
export const SettingsSheet = ({ room, onClosed }: Props & { onClosed: () => void }) => (
  <Sheet kind="settings" label={t("settings")} onClosed={onClosed}>
    {(close) => (
      <>
        <header>
          <h2>{t("settings")}</h2>
          <button
            type="button"
            class="icon-button"
            aria-label={t("close")}
            title={t("close")}
            onClick={close}
          >
            <Icon name="close" />
          </button>
        </header>
        <p class="about">{t("settings_kept")}</p>
        <Light />
        <Tables />
        <Boards />
        <Pieces room={room} />
        <Sound room={room} />
        <Motion />
        <LastRow>
          <DialogButton style="quiet" onClick={() => change(DEFAULTS)}>
            {t("settings_reset")}
          </DialogButton>
        </LastRow>
      </>
    )}
  </Sheet>
);

const Group = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <fieldset>
    <legend>{title}</legend>
    {children}
  </fieldset>
);

interface PickProps {
  name: string;
  value: string;
  chosen: string;
  label: string;
  onChoose: () => void;
  children?: ComponentChildren;
}

/** One of several choices, under its picture if it has one. */
const Pick = ({ name, value, chosen, label, onChoose, children }: PickProps) => (
  <label class="pick">
    <input type="radio" name={name} value={value} checked={value === chosen} onChange={onChoose} />
    {children}
    <span>{label}</span>
  </label>
);

interface SwitchProps {
  name: string;
  on: boolean;
  label: string;
  about?: string;
  onChange: (on: boolean) => void;
}

const Switch = ({ name, on, label, about, onChange }: SwitchProps) => (
  <label class="switch">
    <span>{label}</span>
    <input
      type="checkbox"
      name={name}
      checked={on}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    {about && <span class="about">{about}</span>}
  </label>
);

function Light() {
  const { light } = settings();
  const labels = {
    system: t("light_system"),
    day: t("light_day"),
    night: t("light_night"),
  } as const;
  return (
    <Group title={t("light")}>
      <div class="picks">
        {(["system", "day", "night"] as const).map((value) => (
          <Pick
            key={value}
            name="light"
            value={value}
            chosen={light}
            label={labels[value]}
            onChoose={() => change({ light: value })}
          />
        ))}
      </div>
    </Group>
  );
}

const css = (colour: number): string => `#${colour.toString(16).padStart(6, "0")}`;

/** A picture of a theme: not a background, which pages that are drawn in software do without. */
const Swatch = ({ children }: { children: ComponentChildren }) => (
  <svg class="swatch" viewBox="0 0 90 30" preserveAspectRatio="none" aria-hidden="true">
    {children}
  </svg>
);

/** The colours that most maps have, for the swatches of what leaves them alone. */
const OWN = {
  table: { top: 0x6b4226, cloth: 0x1e5a41 },
  board: { light: 0xd9a860, dark: 0xa9682c, lines: 0x3a2012 },
} as const;

/** The table's top, a corner of the cloth, and what lies beyond. */
function TableSwatch({ stain, beyond }: TableTheme) {
  const { top, cloth } = stain ?? OWN.table;
  return (
    <Swatch>
      <path fill={css(top)} d="M0 0H90V30H0Z" />
      <path fill={css(cloth)} d="M62 0H90V30H50Z" />
      <path fill={css(beyond.day)} d="M0 0H90V5H0Z" />
    </Swatch>
  );
}

/** Two tiles of a board and its lines. */
function BoardSwatch({ stain }: BoardTheme) {
  const { light, dark, lines } = stain ?? OWN.board;
  return (
    <Swatch>
      <path fill={css(light)} d="M0 0H90V30H0Z" />
      <path fill={css(dark)} d="M45 0H90V30H45Z" />
      <path stroke={css(lines)} stroke-width="1.6" d="M0 15H90M22 0V30M68 0V30" />
    </Swatch>
  );
}

function Tables() {
  const { table } = settings();
  return (
    <Group title={t("table_theme")}>
      <div class="picks">
        {TABLES.map((theme) => (
          <Pick
            key={theme.id}
            name="table"
            value={theme.id}
            chosen={table}
            label={local(theme.name)}
            onChoose={() => change({ table: theme.id })}
          >
            <TableSwatch {...theme} />
          </Pick>
        ))}
      </div>
    </Group>
  );
}

function Boards() {
  const { board } = settings();
  return (
    <Group title={t("board_theme")}>
      <div class="picks">
        {BOARDS.map((theme) => (
          <Pick
            key={theme.id}
            name="board"
            value={theme.id}
            chosen={board}
            label={local(theme.name)}
            onChoose={() => change({ board: theme.id })}
          >
            <BoardSwatch {...theme} />
          </Pick>
        ))}
      </div>
    </Group>
  );
}

/** In a room, the families of its pieces are offered; on the front page, all of them. */
function Pieces({ room }: Props) {
  const { clear } = settings();
  const map = room?.model.map;
  const families = map ? familiesOf(pieceGlyphs(map.blocks)) : FAMILIES;
  return (
    <>
      {families.map((family) => (
        <Family key={family.id} family={family} />
      ))}
      <fieldset>
        <Switch
          name="clear"
          on={clear}
          label={t("clear_sides")}
          about={t("clear_sides_about")}
          onChange={(on) => change({ clear: on })}
        />
      </fieldset>
    </>
  );
}

function Family({ family }: { family: PieceFamily }) {
  const { pieces } = settings();
  const chosen = setOf(family, pieces)?.id ?? "";
  return (
    <Group title={local(family.name)}>
      <div class="picks">
        {family.sets.map((set) => (
          <Pick
            key={set.id}
            name={`pieces-${family.id}`}
            value={set.id}
            chosen={chosen}
            label={local(set.name)}
            onChoose={() => change({ pieces: { ...pieces, [family.id]: set.id } })}
          >
            <span class="sample" aria-hidden="true">
              {family.samples.map((glyph) => (
                <Sample key={glyph} shown={sampleOf(set, glyph)} />
              ))}
            </span>
          </Pick>
        ))}
      </div>
    </Group>
  );
}

const sampleOf = (set: PieceSet, glyph: string): Label | Drawing =>
  set.figures?.[glyph]?.drawing ?? labelIn(set, glyph);

function Sample({ shown: label }: { shown: Label | Drawing }) {
  if ("body" in label)
    return (
      <svg class="figure" viewBox="0 0 100 100">
        <path d={label.body} />
        <path class="lines" d={label.lines} />
      </svg>
    );
  return "path" in label ? (
    <svg viewBox="0 0 100 100">
      <path d={label.path} />
    </svg>
  ) : (
    <span>{label.text}</span>
  );
}

/** What each material is heard doing for a sample. */
const SAMPLES: Readonly<Record<Material, { act: Act; count: number }>> = {
  wood: { act: "capture", count: 1 },
  stone: { act: "place", count: 1 },
  cards: { act: "deal", count: 5 },
  dice: { act: "place", count: 1 },
};
const MATERIALS = Object.keys(SAMPLES) as Material[];

/** The sounds of samples, which a muted room lets be heard. */
const sampled = new Sounds();

/** Buttons to hear what pieces sound like: in a room, those of its map. */
function Samples({ room }: Props) {
  const map = room?.model.map;
  const here = map ? materialsOf(map.blocks) : MATERIALS;
  const labels = {
    wood: t("sample_wood"),
    stone: t("sample_stone"),
    cards: t("sample_cards"),
    dice: t("sample_dice"),
  } as const;
  if (here.length === 0) return null;
  return (
    <div class="samples" role="group" aria-label={t("sample")}>
      <span>{t("sample")}</span>
      {here.map((material) => (
        <button
          key={material}
          type="button"
          data-sample={material}
          disabled={!sampled.enabled || settings().volume === 0}
          onClick={() => void sampled.sample({ material, ...SAMPLES[material] })}
        >
          {labels[material]}
        </button>
      ))}
    </div>
  );
}

/** In a room, offered where its players say something; on the front page, if any do. */
function Calls({ room }: Props) {
  const offered = room ? bookOf(room.model.map) !== null : BOOKS.length > 0;
  if (!offered) return null;
  return (
    <Switch
      name="calls"
      on={settings().calls}
      label={t("voice_calls")}
      about={canSpeak(textLanguage()) ? t("voice_calls_about") : t("voice_missing")}
      onChange={(calls) => change({ calls })}
    />
  );
}

function Sound({ room }: Props) {
  const { volume } = settings();
  return (
    <Group title={t("sound")}>
      <label class="slider">
        <span>{t("volume")}</span>
        <input
          type="range"
          name="volume"
          min="0"
          max="100"
          step="5"
          value={volume}
          onInput={({ currentTarget }) => change({ volume: Number(currentTarget.value) })}
        />
        <output>{volume}</output>
      </label>
      <Samples room={room} />
      <Calls room={room} />
      {room && (
        <Switch
          name="mute"
          on={isMuted(room.room)}
          label={t("mute_room")}
          onChange={(on) => mute(room.room, on)}
        />
      )}
    </Group>
  );
}

function Motion() {
  const { motion } = settings();
  const labels = {
    system: t("motion_system"),
    less: t("motion_less"),
    full: t("motion_full"),
  } as const;
  return (
    <Group title={t("motion")}>
      <div class="picks">
        {(["system", "less", "full"] as const).map((value) => (
          <Pick
            key={value}
            name="motion"
            value={value}
            chosen={motion}
            label={labels[value]}
            onChoose={() => change({ motion: value })}
          />
        ))}
      </div>
      <p class="about">{t("motion_about")}</p>
    </Group>
  );
}
