import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/**
 * Writes a gzip copy beside each file, so that the server need not compress. It reads the written
 * files, because Vite still changes chunks after generating them.
 */
function gzipTwins(): Plugin {
  return {
    name: "gzip-twins",
    apply: "build",
    writeBundle({ dir }, bundle) {
      for (const { fileName } of Object.values(bundle)) {
        const file = join(dir ?? "dist", fileName);
        const source = readFileSync(file);
        const packed = gzipSync(source, { level: 9 });
        if (packed.length < source.length) writeFileSync(`${file}.gz`, packed);
      }
    },
  };
}

export default defineConfig({
  plugins: [gzipTwins()],
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
            { name: "three", test: /node_modules\/three\// },
            // Apart from the client's own code, which changes more often.
            { name: "preact", test: /node_modules\/@?preact\// },
          ],
        },
      },
    },
  },
});
