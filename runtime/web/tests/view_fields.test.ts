import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const HERE = join(import.meta.dirname, "..");
const WIRE = "src/wire.generated.ts";
/**
 * Types of views that the server sends only for walking maps, grouped so that no type of a group
 * contains another.
 */
const VIEWS = [
  ["SlotView", "TimerView", "CameraState", "Element", "GraphView", "ShapeView", "GlobalView"],
  ["ActorView", "OwnView", "PageView", "SpaceView"],
  ["ActorsChange", "WalkScene"],
] as const;

/** The source text of a type in the generated file. */
function bodyOf(wire: string, type: string): string {
  const begin = wire.indexOf(`export type ${type} = {`);
  const end = wire.indexOf("};", begin);
  if (begin < 0 || end < 0) throw new Error(`the wire has no ${type}`);
  return wire.slice(begin, end + 2);
}

/** The names of a type's fields. */
function fieldsOf(wire: string, type: string): string[] {
  const body = bodyOf(wire, type).replace(/\/\*\*[^]*?\*\//g, "");
  return [...body.matchAll(/^(\w+)\??:/gm)].map(([, name]) => name as string);
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
  writeFileSync(join(folder, WIRE), stripped);
  let told = "";
  try {
    execFileSync(process.execPath, [TSC, "--noEmit", "-p", folder], { encoding: "utf8" });
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

const TSC = join(HERE, "node_modules/typescript/bin/tsc");

/** Time limit for the compiler in ms: it may share the machine. */
const PATIENCE_MS = 600_000;

describe("the fields of views", { timeout: PATIENCE_MS }, () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "fangqi-shown-"));
    cpSync(join(HERE, "src"), join(folder, "src"), { recursive: true });
    cpSync(join(HERE, "tsconfig.json"), join(folder, "tsconfig.json"));
    symlinkSync(join(HERE, "node_modules"), join(folder, "node_modules"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("are reported if nothing reads them", () => {
    const wire = readFileSync(join(HERE, WIRE), "utf8");
    const more = wire.replace("export type TimerView = {", "export type TimerView = {\nnobody: 0,");
    expect(fieldsOf(more, "TimerView")).toEqual(["nobody", "title", "time", "since", "way"]);
    const read = readOf(folder, more, ["TimerView"]);
    expect([...read].sort()).toEqual(
      ["since", "time", "title", "way"].map((f) => `TimerView.${f}`),
    );
  });

  it("are all read by some part of the client", () => {
    const wire = readFileSync(join(HERE, WIRE), "utf8");
    const unread = VIEWS.flatMap((types) => {
      const read = readOf(folder, wire, types);
      const fields = types.flatMap((type) => fieldsOf(wire, type).map((name) => `${type}.${name}`));
      expect(fields.length).toBeGreaterThan(types.length);
      return fields.filter((field) => !read.has(field));
    });
    expect(unread).toEqual([]);
  });
});
