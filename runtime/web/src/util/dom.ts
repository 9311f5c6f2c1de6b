type Child = Node | string | null | undefined | false;
type Props = Readonly<Record<string, string | number | boolean | EventListener | undefined>>;

/** Makes an element. `on…` properties listen, booleans are present or absent, others are attributes. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...kept(children));
  return element;
}

const kept = (children: readonly Child[]): (Node | string)[] =>
  children.filter(
    (child): child is Node | string => child !== null && child !== undefined && child !== false,
  );

/** Puts these children, and only these, into an element. */
export function fillWith(element: Element, ...children: Child[]): void {
  element.replaceChildren(...kept(children));
}
