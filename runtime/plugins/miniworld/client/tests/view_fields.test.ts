import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const CLIENT = join(import.meta.dirname, "..");
const WEB = join(CLIENT, "../../../web");
/** Where a copy of the plugin's client module and of the page lie in the folder of the test. */
const [CLIENT_COPY, WEB_COPY] = ["plugins/miniworld/client", "web"];
const WIRE = "wire.generated.ts";
/** The types of the plugin's view, grouped so that no type of a group contains another. */
const VIEWS = [
  ["SlotView", "TimerView", "CameraState", "Element", "GraphView", "ShapeView", "GlobalView"],
  ["ActorView", "OwnView", "PageView", "SpaceView"],
] as const;

/** The source text of a type in the generated file. */
function bodyOf(wire: string, type: string): string {
  const begin = wire.indexOf(`export type ${type} = {`);
  const end = wire.indexOf("\n};", begin);
  if (begin < 0 || end < 0) throw new Error(`the wire has no ${type}`);
  return wire.slice(begin, end + 3);
}

/** The names of a type's fields. */
function fieldsOf(wire: string, type: string): string[] {
  const body = bodyOf(wire, type).replace(/\/\*\*[^]*?\*\//g, "");
  return [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => name as string);
}

/**
 * The fields that any code reads: with the fields removed, the compiler reports an error at each
 * place that reads one. Types that contain others are checked apart from those, because the
 * compiler does not look behind a missing field.
 */
function readOf(folder: string, wire: string, types: readonly string[]): Set<string> {
  const stripped = types.reduce(
    (text, type) => text.replace(bodyOf(wire, type), `export type ${type} = { no${type}: 0 };`),
    wire,
  );
  writeFileSync(join(folder, CLIENT_COPY, WIRE), stripped);
  let told = "";
  try {
    const project = join(folder, WEB_COPY);
    execFileSync(process.execPath, [TSC, "--noEmit", "-p", project], { encoding: "utf8" });
  } catch (error) {
    told = (error as { stdout: string }).stdout;
  }
  const misses = told.matchAll(/Property '(\w+)' does not exist on type '([^\n]+)'\./g);
  const read = new Set<string>();
  for (const [, field = "", on = ""] of misses) {
    for (const type of types)
      if (new RegExp(`\\b${type}\\b`).test(on)) read.add(`${type}.${field}`);
  }
  return read;
}

const TSC = join(WEB, "node_modules/typescript/bin/tsc");

/** Time limit for the compiler in ms: it may share the machine. */
const PATIENCE_MS = 600_000;

describe("the fields of views", { timeout: PATIENCE_MS }, () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "fangqi-shown-"));
    const web = join(folder, WEB_COPY);
    cpSync(join(WEB, "src"), join(web, "src"), { recursive: true });
    cpSync(join(WEB, "tsconfig.json"), join(web, "tsconfig.json"));
    symlinkSync(join(WEB, "node_modules"), join(web, "node_modules"));
    // Without the tests, which read fields that nothing else may read.
    const filter = (path: string) => path !== import.meta.dirname;
    cpSync(CLIENT, join(folder, CLIENT_COPY), { recursive: true, filter });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("are reported if nothing reads them", () => {
    const wire = readFileSync(join(CLIENT, WIRE), "utf8");
    const more = wire.replace("type TimerView = {", "type TimerView = {\n  nobody: 0;");
    expect(fieldsOf(more, "TimerView")).toEqual(["nobody", "title", "time", "since", "way"]);
    const read = readOf(folder, more, ["TimerView"]);
    expect([...read].sort()).toEqual(
      ["since", "time", "title", "way"].map((f) => `TimerView.${f}`),
    );
  });

  it("are all read by some part of the client", () => {
    const wire = readFileSync(join(CLIENT, WIRE), "utf8");
    const unread = VIEWS.flatMap((types) => {
      const read = readOf(folder, wire, types);
      const fields = types.flatMap((type) => fieldsOf(wire, type).map((name) => `${type}.${name}`));
      expect(fields.length).toBeGreaterThan(types.length);
      return fields.filter((field) => !read.has(field));
    });
    expect(unread).toEqual([]);
  });
});
