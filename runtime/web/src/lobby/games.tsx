import type { LobbyMap, LobbyShelf } from "../wire.generated";
import { local, t } from "../i18n/language";
import type { StringKey } from "../i18n/strings";
import type { LobbyState } from "../state/lobby";
import { lastStep } from "../util/lessons";

interface Props {
  lobby: LobbyState;
  maps: readonly LobbyMap[];
}

/** The kinds that can be chosen. Demonstrations for authors have a section of their own. */
const SHELVES = [
  ["boards", "shelf_boards"],
  ["cards", "shelf_cards"],
  ["puzzles", "shelf_puzzles"],
  ["worlds", "shelf_worlds"],
  ["other", "shelf_other"],
] as const satisfies readonly (readonly [LobbyShelf, StringKey])[];

/** Whether a search finds a map: by its name in either language, or by its id. */
export function isFound({ id, name }: LobbyMap, sought: string): boolean {
  const plain = (text: string) => text.normalize("NFKC").toLowerCase().trim();
  const wanted = plain(sought);
  return [id, name.zh, name.en].some((text) => plain(text).includes(wanted));
}

/** The variants of a map: other games of its folder. */
export const variantsOf = ({ id }: LobbyMap, maps: readonly LobbyMap[]): LobbyMap[] =>
  maps.filter((map) => map.variant && map.id.startsWith(`${id}:`));

/** The games in the server's order, of one kind or all, and the workshop below them. */
export function Games({ lobby, maps }: Props) {
  const shelf = lobby.shelf.value;
  const sought = (map: LobbyMap) => isFound(map, lobby.sought.value);
  // A variant has no card of its own: it is offered with the map.
  const found = maps.filter(
    (map) => !map.variant && (sought(map) || variantsOf(map, maps).some(sought)),
  );
  const games = found.filter((map) => map.shelf !== "workshop");
  const shown = shelf === null ? games : games.filter((map) => map.shelf === shelf);
  const demos = shelf === null ? found.filter((map) => map.shelf === "workshop") : [];
  return (
    <>
      <section>
        <h2>{t("maps")}</h2>
        <Finder lobby={lobby} maps={maps} />
        <Grid lobby={lobby} maps={shown} all={maps} />
        {shown.length + demos.length === 0 && <p class="none">{t("none_found")}</p>}
      </section>
      {demos.length > 0 && (
        <section class="workshop">
          <h2>{t("workshop")}</h2>
          <p class="none">{t("workshop_text")}</p>
          <Grid lobby={lobby} maps={demos} all={maps} />
        </section>
      )}
    </>
  );
}

/** What is shown of the games, and how rooms are opened. */
function Finder({ lobby, maps }: Props) {
  const here = SHELVES.filter(([shelf]) => maps.some((map) => map.shelf === shelf));
  return (
    <div class="finder">
      <input
        type="text"
        inputmode="search"
        class="search"
        data-do="search"
        placeholder={t("search_games")}
        aria-label={t("search_games")}
        value={lobby.sought.value}
        onInput={({ currentTarget }) => {
          lobby.sought.value = currentTarget.value;
          // A game is sought among all.
          lobby.shelf.value = null;
        }}
      />
      {here.length > 1 && (
        <div class="shelves" role="group" aria-label={t("kinds")}>
          <Kind lobby={lobby} shelf={null} label={t("shelf_all")} />
          {here.map(([shelf, label]) => (
            <Kind key={shelf} lobby={lobby} shelf={shelf} label={t(label)} />
          ))}
        </div>
      )}
      <label class="private" title={t("private_title")}>
        <input
          type="checkbox"
          checked={lobby.private.value}
          onChange={({ currentTarget }) => lobby.setPrivate(currentTarget.checked)}
        />
        {t("private_room")}
      </label>
    </div>
  );
}

interface KindProps {
  lobby: LobbyState;
  shelf: LobbyShelf | null;
  label: string;
}

function Kind({ lobby, shelf, label }: KindProps) {
  const chosen = lobby.shelf.value === shelf;
  return (
    <button
      type="button"
      class={chosen ? "primary small" : "quiet small"}
      data-shelf={shelf ?? "all"}
      aria-pressed={chosen ? "true" : "false"}
      onClick={() => (lobby.shelf.value = shelf)}
    >
      {label}
    </button>
  );
}

interface GridProps extends Props {
  /** All maps, variants among them. */
  all: readonly LobbyMap[];
}

const Grid = ({ lobby, maps, all }: GridProps) => (
  <div class="maps">
    {maps.map((map) => (
      <div key={map.id} class="map-place">
        <MapCard map={map} lobby={lobby} />
        {map.lessons > 0 && <LearnButton map={map} lobby={lobby} />}
        <Variants maps={variantsOf(map, all)} lobby={lobby} />
      </div>
    ))}
  </div>
);

function MapCard({ map, lobby }: { map: LobbyMap; lobby: LobbyState }) {
  const opening = lobby.opening.value;
  return (
    <button
      type="button"
      class="map"
      data-map={map.id}
      disabled={opening !== null}
      onClick={() => void lobby.open(map)}
    >
      <img src={`/api/maps/${encodeURIComponent(map.id)}/thumbnail.svg`} alt="" loading="lazy" />
      <span class="map-text">
        <strong>{local(map.name)}</strong>
        <span class="about">{local(map.description)}</span>
        <span class="map-foot">
          <span class="count">{map.seats > 0 && t("seats_of_map", { count: map.seats })}</span>
          <span class="go">{opening === map.id ? t("opening") : t("play")}</span>
        </span>
      </span>
    </button>
  );
}

/** Opens rooms with the variants of a map; nothing if it has none. */
function Variants({ maps, lobby }: Props) {
  if (maps.length === 0) return null;
  const { value: opening } = lobby.opening;
  return (
    <div class="variants" role="group" aria-label={t("variants")}>
      {maps.map((map) => (
        <button
          key={map.id}
          type="button"
          class="quiet small"
          data-map={map.id}
          title={local(map.description)}
          aria-label={local(map.name)}
          disabled={opening !== null}
          onClick={() => void lobby.open(map)}
        >
          {opening === map.id ? t("opening") : map.variant && local(map.variant)}
        </button>
      ))}
    </div>
  );
}

/** Goes to lessons in the map's rules, and says how far the viewer has come in them. */
function LearnButton({ map, lobby }: { map: LobbyMap; lobby: LobbyState }) {
  const step = lastStep(map.id);
  const label =
    step === 0
      ? t("learn")
      : step < map.lessons
        ? t("learn_at", { step, of: map.lessons })
        : t("learnt");
  return (
    <button
      type="button"
      class="learn"
      data-learn={map.id}
      title={t("learn_title", { name: local(map.name) })}
      aria-label={`${label} · ${local(map.name)}`}
      disabled={lobby.opening.value !== null}
      onClick={() => void lobby.learn(map)}
    >
      {label}
    </button>
  );
}
