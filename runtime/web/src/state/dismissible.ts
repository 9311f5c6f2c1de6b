import { effect, signal } from "@preact/signals";

/** Something of the room that the viewer may put away. It returns when it is another. */
export class Dismissible<T> {
  private readonly dismissed = signal<string | null>(null);

  constructor(private readonly current: () => T | null) {
    effect(() => {
      if (current() === null) this.dismissed.value = null;
    });
  }

  /** What is to be shown; null if there is nothing, or it was put away. */
  get shown(): T | null {
    const current = this.current();
    if (current === null) return null;
    // The room may send the same again, as another object.
    return JSON.stringify(current) === this.dismissed.value ? null : current;
  }

  dismiss(): void {
    this.dismissed.value = JSON.stringify(this.current());
  }
}
