// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setLanguage } from "../src/i18n/language";
import { BuildWatch } from "../src/shell/build";
import { PageNotice } from "../src/shell/notice";
import { click, find, freshRoot } from "./page";

let server: { build: string } | null = null;

/** A page of a build, opened at this moment. */
async function page(build: string) {
  document.head.innerHTML = `<meta name="build" content="${build}" />`;
  const [root, watch] = [freshRoot(), new BuildWatch()];
  void act(() => render(<PageNotice watch={watch} />, root));
  await act(async () => watch.begin());
  return () => act(() => watch.check());
}

/** A script cannot be loaded, and the server answers what is asked then. */
const lose = () =>
  act(async () => {
    window.dispatchEvent(new Event("vite:preloadError"));
    await new Promise((done) => setTimeout(done));
  });

const notice = () => document.querySelector<HTMLElement>(".page-notice");

beforeEach(() => {
  setLanguage("en");
  server = { build: "1" };
  vi.stubGlobal("fetch", async () => {
    if (!server) throw new TypeError("no network");
    return new Response(JSON.stringify(server));
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("the notice on the page's own version", () => {
  it("appears when the server has another, and not before", async () => {
    const check = await page("1");
    expect(notice()).toBeNull();
    server = null;
    await check();
    expect(notice()).toBeNull();
    server = { build: "2" };
    await check();
    expect(find(".page-notice").dataset["trouble"]).toBe("outdated");
    click("[data-do=later]");
    expect(notice()).toBeNull();
  });

  it("says that a script is missing, and more when the server was upgraded", async () => {
    await page("1");
    server = null;
    await lose();
    expect(find(".page-notice").dataset["trouble"]).toBe("incomplete");
    click("[data-do=later]");
    server = { build: "2" };
    await lose();
    expect(find(".page-notice").dataset["trouble"]).toBe("outdated");
  });

  it("is silent where nothing was built", async () => {
    const check = await page("");
    server = { build: "2" };
    await check();
    expect(notice()).toBeNull();
  });
});
