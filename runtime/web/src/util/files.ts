/** How long a browser may take to begin a download. */
const BEGIN_MS = 10_000;

/** Has the browser store a file. */
export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), BEGIN_MS);
}
