import { signal } from "@preact/signals";
import { t } from "../i18n/language";
import type { PlayerId, PlayerView } from "../wire.generated";

const BLINK_MS = 1000;

/** Calls the viewer, by a sound and a blinking title, when a person comes while the page is hidden. */
export class Arrivals {
  /** The title that blinks; null while there is nothing to tell. */
  private readonly call = signal<string | null>(null);
  private readonly lit = signal(false);
  private blinking: number | null = null;
  /** The others who were here at the last look; null before the first. */
  private here: ReadonlySet<PlayerId> | null = null;

  constructor(private readonly ring: () => void) {
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.heeded();
    });
  }

  /** What the page's title says in place of the usual; null for the usual. */
  get title(): string | null {
    return this.lit.value ? this.call.value : null;
  }

  /** Compares who is here with who was. */
  follow(players: readonly PlayerView[], you: PlayerId | null): void {
    if (you === null) return;
    const others = players.filter(({ id, present }) => present && id !== you);
    const { here } = this;
    this.here = new Set(others.map(({ id }) => id));
    const came = here && others.find(({ id }) => !here.has(id));
    if (!came || !document.hidden) return;
    this.ring();
    this.call.value = t("arrived", { name: came.name });
    this.lit.value = true;
    this.blinking ??= window.setInterval(() => (this.lit.value = !this.lit.value), BLINK_MS);
  }

  private heeded(): void {
    if (this.blinking !== null) window.clearInterval(this.blinking);
    this.blinking = null;
    this.lit.value = false;
  }
}
