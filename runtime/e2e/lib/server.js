/** The program under test, as a process of its own. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const START_MS = 30_000;
const STOP_MS = 10_000;

/** The program's path, from the environment. */
function program() {
  const path = process.env.FANGQI;
  if (!path) throw new Error("FANGQI must name the program to test; run `cargo xtask e2e`");
  return path;
}

/** A folder for rooms that is gone after the scenario. */
export async function dataFolder(cleanup) {
  const folder = await mkdtemp(join(tmpdir(), "fangqi-e2e-"));
  cleanup(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A running program. */
export class Server {
  /** What it has printed, on both channels. */
  log = "";

  constructor(child) {
    this.child = child;
    this.exited = new Promise((resolve) => child.on("exit", resolve));
    const hear = (text) => (this.log += text);
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
  }

  /**
   * Starts `fangqi play` and waits for the address that it prints. `maps` is a folder of changed
   * maps; it is watched.
   */
  static async start(data, port = 0, maps = null) {
    const args = ["play", "--port", String(port), "--no-browser", "--data", data];
    if (maps !== null) args.push("--maps", maps, "--watch");
    const server = Server.launch(args);
    const deadline = Date.now() + START_MS;
    while (!server.address()) {
      const gone = server.child.exitCode !== null;
      if (gone || Date.now() > deadline) {
        server.kill();
        throw new Error(`the program printed no address; it printed:\n${server.log}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    server.url = server.address();
    server.origin = new URL(server.url).origin;
    return server;
  }

  /** Starts the program with any arguments. */
  static launch(args) {
    return new Server(spawn(program(), args, { stdio: ["ignore", "pipe", "pipe"] }));
  }

  address() {
    // Only a whole line holds a whole address.
    return /(http:\/\/\S+)\s*\n/.exec(this.log)?.[1];
  }

  /** Its end, with its exit status. */
  async ended() {
    const late = new Promise((_, reject) =>
      setTimeout(
        () => reject(new Error(`still running; it printed:\n${this.log}`)),
        STOP_MS,
      ).unref(),
    );
    return Promise.race([this.exited, late]);
  }

  /** Asks it to end, as Ctrl-C does, and waits for that. */
  async stop() {
    this.child.kill("SIGINT");
    try {
      await this.ended();
    } finally {
      this.kill();
    }
  }

  /** The processes that hold the rooms. */
  workers() {
    const threads = `/proc/${this.child.pid}/task`;
    const children = (thread) => readFileSync(join(threads, thread, "children"), "utf8");
    return readdirSync(threads)
      .flatMap(children)
      .join(" ")
      .split(/\s+/)
      .filter(Boolean)
      .map(Number);
  }

  kill() {
    if (this.child.exitCode === null) this.child.kill("SIGKILL");
  }
}
