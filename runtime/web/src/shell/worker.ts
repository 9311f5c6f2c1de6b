/**
 * The service worker, `/sw.js`. The build writes the list of files into it.
 */
import { ShellCache, type Shell } from "./cache";

/** The events of a service worker as far as they are used; the compiler knows only the page's. */
interface WorkerScope {
  location: Location;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(
    kind: "install" | "activate",
    listen: (event: { waitUntil(done: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(
    kind: "fetch",
    listen: (event: { request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
}

/** Replaced by the build. */
declare const __SHELL__: Shell;

const scope = self as unknown as WorkerScope;
const shell = new ShellCache(__SHELL__, {
  origin: scope.location.origin,
  caches,
  fetch: (request) => fetch(request),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
});

scope.addEventListener("install", (event) => {
  event.waitUntil(shell.install().then(() => scope.skipWaiting()));
});
scope.addEventListener("activate", (event) => {
  event.waitUntil(shell.activate().then(() => scope.clients.claim()));
});
scope.addEventListener("fetch", (event) => {
  const answer = shell.answer(event.request);
  if (answer) event.respondWith(answer);
});
