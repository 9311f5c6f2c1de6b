import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** Writes a compressed twin beside every file, so that the server has nothing to compress. */
function gzipTwins(): Plugin {
  return {
    name: "gzip-twins",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        const source = file.type === "chunk" ? file.code : file.source;
        const packed = gzipSync(source, { level: 9 });
        if (packed.length < source.length) {
          this.emitFile({ type: "asset", fileName: `${file.fileName}.gz`, source: packed });
        }
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
  },
});
