import type { Ref } from "preact";
import { local, switchLanguage, t } from "../i18n/language";
import type { Sounds } from "../audio/sounds";
import { Icon, type IconName } from "../util/icons";
import { replayLink, useHud, type HudHost } from "./context";

interface Props {
  sounds: Sounds;
  place?: Ref<HTMLElement>;
}

/** The bar above the board: link to the lobby, name of the map, and settings of this browser. */
export function Toolbar({ sounds, place }: Props) {
  const hud = useHud();
  const { replay, flip, goHome, screen } = hud;
  const { enabled } = sounds;
  const flat = screen.flat.value;
  return (
    <header class="bar" ref={place ?? null}>
      <a class="home" href="/" title={t("home")}>
        <Icon name="back" />
        <span class="brand">方棋</span>
      </a>
      <Title />
      <div class="tools">
        {screen.hasViews && (
          <>
            <Tool
              name="flat"
              icon={flat ? "side" : "flat"}
              label={flat ? t("side_view") : t("flat_view")}
              onClick={() => screen.changeView()}
            />
            <Tool name="flip" icon="flip" label={t("flip")} onClick={flip} />
            <Tool name="view" icon="view" label={t("reset_view")} onClick={goHome} />
          </>
        )}
        {!replay && <ReplayLink />}
        {!replay && (
          <Tool name="share" icon="share" label={t("share")} onClick={() => void share(hud)} />
        )}
        <Tool
          name="sound"
          icon={enabled ? "sound_on" : "sound_off"}
          label={enabled ? t("sound_off") : t("sound_on")}
          onClick={() => sounds.toggle()}
        />
        <Tool
          name="settings"
          icon="settings"
          label={t("settings")}
          onClick={() => screen.openDialog({ kind: "settings" })}
        />
        <Tool
          name="help"
          icon="help"
          label={t("help")}
          onClick={() => screen.openDialog({ kind: "help" })}
        />
        <button type="button" class="language" data-tool="language" onClick={switchLanguage}>
          {t("language")}
        </button>
      </div>
    </header>
  );
}

interface ToolProps {
  name: string;
  icon: IconName;
  label: string;
  onClick: () => void;
}

const Tool = ({ name, icon, label, onClick }: ToolProps) => (
  <button
    type="button"
    class="icon-button"
    data-tool={name}
    title={label}
    aria-label={label}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);

/** Apart from the toolbar, because its address changes with every event. */
const ReplayLink = () => (
  <a
    class="icon-button"
    data-tool="replay"
    href={replayLink(useHud())}
    title={t("replay")}
    aria-label={t("replay")}
  >
    <Icon name="replay" />
  </a>
);

/** Copies the room's address, or shows it where the page may not use the clipboard. */
async function share({ screen }: HudHost): Promise<void> {
  const link = location.href;
  try {
    await navigator.clipboard.writeText(link);
    screen.toast("info", t("link_copied"));
  } catch {
    screen.openDialog({ kind: "link", link });
  }
}

function Title() {
  const { model, replay } = useHud();
  const { title } = model.hud.insight;
  return (
    <h1>
      {replay && <span class="badge">{t("replay")}</span>}
      <span class="map-name">{model.map && local(model.map.name)}</span>
      {title && <span class="played">{local(title)}</span>}
    </h1>
  );
}
