import { language, local, setLanguage, t } from "../i18n/language";
import type { Sounds } from "../audio/sounds";
import { fillWith, h } from "../util/dom";
import { icon, type IconName } from "../util/icons";
import { helpDialog, linkDialog } from "./dialogs";
import { replayLink, type HudContext, type Part } from "./context";

/** The bar above the board: link to the lobby, name of the map, and settings of this browser. */
export function toolbarPart(context: HudContext, sounds: Sounds): Part {
  const element = h("header", { class: "bar" });
  const share = async () => {
    const link = location.href;
    try {
      await navigator.clipboard.writeText(link);
      context.toast("info", t("link_copied"));
    } catch {
      linkDialog(link);
    }
  };
  const tool = (name: string, glyph: IconName, label: string, run: () => void) =>
    h(
      "button",
      {
        type: "button",
        class: "icon-button",
        "data-tool": name,
        title: label,
        "aria-label": label,
        onclick: run,
      },
      icon(glyph),
    );
  const render = () => {
    const sound = () => {
      sounds.toggle();
      render();
    };
    const other = () => setLanguage(language() === "zh" ? "en" : "zh");
    fillWith(
      element,
      h(
        "a",
        { class: "home", href: "/", title: t("home") },
        icon("back"),
        h("span", { class: "brand" }, "方棋"),
      ),
      h("h1", {}, ...title(context)),
      h(
        "div",
        { class: "tools" },
        tool("flip", "flip", t("flip"), () => context.flip()),
        tool("view", "view", t("reset_view"), () => context.goHome()),
        context.replay
          ? null
          : h(
              "a",
              {
                class: "icon-button",
                "data-tool": "replay",
                href: replayLink(context),
                title: t("replay"),
                "aria-label": t("replay"),
              },
              icon("replay"),
            ),
        context.replay ? null : tool("share", "share", t("share"), () => void share()),
        sounds.enabled
          ? tool("sound", "sound_on", t("sound_off"), sound)
          : tool("sound", "sound_off", t("sound_on"), sound),
        tool("help", "help", t("help"), () => helpDialog(context.model.map)),
        h(
          "button",
          { type: "button", class: "language", "data-tool": "language", onclick: other },
          t("language"),
        ),
      ),
    );
  };
  return { element, render };
}

function title({ model, replay }: HudContext): HTMLElement[] {
  const name = h("span", { class: "map-name" }, model.map ? local(model.map.name) : "");
  const { title: played } = model.hud.insight;
  return [
    ...(replay ? [h("span", { class: "badge" }, t("replay"))] : []),
    name,
    ...(played ? [h("span", { class: "played" }, local(played))] : []),
  ];
}
