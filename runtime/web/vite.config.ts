import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/**
 * Writes a compressed twin beside every file, so that the server has nothing to compress. Reads what
 * was written: Vite still changes chunks after it has generated them.
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
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    // What draws is one file, although scripts that are loaded later share parts of it.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "three", test: /node_modules\/three\// }] } },
    },
  },
});
