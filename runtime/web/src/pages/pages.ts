import "../style/pages.css";
import type { Act, Element as PageElement, PageView } from "../wire.generated";
import { h } from "../util/dom";
import { icon } from "../util/icons";
import { walkText } from "../walk/strings";
import { makeElement, type ElementView } from "./elements";
import { boxesOf, layPage, type Box } from "./layout";

/** Kinds of elements to interact with. A page with one of them takes the pointer. */
const INTERACTIVE = new Set<PageElement["kind"]>(["button", "slider", "input", "loader"]);

/** For elements that start on a list: the index of the list, which scrolls them. */
export function carriersOf(
  elements: readonly (readonly [string, PageElement])[],
  boxes: readonly Box[],
): Map<number, number> {
  const carriers = new Map<number, number>();
  boxes.forEach((box, i) => {
    for (let list = i - 1; list >= 0; list--) {
      const under = boxes[list] as Box;
      const within =
        elements[list]?.[1].kind === "slider" &&
        box.x >= under.x - 1 &&
        box.x < under.x + under.width &&
        box.y >= under.y - 1 &&
        box.y < under.y + under.height;
      if (!within) continue;
      carriers.set(i, list);
      break;
    }
  });
  return carriers;
}

/** One open page. */
class Page {
  readonly element: HTMLElement;
  private readonly shown = new Map<string, ElementView>();
  private readonly close: HTMLElement;
  private view: PageView;

  constructor(
    view: PageView,
    private readonly act: (act: Act) => void,
  ) {
    this.view = view;
    const { id } = view;
    const props = {
      type: "button",
      class: "close-page icon-button",
      onclick: () => act({ close_page: { page: id } }),
    };
    this.close = h("button", props, icon("close"));
    this.element = h("section", { class: "page", "data-page": id }, this.close);
  }

  render(view: PageView, width: number, height: number): void {
    this.view = view;
    const { elements } = view;
    const seen = elements.filter(([, element]) => !element.hidden);
    const boxes = boxesOf(seen);
    const laid = layPage(boxes, width, height);
    const carriers = carriersOf(seen, laid.boxes);
    seen.forEach(([id, element], i) => {
      const carrier = carriers.get(i);
      const under = carrier === undefined ? null : (laid.boxes[carrier] as Box);
      const list = carrier === undefined ? null : this.shown.get(seen[carrier]?.[0] ?? "");
      const made = this.elementFor(id, element, list?.node.firstElementChild ?? this.element);
      const box = laid.boxes[i] as Box;
      const at = under ? { ...box, x: box.x - under.x, y: box.y - under.y } : box;
      made.update(element, at, laid.scale);
      made.node.style.zIndex = String(i + 1);
    });
    const kept = new Set(seen.map(([id]) => id));
    for (const [id, { node }] of this.shown) {
      if (kept.has(id)) continue;
      node.remove();
      this.shown.delete(id);
    }
    this.element.setAttribute("aria-label", view.id);
    this.element.dataset["state"] = view.state ?? "";
    this.close.setAttribute("aria-label", walkText("close_page"));
    this.close.title = walkText("close_page");
    const { wantsPointer } = this;
    this.close.hidden = !wantsPointer;
    this.element.classList.toggle("touched", wantsPointer);
    if (wantsPointer) placeCloseButton(this.close, laid.boxes, width);
  }

  /** Whether the page has an element to interact with. */
  get wantsPointer(): boolean {
    return this.view.elements.some(([, { kind, hidden }]) => !hidden && INTERACTIVE.has(kind));
  }

  private elementFor(id: string, { kind }: PageElement, parent: Element): ElementView {
    const page = this.view.id;
    const key = `${kind} ${id}`;
    let made = this.shown.get(id);
    if (made && made.node.dataset["key"] !== key) {
      made.node.remove();
      made = undefined;
    }
    made ??= makeElement(id, kind, {
      press: (down) => this.act({ press: { page, element: id, down } }),
      type: (content) => this.act({ type: { page, element: id, content } }),
    });
    made.node.dataset["key"] = key;
    if (made.node.parentElement !== parent) parent.append(made.node);
    this.shown.set(id, made);
    return made;
  }
}

/** Places the close button at the upper right corner of the page's content. */
function placeCloseButton(cross: HTMLElement, boxes: readonly Box[], width: number): void {
  const right = Math.max(0, ...boxes.map((box) => box.x + box.width));
  const top = Math.min(1e4, ...boxes.map((box) => box.y));
  cross.style.left = `${Math.max(4, Math.min(width - 40, right - 14))}px`;
  cross.style.top = `${Math.max(4, top - 22)}px`;
}

/** The open pages of the map's own interface, lowest first. */
export class Pages {
  readonly element = h("div", { class: "pages" });
  private readonly pages = new Map<string, Page>();
  private views: readonly PageView[] = [];

  constructor(private readonly act: (act: Act) => void) {
    new ResizeObserver(() => this.render()).observe(this.element);
  }

  /** Shows these pages; true if a page that takes the pointer is new. */
  show(views: readonly PageView[]): boolean {
    const before = new Set(
      [...this.pages].filter(([, page]) => page.wantsPointer).map(([id]) => id),
    );
    this.views = views;
    this.render();
    return [...this.pages].some(([id, page]) => page.wantsPointer && !before.has(id));
  }

  /** Whether one of the pages takes the pointer. */
  get wantsPointer(): boolean {
    return [...this.pages.values()].some((page) => page.wantsPointer);
  }

  /** Updates the layout of all pages. */
  render(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    const open = new Set(this.views.map(({ id }) => id));
    for (const [id, page] of this.pages) {
      if (open.has(id)) continue;
      page.element.remove();
      this.pages.delete(id);
    }
    if (width === 0 || height === 0) return;
    this.views.forEach((view, i) => {
      let page = this.pages.get(view.id);
      if (!page) {
        page = new Page(view, this.act);
        this.pages.set(view.id, page);
        this.element.append(page.element);
      }
      page.element.style.zIndex = String(i + 1);
      page.render(view, width, height);
    });
  }
}
