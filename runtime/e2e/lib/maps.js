/** A map's files in a folder of their own, where a scenario may edit them. */
import assert from "node:assert/strict";
import { cp, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const SCRIPTS = fileURLToPath(new URL("../../../scripts/", import.meta.url));

export class CopiedMaps {
  constructor(folder) {
    this.folder = folder;
  }

  /** Copies the Xiangqi map, and what it shares, into a folder. */
  static async make(folder) {
    for (const part of ["maps/boards/xiangqi", "lib"]) {
      await cp(join(SCRIPTS, part), join(folder, basename(part)), {
        recursive: true,
      });
    }
    return new CopiedMaps(folder);
  }

  /**
   * Puts other text in the place of some in a file, as an author who saves it does; gives the line,
   * from 1, in which it begins.
   */
  async edit(path, from, to) {
    const file = join(this.folder, path);
    const text = await readFile(file, "utf8");
    assert.ok(text.includes(from), `${path} holds ${from}`);
    await writeFile(
      file,
      text.replace(from, () => to),
    );
    return text.slice(0, text.indexOf(from)).split("\n").length;
  }
}
