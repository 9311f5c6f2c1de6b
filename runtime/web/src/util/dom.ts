type Child = Node | string | null | undefined | false;
type Props = Readonly<Record<string, string | number | boolean | EventListener | undefined>>;

/**
 * Creates an element. `on…` properties are listeners, booleans are set or absent, others are
 * attributes.
 */
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

/** Sets properties of an element as [`h`] does. */
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
 * Replaces the children of an element. Children that are equal to the old ones stay, so that an
 * update does not pull away a button that is being pressed or has the focus. A listener may
 * therefore depend only on what the markup shows.
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

/** The child indexes that lead from a node to one within it; null if it is not within. */
function pathOf(root: Node, node: Node | null): number[] | null {
  if (!node || !root.contains(node)) return null;
  const path: number[] = [];
  for (let at = node; at !== root; at = at.parentNode as Node) {
    path.unshift([...(at.parentNode as Node).childNodes].indexOf(at as ChildNode));
  }
  return path;
}

/** Focuses the node that now is where the focus was. */
function follow(root: Node, path: readonly number[]): void {
  let at: Node | undefined = root;
  for (const index of path) at = at?.childNodes[index];
  if (at instanceof HTMLElement) at.focus({ preventScroll: true });
}
