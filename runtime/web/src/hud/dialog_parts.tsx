import type { ComponentChildren } from "preact";

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
