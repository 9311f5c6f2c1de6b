import { signal } from "@preact/signals";

/** What is the matter with the page's own files. */
export type Trouble =
  /** The server has another build of the client than this page. */
  | "outdated"
  /** A part of the page could not be loaded. */
  | "incomplete";

/** The build of this page; empty in development, where there is none. */
const ownBuild = (): string =>
  document.querySelector<HTMLMetaElement>("meta[name=build]")?.content ?? "";

/** Compares the page with the server's client. */
export class BuildWatch {
  private readonly found = signal<Trouble | null>(null);

  /** What is the matter; null while nothing is. */
  get trouble(): Trouble | null {
    return this.found.value;
  }

  /** Compares the page's build with the server's. A server that does not answer says nothing. */
  async check(): Promise<void> {
    const own = ownBuild();
    if (!own || this.trouble === "outdated") return;
    try {
      const answer = await fetch("/build.json", { cache: "no-store" });
      if (!answer.ok) return;
      const { build } = (await answer.json()) as { build?: unknown };
      if (typeof build === "string" && build !== own) this.found.value = "outdated";
    } catch {
      // It is asked again when the server is back.
    }
  }

  /**
   * Notices that the server was upgraded while this page is open: when the viewer comes back to the
   * page, and when a script is gone. Rooms and the lobby check as well when they are connected again.
   */
  begin(): void {
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void this.check();
    });
    window.addEventListener("vite:preloadError", () => {
      this.found.value ??= "incomplete";
      void this.check();
    });
    void this.check();
  }
}

/** That of this page. */
export const buildWatch = new BuildWatch();
