import { effect } from "@preact/signals";
import { render } from "preact";
import { useState } from "preact/hooks";
import { LanguageMenu } from "../hud/language_menu";
import { SettingsSheet } from "../hud/settings";
import { t } from "../i18n/language";
import { LobbyState } from "../state/lobby";
import { Icon } from "../util/icons";
import { MAX_NAME, recallName, rememberName } from "../util/memory";
import { Dailies } from "./daily";
import { Games } from "./games";
import { QuickMatch } from "./quick_match";
import { Continue, Tables } from "./tables";

const REFRESH_MS = 5000;

interface Props {
  lobby: LobbyState;
}

/** The front page: go on with a game, join a table, or start a game. */
function Lobby({ lobby }: Props) {
  const view = lobby.view.value;
  const trouble = lobby.trouble.value;
  return (
    <main class="lobby">
      <Hero />
      {view && <QuickMatch maps={view.maps} lobby={lobby} />}
      {trouble && (
        <p class="trouble-line" role="alert">
          {trouble}
        </p>
      )}
      {lobby.failed.value && (view ? <Stale /> : <Failure lobby={lobby} />)}
      {view && <Continue view={view} lobby={lobby} />}
      {view && <Dailies maps={view.maps} lobby={lobby} />}
      {view && <Tables view={view} />}
      {view && <Games maps={view.maps} lobby={lobby} />}
    </main>
  );
}

function Hero() {
  return (
    <header class="hero">
      <div class="corner">
        <SettingsButton />
        <LanguageMenu look="language" />
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
