/** What a build of the client consists of, as far as the page needs it to open without a server. */
export interface Shell {
  /** Names the build; another build has another name. */
  build: string;
  /** Paths of the files that the lobby and a room begin with. The page itself is not among them. */
  files: readonly string[];
}

/** What the service worker needs from outside, so that tests can replace it. */
export interface Surroundings {
  origin: string;
  caches: Pick<CacheStorage, "open" | "keys" | "delete">;
  fetch(request: Request): Promise<Response>;
  /** A promise that is fulfilled after a time in ms. */
  wait(ms: number): Promise<void>;
}

const PREFIX = "fangqi-";
/** The page, under the only path at which it is kept: it is the same for the lobby and all rooms. */
const PAGE = "/";
/** After how long the kept page is shown to one who waits for the server's. */
const PATIENCE_MS = 5000;

const isPage = (path: string): boolean => path === PAGE || /^\/(r|replay)\/[^/]+\/?$/.test(path);
/** Files whose names hold a hash of their content: whatever is kept under the name is the file. */
const isHashed = (path: string): boolean => path.startsWith("/assets/");

/**
 * Keeps one build of the client, so that the page opens without the server and says that it waits
 * for it.
 *
 * The page is asked from the server first, so an upgrade of the server is seen at the next visit.
 * Rooms, the lobby's list and sockets are never kept: only the server knows them.
 */
export class ShellCache {
  private readonly name: string;

  constructor(
    private readonly shell: Shell,
    private readonly around: Surroundings,
  ) {
    this.name = PREFIX + shell.build;
  }

  /** Fetches the build. It fails if the server has another one by now. */
  async install(): Promise<void> {
    const { caches, fetch, origin } = this.around;
    const cache = await caches.open(this.name);
    const page = await fetch(new Request(origin + PAGE, { cache: "reload" }));
    const text = page.ok ? await page.clone().text() : "";
    if (!text.includes(this.shell.build)) throw new Error("the page is of another build");
    await cache.put(origin + PAGE, page);
    await Promise.all(
      this.shell.files.map(async (path) => {
        // The browser has most of these from the visit that installs this.
        const file = await fetch(new Request(origin + path));
        if (!file.ok) throw new Error(`${path}: ${file.status}`);
        await cache.put(origin + path, file);
      }),
    );
  }

  /** Removes what other builds kept. */
  async activate(): Promise<void> {
    const { caches } = this.around;
    const others = (await caches.keys()).filter(
      (name) => name.startsWith(PREFIX) && name !== this.name,
    );
    await Promise.all(others.map((name) => caches.delete(name)));
  }

  /** Answers a request; null leaves it to the browser. */
  answer(request: Request): Promise<Response> | null {
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== this.around.origin) return null;
    if (request.mode === "navigate") return isPage(pathname) ? this.page(request) : null;
    if (isHashed(pathname)) return this.hashed(request);
    return this.shell.files.includes(pathname) ? this.other(request, pathname) : null;
  }

  /** The server's page; the kept one if the server is silent or out of order. */
  private async page(request: Request): Promise<Response> {
    const asked = this.around.fetch(request);
    // It may fail before the kept page is found.
    asked.catch(() => {});
    const kept = await this.kept(PAGE);
    if (!kept) return asked;
    const late = this.around.wait(PATIENCE_MS).then(() => kept);
    const fresh = asked.then((page) => (page.status >= 500 ? kept : page));
    return Promise.race([fresh, late]).catch(() => kept);
  }

  /** The kept file; else the server's, which is then kept. */
  private async hashed(request: Request): Promise<Response> {
    const { caches, fetch } = this.around;
    const cache = await caches.open(this.name);
    const kept = await cache.match(request.url, { ignoreVary: true });
    if (kept) return kept;
    const file = await fetch(request);
    // A full disk does not keep the page from its file.
    if (file.ok) await cache.put(request.url, file.clone()).catch(() => {});
    return file;
  }

  /** The server's file; the kept one if there is no answer. */
  private async other(request: Request, path: string): Promise<Response> {
    try {
      return await this.around.fetch(request);
    } catch (error) {
      const kept = await this.kept(path);
      if (kept) return kept;
      throw error;
    }
  }

  private async kept(path: string): Promise<Response | undefined> {
    const cache = await this.around.caches.open(this.name);
    return cache.match(this.around.origin + path, { ignoreVary: true });
  }
}
