import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface SheetProps {
  /** A further class, for sheets of another form. */
  kind?: string;
  /** The name that a screen reader says. */
  label?: string;
  onClosed: () => void;
  children: (close: () => void) => ComponentChildren;
}

/** A modal dialog. A click beside it closes it, as Esc does. */
export function Sheet({ kind, label, onClosed, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLInputElement>("input[type=text]")?.select();
  }, []);
  const close = () => {
    // The browser gives the focus back; its event would come only with the next frame.
    dialog.current?.close();
    onClosed();
  };
  return (
    <dialog
      class={kind ? `sheet ${kind}` : "sheet"}
      aria-label={label}
      ref={dialog}
      onClose={onClosed}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      {children(close)}
    </dialog>
  );
}

interface ButtonProps {
  style: string;
  onClick: () => void;
  children: ComponentChildren;
}

/** A button of a dialog. */
export const DialogButton = ({ style, onClick, children }: ButtonProps) => (
  <button type="button" class={style} onClick={onClick}>
    {children}
  </button>
);

/** The row of a dialog's last buttons. */
export const LastRow = ({ children }: { children: ComponentChildren }) => (
  <div class="row end">{children}</div>
);
