import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fill } from "../src/i18n/language";
import { STRINGS } from "../src/i18n/strings";
import { describeTexts } from "./texts";

describeTexts(STRINGS, join(import.meta.dirname, "../src"));

describe("placeholders", () => {
  it("are replaced, and stay without a value", () => {
    expect(fill("{a} of {b}", { a: 1, b: "x" })).toBe("1 of x");
    expect(fill("{a} of {b}", { a: 1 })).toBe("1 of {b}");
  });
});
