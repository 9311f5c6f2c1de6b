import "../style/pages.css";
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Act } from "@page/wire.generated";
import type { Element as PageElement, PageView } from "../wire.generated";
import { Icon } from "@page/util/icons";
import { walkText } from "../strings";
import { ElementView } from "./elements";
import { takesPointer } from "./interactive";
import { boxesOf, layPage, type Box } from "./layout";

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

interface PagesProps {
  /** The open pages of the map's own interface, lowest first. */
  views: readonly PageView[];
  act: (act: Act) => void;
}

/** The pages of the map's own interface. */
export function Pages({ views, act }: PagesProps) {
  const place = useRef<HTMLDivElement>(null);
  const size = useSignal({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const area = place.current;
    if (!area) return;
    const measure = () => (size.value = { width: area.clientWidth, height: area.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    measure();
    return () => observer.disconnect();
  }, []);
  const { width, height } = size.value;
  return (
    <div class="pages" ref={place}>
      {width > 0 &&
        height > 0 &&
        views.map((view, i) => (
          <Page key={view.id} view={view} width={width} height={height} order={i + 1} act={act} />
        ))}
    </div>
  );
}

interface PageProps {
  view: PageView;
  width: number;
  height: number;
  order: number;
  act: (act: Act) => void;
}

/** One open page. */
function Page({ view, width, height, order, act }: PageProps) {
  const { id } = view;
  const seen = view.elements.filter(([, element]) => !element.hidden);
  const { boxes, scale } = layPage(boxesOf(seen), width, height);
  const carriers = carriersOf(seen, boxes);
  /** The elements on a list, which scrolls them; null is the page itself. */
  const elementsOn = (list: number | null) =>
    seen.flatMap(([name, element], i) => {
      if ((carriers.get(i) ?? null) !== list) return [];
      const box = boxes[i] as Box;
      const under = list === null ? { x: 0, y: 0 } : (boxes[list] as Box);
      return [
        <ElementView
          key={`${element.kind} ${name}`}
          id={name}
          element={element}
          box={{ ...box, x: box.x - under.x, y: box.y - under.y }}
          scale={scale}
          order={i + 1}
          events={{
            press: (down) => act({ press: { page: id, element: name, down } }),
            type: (content) => act({ type: { page: id, element: name, content } }),
          }}
        >
          {element.kind === "slider" ? elementsOn(i) : null}
        </ElementView>,
      ];
    });
  const touched = takesPointer(view);
  return (
    <section
      class={`page${touched ? " touched" : ""}`}
      data-page={id}
      data-state={view.state ?? ""}
      aria-label={id}
      style={{ zIndex: String(order) }}
    >
      <button
        type="button"
        class="close-page icon-button"
        aria-label={walkText("close_page")}
        title={walkText("close_page")}
        hidden={!touched}
        style={touched ? closeButtonPlace(boxes, width) : undefined}
        onClick={() => act({ close_page: { page: id } })}
      >
        <Icon name="close" />
      </button>
      {elementsOn(null)}
    </section>
  );
}

/** The upper right corner of the page's content. */
function closeButtonPlace(boxes: readonly Box[], width: number): { left: string; top: string } {
  const right = Math.max(0, ...boxes.map((box) => box.x + box.width));
  const top = Math.min(1e4, ...boxes.map((box) => box.y));
  return {
    left: `${Math.max(4, Math.min(width - 40, right - 14))}px`,
    top: `${Math.max(4, top - 22)}px`,
  };
}
