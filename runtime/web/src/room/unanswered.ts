import type { ClientMessage, RequestView } from "../wire.generated";

/** After how long an answer that may be lost is not sent again: the viewer has thought on. */
const LATEST_MS = 20_000;

/** Messages that answer the current question. */
const ANSWERS = new Set<ClientMessage["t"]>(["click", "choose", "select"]);

/**
 * Answers that the room may not have received.
 *
 * A room that moves to another process, or comes back from its log, loses what was on its way to it.
 * The answers to a question are therefore kept until the question changes or the server refuses one.
 * If the connection breaks before, they are sent again once everything that the viewer missed has
 * arrived and the same question is still open: had the room received an answer, it would not be.
 */
export class Unanswered {
  private answers: ClientMessage[] = [];
  /** The question that they answer. */
  private asked = "null";
  /** The browser's time of the last of them. */
  private at = 0;

  /** Notes a message that was sent while a question was open. */
  sent(message: ClientMessage, request: RequestView | null, now: number): void {
    if (request === null || !ANSWERS.has(message.t)) return;
    this.follow(request);
    this.answers.push(message);
    this.at = now;
  }

  /** Follows the question: answers to an earlier one have arrived. */
  follow(request: RequestView | null): void {
    const asked = JSON.stringify(request);
    if (asked === this.asked) return;
    this.asked = asked;
    this.answers = [];
  }

  /** The server refused one: all have arrived. */
  refused(): void {
    this.answers = [];
  }

  /** What to send again after a break. */
  lost(request: RequestView | null, now: number): ClientMessage[] {
    this.follow(request);
    const answers = now - this.at <= LATEST_MS ? this.answers : [];
    this.answers = [];
    return answers;
  }
}
