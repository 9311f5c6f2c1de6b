/** The browser, started once for all scenarios; each person is a context of its own. */
import { chromium } from "playwright-core";

/**
 * What the browser does without. Chromium heeds only the last list of this kind, so it begins with
 * what Playwright 1.64 itself leaves out (`chromiumSwitches`). The last three would keep pages of
 * their own alive behind the address bar of every window.
 */
const FEATURES_OFF = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
];

/** Draws without a graphics card, keeps to itself, and talks to nobody but the page's server. */
const FLAGS = [
  "--no-sandbox",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  `--disable-features=${FEATURES_OFF.join(",")}`,
];

/** Small, because every frame is drawn by the processor. */
export const VIEWPORT = { width: 640, height: 360 };

/**
 * Pieces and cameras jump for people who asked for less motion: every frame of a flight costs the
 * processor as much as the test itself. Scenarios about motion ask for all of it.
 */
export const MOTION = { all: "no-preference", less: "reduce" };

/** Starts Chromium; Playwright gives it a fresh profile. */
export async function launch() {
  const executablePath = process.env.FANGQI_CHROMIUM;
  if (!executablePath) {
    throw new Error("FANGQI_CHROMIUM must name the browser's program; run `cargo xtask e2e`");
  }
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

/** What the page complains about: uncaught errors and errors on its console. */
export function complaints(context) {
  const heard = [];
  context.on("weberror", (error) => heard.push(`uncaught: ${error.error().stack}`));
  context.on("console", (message) => {
    if (message.type() === "error") heard.push(`console: ${message.text()}`);
  });
  return heard;
}
