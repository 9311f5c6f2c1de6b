import type { ClientMessage, Mark, RequestView } from "../wire.generated";
import type { Pos } from "../wire/decode";

/** What a person is asked: the question, and the marks, which tell what of it is picked already. */
export interface Asked {
  readonly request: RequestView | null;
  readonly marks: readonly Mark[];
  /** The cells on which a click answers. */
  readonly choices: { has(pos: Pos): boolean };
}

/** After how long an answer that may be lost is not sent again: the viewer has thought on. */
const LATEST_MS = 20_000;

/** Whether a message answers what is asked. Other clicks may mean something to the map. */
function answers(message: ClientMessage, { request, choices }: Asked): boolean {
  if (request === null) return false;
  if (message.t === "click") return choices.has(message.pos);
  return message.t === "choose" || message.t === "select";
}

const wordsOf = ({ request, marks }: Asked): string => JSON.stringify([request, marks]);

/**
 * Answers that the room may not have received.
 *
 * A room that moves to another process, or comes back from its log, loses what was on its way to it.
 * The answers to a question are therefore kept until question or marks change, or the server refuses
 * one. If the connection breaks before, they are sent again once everything that the viewer missed
 * has arrived and the same is still asked: had the room received an answer, it would not be.
 */
export class Unanswered {
  private answers: ClientMessage[] = [];
  /** What they answer. */
  private asked = "";
  /** The browser's time of the last of them. */
  private at = 0;

  /** Notes a message that was sent while a question was open. */
  sent(message: ClientMessage, asked: Asked, now: number): void {
    if (!answers(message, asked)) return;
    this.follow(asked);
    if (this.answers.length === 0) this.asked = wordsOf(asked);
    this.answers.push(message);
    this.at = now;
  }

  /** Follows what is asked: answers to anything earlier have arrived. */
  follow(asked: Asked): void {
    if (this.answers.length > 0 && wordsOf(asked) !== this.asked) this.answers = [];
  }

  /** The server refused one: all have arrived. */
  refused(): void {
    this.answers = [];
  }

  /** What to send again after a break. */
  lost(asked: Asked, now: number): ClientMessage[] {
    this.follow(asked);
    const answers = now - this.at <= LATEST_MS ? this.answers : [];
    this.answers = [];
    return answers;
  }
}
