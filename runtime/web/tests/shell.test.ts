import { beforeEach, describe, expect, it } from "vitest";
import { ShellCache, type Surroundings } from "../src/shell/cache";

const ORIGIN = "https://fangqi.test";
const FILES = ["/assets/room-1.js", "/icon.svg"];

/** A request as the browser makes it when somebody goes to a page. */
const visit = (path: string): Request =>
  Object.defineProperty(new Request(ORIGIN + path), "mode", { value: "navigate" });
const get = (path: string): Request => new Request(ORIGIN + path);

/** A server, the browser's caches, and a clock that stands still. */
function world() {
  const stores = new Map<string, Map<string, Response>>();
  const files = new Map<string, string>();
  const asked: string[] = [];
  let status = 200;
  let answers: "at once" | "never" | "not at all" = "at once";
  const waits: (() => void)[] = [];
  const caches = {
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return {
        match: async (url: string) => store.get(url)?.clone(),
        put: async (url: string, answer: Response) => void store.set(url, answer),
      };
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  } as unknown as Surroundings["caches"];
  const around: Surroundings = {
    origin: ORIGIN,
    caches,
    fetch: async (request) => {
      const path = new URL(request.url).pathname;
      asked.push(path);
      if (answers === "never") return new Promise<Response>(() => {});
      if (answers === "not at all") throw new TypeError("no network");
      const file = files.get(path);
      return new Response(file ?? "", { status: file === undefined ? 404 : status });
    },
    wait: () => new Promise((done) => waits.push(done)),
  };
  return {
    stores,
    files,
    asked,
    around,
    server: (way: typeof answers, code = 200) => {
      answers = way;
      status = code;
    },
    /** Everybody has waited long enough. */
    losePatience: () => waits.splice(0).forEach((done) => done()),
    upgrade: (build: string) => {
      files.clear();
      files.set("/", `the page of build ${build}`);
      files.set("/icon.svg", `icon of ${build}`);
      files.set(`/assets/room-${build}.js`, `room of ${build}`);
    },
  };
}

let w: ReturnType<typeof world>;
let shell: ShellCache;
beforeEach(async () => {
  w = world();
  w.upgrade("1");
  shell = new ShellCache({ build: "1", files: FILES }, w.around);
  await shell.install();
  w.asked.length = 0;
});

const read = async (request: Request): Promise<string | null> => {
  const answer = shell.answer(request);
  return answer && (await answer).text();
};

describe("the kept page", () => {
  it("opens every room and the lobby when there is no server", async () => {
    w.server("not at all");
    for (const path of ["/", "/r/abc", "/r/abc/", "/replay/abc"]) {
      expect(await read(visit(path))).toBe("the page of build 1");
    }
    expect(await read(get("/assets/room-1.js"))).toBe("room of 1");
    expect(await read(get("/icon.svg"))).toBe("icon of 1");
  });

  it("is not shown while the server has one", async () => {
    w.upgrade("2");
    expect(await read(visit("/"))).toBe("the page of build 2");
    expect(await read(get("/icon.svg"))).toBe("icon of 2");
  });

  it("is shown when the server is silent or out of order", async () => {
    w.server("at once", 502);
    expect(await read(visit("/"))).toBe("the page of build 1");
    w.server("never");
    const answer = read(visit("/r/abc"));
    await new Promise((done) => setTimeout(done));
    w.losePatience();
    expect(await answer).toBe("the page of build 1");
  });

  it("is replaced as a whole by that of the next build", async () => {
    w.stores.set("another site's", new Map());
    w.upgrade("2");
    shell = new ShellCache({ build: "2", files: ["/assets/room-2.js"] }, w.around);
    await shell.install();
    await shell.activate();
    expect([...w.stores.keys()].sort()).toEqual(["another site's", "fangqi-2"]);
    w.server("not at all");
    expect(await read(visit("/"))).toBe("the page of build 2");
    expect(await read(get("/assets/room-2.js"))).toBe("room of 2");
    await expect(read(get("/assets/room-1.js"))).rejects.toThrow("no network");
  });

  it("is never mixed of two builds", async () => {
    w.upgrade("2");
    const late = new ShellCache({ build: "1b", files: FILES }, w.around);
    await expect(late.install()).rejects.toThrow("another build");
    const lost = new ShellCache({ build: "2", files: FILES }, w.around);
    await expect(lost.install()).rejects.toThrow("/assets/room-1.js: 404");
  });
});

describe("requests", () => {
  it("for rooms, the list of rooms and the name of the build go to the server alone", () => {
    for (const path of ["/api/lobby", "/api/rooms/a/replay", "/ws", "/build.json", "/sw.js"]) {
      expect(shell.answer(get(path))).toBeNull();
    }
    expect(shell.answer(visit("/api/maps/go/thumbnail.svg"))).toBeNull();
    expect(shell.answer(new Request("https://elsewhere.test/assets/room-1.js"))).toBeNull();
    expect(shell.answer(new Request(`${ORIGIN}/`, { method: "POST" }))).toBeNull();
  });

  it("for files with hashes are answered once by the server, but for those it has not", async () => {
    w.files.set("/assets/replay-9.js", "replay");
    expect(await read(get("/assets/replay-9.js"))).toBe("replay");
    expect(await read(get("/assets/replay-9.js"))).toBe("replay");
    expect(w.asked).toEqual(["/assets/replay-9.js"]);
    for (let i = 0; i < 2; i++) {
      expect((await shell.answer(get("/assets/gone-0.js")))?.status).toBe(404);
    }
    expect(w.asked).toEqual(["/assets/replay-9.js", "/assets/gone-0.js", "/assets/gone-0.js"]);
  });
});
