import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin, type Rolldown } from "vite";

/** What the page needs to open: scripts that plugins and replays add are kept when first used. */
const SHELL = ["src/main.ts", "src/lobby/lobby.tsx", "src/room/room.ts", "src/render/plain.ts"];
/** Files of `public` that the page names. */
const PUBLIC = ["icon.svg", "icon-192.png", "manifest.webmanifest"];

/** The scripts and styles that these modules need before they run. */
function filesOf(modules: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>();
  const add = (name: string) => {
    const file = bundle[name];
    if (found.has(name) || file?.type !== "chunk") return;
    found.add(name);
    file.viteMetadata?.importedCss.forEach((style) => found.add(style));
    file.imports.forEach(add);
  };
  for (const module of modules) {
    const chunk = Object.values(bundle).find(
      (file) => file.type === "chunk" && file.moduleIds.some((id) => id.endsWith(`/${module}`)),
    );
    if (!chunk) throw new Error(`no chunk holds ${module}`);
    add(chunk.fileName);
  }
  return [...found].sort();
}

/**
 * Builds the service worker, `sw.js`, and names the build: in `sw.js` with the files to keep, in the
 * page, and in `build.json`, by which an open page sees that the server was upgraded.
 */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    buildStart() {
      this.emitFile({ type: "chunk", id: "src/shell/worker.ts", fileName: "sw.js" });
      this.emitFile({ type: "asset", fileName: "build.json", source: "{}" });
    },
    writeBundle({ dir }, bundle) {
      const path = (name: string) => join(dir ?? "dist", name);
      const change = (name: string, from: string, to: string) => {
        const text = readFileSync(path(name), "utf8");
        if (!text.includes(from)) throw new Error(`${name} does not hold ${from}`);
        writeFileSync(
          path(name),
          text.replaceAll(from, () => to),
        );
      };
      const hash = createHash("sha256");
      for (const name of Object.keys(bundle).sort())
        hash.update(name).update(readFileSync(path(name)));
      const build = hash.digest("hex").slice(0, 16);
      const files = [...filesOf(SHELL, bundle), ...PUBLIC].map((name) => `/${name}`);
      change("sw.js", "__SHELL__", JSON.stringify({ build, files }));
      change(
        "index.html",
        '<meta name="build" content=""',
        `<meta name="build" content="${build}"`,
      );
      writeFileSync(path("build.json"), JSON.stringify({ build }));
    },
  };
}

/** What lobby and room load; both begin with `main`. */
const ENTRIES = { lobby: ["src/main.ts", "src/lobby/lobby.tsx"], room: ["src/room/room.ts"] };

/** Asks the bundler about a module. */
type Graph = (id: string) => { readonly importedIds: readonly string[] } | null;

/** All modules that these import, and those themselves. */
function reached(entries: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set(entries.map((entry) => join(import.meta.dirname, entry)));
  for (const id of found) graph(id)?.importedIds.forEach((imported) => found.add(imported));
  return found;
}

/**
 * The chunks of the client's own code: one for what lobby and room share, one for the rest of a
 * room. Without this, the bundler makes a small file of every few modules, and over a slow line each
 * costs a journey; browsers ask an HTTP/1.1 server for six at a time.
 */
function ownChunk(name: "shared" | "board", priority: number) {
  return {
    debugName: name,
    priority,
    name(id: string, modules: { getModuleInfo: Graph }): string | null {
      const graph = (other: string) => modules.getModuleInfo(other);
      const room = reached(ENTRIES.room, graph);
      // What is imported by name when it is needed stays a file: another one would only pass it on.
      const own = room.has(id) && !ENTRIES.room.some((entry) => id.endsWith(`/${entry}`));
      const lobby = reached(ENTRIES.lobby, graph).has(id);
      return own && lobby === (name === "shared") ? name : null;
    },
  };
}

/** Pages with scripts that the general one loads only once it runs, by what they need. */
const PAGES = { "room.html": "src/room/room.ts", "replay.html": "src/replay/page.ts" };

/**
 * Writes the pages of rooms and replays: `index.html` with the names of all scripts that they load.
 * A browser then asks for these at once; on a slow line that saves a journey or two.
 */
function pages(): Plugin {
  return {
    name: "pages",
    apply: "build",
    writeBundle({ dir }, bundle) {
      const path = (name: string) => join(dir ?? "dist", name);
      const index = readFileSync(path("index.html"), "utf8");
      for (const [page, module] of Object.entries(PAGES)) {
        const scripts = filesOf([module], bundle).filter((name) => name.endsWith(".js"));
        const links = scripts
          .filter((name) => !index.includes(`/${name}"`))
          .map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`);
        writeFileSync(
          path(page),
          index.replace("</head>", () => `${links.join("")}</head>`),
        );
      }
    },
  };
}

/** The codings in which browsers are sent files, by the ending of the twin's name. */
const CODINGS = {
  gz: (source: Buffer) => gzipSync(source, { level: 9 }),
  // Browsers take it over TLS and from their own machine.
  br: (source: Buffer) =>
    brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: source.length } }),
} as const;

/**
 * Writes compressed copies beside each file, so that the server need not compress. It reads the
 * written files, because Vite still changes chunks after generating them.
 */
function packedTwins(): Plugin {
  return {
    name: "packed-twins",
    apply: "build",
    writeBundle({ dir }, bundle) {
      for (const fileName of [...Object.keys(bundle), ...Object.keys(PAGES)]) {
        const file = join(dir ?? "dist", fileName);
        const source = readFileSync(file);
        for (const [ending, pack] of Object.entries(CODINGS)) {
          const packed = pack(source);
          if (packed.length < source.length) writeFileSync(`${file}.${ending}`, packed);
        }
      }
    },
  };
}

export default defineConfig({
  // Twins come last: they are copies of what the others wrote.
  plugins: [serviceWorker(), pages(), packedTwins()],
  // The client modules of plugins lie outside this folder. They import the page as `@page/…` and use
  // the packages installed here; `paths` in tsconfig.json says so to the compiler.
  resolve: {
    alias: { "@page": join(import.meta.dirname, "src") },
    dedupe: ["@preact/signals", "preact", "three"],
  },
  server: { fs: { allow: [".", "../plugins"] } },
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One chunk, although scripts that are loaded later share parts of it.
            { name: "three", test: /node_modules\/three\//, priority: 3 },
            // Apart from the client's own code, which changes more often.
            { name: "preact", test: /node_modules\/@?preact\//, priority: 3 },
            // Before the other, which takes along what its modules need.
            ownChunk("shared", 2),
            ownChunk("board", 1),
          ],
        },
      },
    },
  },
});
