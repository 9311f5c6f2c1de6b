/**
 * Lets the page open without the server from now on. Browsers allow it on pages that come over TLS or
 * from this computer; elsewhere nothing is kept.
 */
export function keepShell(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register("/sw.js").catch((error: unknown) => {
      console.info("fangqi: the page will not open without the server", error);
    });
  };
  // The page's own files come first.
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register);
}
