/**
 * End-to-end tests: the real program, played by clicking blocks in a real Chromium.
 *
 * `cargo xtask e2e` builds the program, finds the browser and runs this. By hand:
 * `FANGQI=../../target/debug/fangqi FANGQI_CHROMIUM=chromium node run.js`, with `ONLY=words` to run
 * the scenarios whose names hold these words.
 *
 * Two files of scenarios run at a time, each in a process with a server and a browser of its own: a
 * scenario waits for pages and clocks during half of its time.
 */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { run } from "node:test";
import { spec } from "node:test/reporters";

const AT_A_TIME = 2;
/** Those that take longest begin first, so that none runs alone at the end. */
const LONG = ["walk.js", "insight.js", "miniworld-b.js", "miniworld-a.js", "sanguosha.js"];

const folder = new URL("./scenarios/", import.meta.url);
const rank = (name) => (LONG.includes(name) ? LONG.indexOf(name) : LONG.length);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".js"))
  .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
  .map((name) => fileURLToPath(new URL(name, folder)));

run({ files, concurrency: AT_A_TIME })
  .on("test:fail", () => {
    process.exitCode = 1;
  })
  .compose(spec)
  .pipe(process.stdout);
