import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../util/icons";

const MENU = "overflow-menu";

interface Props {
  /** The name of the button that opens the menu. */
  label: string;
  children: ComponentChildren;
}

/**
 * The tools that a narrow bar has no room for, behind a button. In a wide bar the same elements stand
 * in the bar itself: the style sheet decides by the bar's width. The browser closes the menu on Esc
 * and on clicks elsewhere, and tells assistive technology whether it is open.
 */
export function OverflowMenu({ label, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const close = () => {
    if (menu.current?.matches(":popover-open")) menu.current.hidePopover();
  };
  useLayoutEffect(() => {
    const opener = button.current;
    if (!opener) return;
    // An open menu would stay above the page when the bar becomes wide.
    const observer = new ResizeObserver(() => opener.offsetWidth === 0 && close());
    observer.observe(opener);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <button
        type="button"
        class="tool overflow-button"
        data-tool="more"
        title={label}
        aria-label={label}
        popovertarget={MENU}
        ref={button}
      >
        <Icon name="more" />
      </button>
      <div
        id={MENU}
        class="overflow-menu"
        role="group"
        aria-label={label}
        popover="auto"
        ref={menu}
        onClick={close}
      >
        {children}
      </div>
    </>
  );
}
