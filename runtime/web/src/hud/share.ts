import { local, t } from "../i18n/language";
import { replayLink, type HudHost } from "./context";

/** Whether the person closed the system's sheet; any other refusal means that it cannot be used. */
const isClosed = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";

/**
 * Shares the link to the game's replay: by the system's sheet where there is one, and else by the
 * clipboard.
 */
export async function shareReplay(hud: HudHost): Promise<void> {
  const { model, screen } = hud;
  const url = `${location.origin}${replayLink(hud)}`;
  const title = model.map ? local(model.map.name) : "方棋";
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      if (isClosed(error)) return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    screen.toast("info", t("game_link_copied"));
  } catch {
    // The page may not use the clipboard: the address is shown, to be copied by hand.
    screen.toast("info", url);
  }
}
