type Child = Node | string | null | undefined | false;
type Props = Readonly<Record<string, string | number | boolean | EventListener | undefined>>;

/** Makes an element. `on…` properties listen, booleans are present or absent, others are attributes. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  adorn(element, props);
  element.append(...kept(children));
  return element;
}

/** Gives an element properties as [`h`] does. */
export function adorn(element: HTMLElement, props: Props): void {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
}

const kept = (children: readonly Child[]): Node[] =>
  children
    .filter((child): child is Node | string => child instanceof Node || typeof child === "string")
    .map((child) => (typeof child === "string" ? document.createTextNode(child) : child));

/**
 * Puts these children, and only these, into an element. Children that look as before stay, so that
 * a button under a finger, or one that has the focus, is not pulled away by every event. Handlers
 * must therefore depend on nothing that the markup does not show.
 */
export function fillWith(element: Element, ...children: Child[]): void {
  const wanted = kept(children);
  const before = [...element.childNodes];
  const moved = wanted.some((node, i) => node.parentNode === element && before[i] !== node);
  if (moved || before.length !== wanted.length) {
    element.replaceChildren(...wanted);
    return;
  }
  before.forEach((old, i) => {
    const next = wanted[i] as Node;
    if (old === next || old.isEqualNode(next)) return;
    const focused = pathOf(old, document.activeElement);
    old.replaceWith(next);
    if (focused) follow(next, focused);
  });
}

/** The way from a node down to one within it, as child indexes; null if it is not within. */
function pathOf(root: Node, node: Node | null): number[] | null {
  if (!node || !root.contains(node)) return null;
  const path: number[] = [];
  for (let at = node; at !== root; at = at.parentNode as Node) {
    path.unshift([...(at.parentNode as Node).childNodes].indexOf(at as ChildNode));
  }
  return path;
}

/** Focuses what now is where the focus was. */
function follow(root: Node, path: readonly number[]): void {
  let at: Node | undefined = root;
  for (const index of path) at = at?.childNodes[index];
  if (at instanceof HTMLElement) at.focus({ preventScroll: true });
}
