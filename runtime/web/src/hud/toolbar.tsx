import type { ComponentChildren, Ref } from "preact";
import { local, t } from "../i18n/language";
import type { Sounds } from "../audio/sounds";
import { Icon, type IconName } from "../util/icons";
import { replayLink, useHud, type HudHost } from "./context";
import { invite } from "./invite";
import { LanguageMenu } from "./language_menu";
import { OverflowMenu } from "./overflow_menu";

/** How many tools stay in the bar where it has no room for all. */
const ALWAYS_SHOWN = 3;

/** Something the bar offers: a button, or a link to another page. */
interface Tool {
  name: string;
  icon: IconName;
  label: string;
  does: (() => void) | { opens: () => string };
}

interface Props {
  sounds: Sounds;
  place?: Ref<HTMLElement>;
}

/**
 * The bar above the board: link to the lobby, name of the map, and tools. The most used tools come
 * first; where there is no room for all, the others are in a menu.
 */
export function Toolbar({ sounds, place }: Props) {
  const tools = toolsOf(useHud(), sounds);
  return (
    <header class="bar" ref={place ?? null}>
      <a class="home" href="/" title={t("home")} aria-label={`方棋 · ${t("home")}`}>
        <Icon name="back" />
        <span class="brand">方棋</span>
      </a>
      <Title />
      <div class="tools">
        {tools.slice(0, ALWAYS_SHOWN).map((tool) => (
          <ToolButton key={tool.name} tool={tool} />
        ))}
        <OverflowMenu label={t("more_tools")}>
          {tools.slice(ALWAYS_SHOWN).map((tool) => (
            <ToolButton key={tool.name} tool={tool} />
          ))}
          <LanguageMenu look="tool" />
        </OverflowMenu>
      </div>
    </header>
  );
}

/** All tools of the page, the most used first. */
function toolsOf(hud: HudHost, sounds: Sounds): Tool[] {
  const { replay, flip, goHome, screen } = hud;
  const { enabled } = sounds;
  const flat = screen.flat.value;
  const views: Tool[] = [
    {
      name: "flat",
      icon: flat ? "side" : "flat",
      label: flat ? t("side_view") : t("flat_view"),
      does: () => screen.changeView(),
    },
    { name: "flip", icon: "flip", label: t("flip"), does: flip },
    { name: "view", icon: "view", label: t("reset_view"), does: goHome },
  ];
  const room: Tool[] = [
    { name: "share", icon: "share", label: t("share"), does: () => invite(hud) },
    { name: "replay", icon: "replay", label: t("replay"), does: { opens: () => replayLink(hud) } },
  ];
  const files: Tool[] = [
    {
      name: "record",
      icon: "record",
      label: t("record"),
      does: () => screen.openDialog({ kind: "record" }),
    },
    {
      name: "picture",
      icon: "picture",
      label: t("picture"),
      does: () => screen.openDialog({ kind: "picture" }),
    },
  ];
  return [
    ...(screen.hasViews ? views : []),
    ...(replay ? [] : room),
    ...(screen.hasViews ? files : []),
    {
      name: "sound",
      icon: enabled ? "sound_on" : "sound_off",
      label: enabled ? t("sound_off") : t("sound_on"),
      does: () => sounds.toggle(),
    },
    {
      name: "settings",
      icon: "settings",
      label: t("settings"),
      does: () => screen.openDialog({ kind: "settings" }),
    },
    {
      name: "help",
      icon: "help",
      label: t("help"),
      does: () => screen.openDialog({ kind: "help" }),
    },
  ];
}

/** A tool: an icon in the bar, a row with its name in the menu. */
function ToolButton({ tool: { name, icon, label, does } }: { tool: Tool }) {
  const common = { class: "tool", "data-tool": name, title: label };
  const content = (
    <>
      <Icon name={icon} />
      <span class="tool-name">{label}</span>
    </>
  );
  if (typeof does === "object") {
    return (
      <ToolLink opens={does.opens} {...common}>
        {content}
      </ToolLink>
    );
  }
  return (
    <button type="button" {...common} onClick={does}>
      {content}
    </button>
  );
}

interface ToolLinkProps {
  opens: () => string;
  class: string;
  "data-tool": string;
  title: string;
  children: ComponentChildren;
}

/** Apart from the toolbar, because its address changes with every event. */
const ToolLink = ({ opens, ...rest }: ToolLinkProps) => <a href={opens()} {...rest} />;

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
