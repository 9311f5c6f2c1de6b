/**
 * End-to-end tests: the real program, played by clicking blocks in a real Chromium.
 *
 * `cargo xtask e2e` builds the program, finds the browser and runs this. By hand:
 * `FANGQI=../../target/debug/fangqi FANGQI_CHROMIUM=chromium node --test-reporter=spec run.js`,
 * with `ONLY=words` to run the scenarios whose names hold these words.
 */
await import("./scenarios/alone.js");
await import("./scenarios/boards.js");
await import("./scenarios/cards.js");
await import("./scenarios/doudizhu.js");
await import("./scenarios/sanguosha.js");
await import("./scenarios/together.js");
await import("./scenarios/lobby.js");
await import("./scenarios/program.js");
await import("./scenarios/look.js");
await import("./scenarios/replay.js");
await import("./scenarios/insight.js");
await import("./scenarios/time.js");
await import("./scenarios/host.js");
await import("./scenarios/edit.js");
await import("./scenarios/start.js");
await import("./scenarios/walk.js");
await import("./scenarios/miniworld-a.js");
await import("./scenarios/miniworld-b.js");
