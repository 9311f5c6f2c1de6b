import { effect } from "@preact/signals";
import { render } from "preact";
import { useState } from "preact/hooks";
import { SettingsSheet } from "../hud/settings";
import type { LobbyMap, LobbyRoom, LobbyView } from "../wire.generated";
import { local, switchLanguage, t } from "../i18n/language";
import { LobbyState } from "../state/lobby";
import { Icon } from "../util/icons";
import { MAX_NAME, recallName, rememberName } from "../util/memory";

const REFRESH_MS = 5000;

interface Props {
  lobby: LobbyState;
}

/** The front page: choose a map, or a room that is open. */
function Lobby({ lobby }: Props) {
  const view = lobby.view.value;
  const trouble = lobby.trouble.value;
  return (
    <main class="lobby">
      <Hero />
      {trouble && (
        <p class="trouble-line" role="alert">
          {trouble}
        </p>
      )}
      {lobby.failed.value && (view ? <Stale /> : <Failure lobby={lobby} />)}
      {view && <Maps maps={view.maps} lobby={lobby} />}
      {view && <Rooms view={view} />}
    </main>
  );
}

function Hero() {
  return (
    <header class="hero">
      <div class="corner">
        <SettingsButton />
        <button type="button" class="language" onClick={switchLanguage}>
          {t("language")}
        </button>
      </div>
      <div class="mark" aria-hidden="true">
        <span>方</span>
        <span>棋</span>
      </div>
      <h1>{t("brand")}</h1>
      <p>{t("tagline")}</p>
      <label class="name">
        <span>{t("your_name")}</span>
        <input
          type="text"
          maxlength={MAX_NAME}
          autocomplete="nickname"
          placeholder={t("name_hint")}
          defaultValue={recallName() ?? ""}
          onInput={({ currentTarget }) => rememberName(currentTarget.value)}
        />
      </label>
    </header>
  );
}

/** Says that what is shown is from before the server fell silent. */
const Stale = () => (
  <p class="trouble-line stale" role="status">
    {t("lobby_stale")}
  </p>
);

/** Opens the settings over the front page. */
function SettingsButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class="icon-button"
        data-tool="settings"
        title={t("settings")}
        aria-label={t("settings")}
        onClick={() => setOpen(true)}
      >
        <Icon name="settings" />
      </button>
      {open && <SettingsSheet room={null} onClosed={() => setOpen(false)} />}
    </>
  );
}

/** Says what the page waits for. */
const Failure = ({ lobby }: Props) => (
  <section class="failure" role="status">
    <i class="waits" aria-hidden="true" />
    <p>{t(navigator.onLine ? "lobby_waiting" : "lobby_offline")}</p>
    <button type="button" class="primary" onClick={() => void lobby.load()}>
      {t("retry")}
    </button>
  </section>
);

function Maps({ maps, lobby }: Props & { maps: readonly LobbyMap[] }) {
  return (
    <section>
      <h2>{t("maps")}</h2>
      <div class="maps">
        {maps.map((map) => (
          <MapCard key={map.id} map={map} lobby={lobby} />
        ))}
      </div>
    </section>
  );
}

function MapCard({ map, lobby }: Props & { map: LobbyMap }) {
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
          <span class="count">{t("seats_of_map", { count: map.seats })}</span>
          <span class="go">{opening === map.id ? t("opening") : t("play")}</span>
        </span>
      </span>
    </button>
  );
}

function Rooms({ view: { maps, rooms } }: { view: LobbyView }) {
  const nameOf = (id: string) => {
    const map = maps.find((one) => one.id === id);
    return map ? local(map.name) : id;
  };
  return (
    <section>
      <h2>{t("rooms")}</h2>
      {rooms.length === 0 ? (
        <p class="none">{t("no_rooms")}</p>
      ) : (
        <ul class="rooms">
          {rooms.map((room) => (
            <RoomRow key={room.id} room={room} map={nameOf(room.map)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function RoomRow({ room, map }: { room: LobbyRoom; map: string }) {
  const open = room.seats.some((seat) => seat === null);
  const id = encodeURIComponent(room.id);
  return (
    <li>
      <strong>{map}</strong>
      <span class="chairs">
        {room.seats.map((name) => (
          <span class={name === null ? "chair free" : "chair"}>{name ?? t("open_seat")}</span>
        ))}
      </span>
      {room.present > 0 ? (
        <span class="present">
          <Icon name="eye" />
          {t("people_here", { count: room.present })}
        </span>
      ) : (
        <span class="present deserted">{t("nobody_here")}</span>
      )}
      <a class="icon-button" href={`/replay/${id}`} title={t("replay")} aria-label={t("replay")}>
        <Icon name="replay" />
      </a>
      <a class={open ? "primary" : "quiet"} href={`/r/${id}`}>
        {open ? t("join") : t("watch")}
      </a>
    </li>
  );
}

/** Opens the front page. */
export function openLobby(root: HTMLElement): void {
  const lobby = new LobbyState();
  effect(() => {
    document.title = `${t("brand")} 方棋`;
  });
  render(<Lobby lobby={lobby} />, root);
  void lobby.load();
  const refresh = () => {
    if (document.visibilityState === "visible") void lobby.load();
  };
  setInterval(refresh, REFRESH_MS);
  document.addEventListener("visibilitychange", refresh);
  window.addEventListener("online", refresh);
}
