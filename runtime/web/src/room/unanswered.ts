import type { ClientMessage, Mark, RequestView } from "../wire.generated";
import type { Pos } from "../wire/decode";
import { pick, pickedBy } from "./picking";

/** What a person is asked: the question, and the marks, which tell what of it is picked already. */
export interface Asked {
  readonly request: RequestView | null;
  readonly marks: readonly Mark[];
  /** The cells on which a click answers. */
  readonly choices: { has(pos: Pos): boolean };
}

/**
 * After how long an answer that may be lost is not sent again: the viewer has thought on. It is longer
 * than a server waits for its database.
 */
const LATEST_MS = 45_000;

/** Whether a message answers what is asked. Other clicks may mean something to the map. */
function answers(message: ClientMessage, { request, choices }: Asked): boolean {
  if (request === null) return false;
  if (message.t === "click") return choices.has(message.pos);
  return message.t === "choose" || message.t === "select";
}

/** What is asked now, of a model that changes. */
const snapshot = ({ request, marks, choices }: Asked): Asked => ({ request, marks, choices });

const wordsOf = (value: unknown): string => JSON.stringify(value);

/**
 * How many of the answers have led from one picture of a question to another; null if none of them
 * explains it.
 */
function arrived(answers: readonly ClientMessage[], before: Asked, after: Asked): number | null {
  const { request } = before;
  if (!request) return null;
  const now = wordsOf(pickedBy(request, after.marks));
  let picked = pickedBy(request, before.marks);
  let count = wordsOf(picked) === now ? 0 : null;
  for (const [i, message] of answers.entries()) {
    if (message.t !== "click") break;
    const outcome = pick(request, picked, message.pos);
    if (outcome.kind === "chosen") break;
    if (outcome.kind === "picked") picked = outcome.picked;
    if (wordsOf(picked) === now) count = i + 1;
  }
  return count;
}

/** Whether these answers settle a question. */
function chooses(answers: readonly ClientMessage[], { request, marks }: Asked): boolean {
  if (!request) return false;
  let picked = pickedBy(request, marks);
  return answers.some((message) => {
    if (message.t !== "click") return true;
    const outcome = pick(request, picked, message.pos);
    if (outcome.kind === "picked") picked = outcome.picked;
    return outcome.kind === "chosen";
  });
}

/**
 * Answers that the room may not have received.
 *
 * A room that moves to another process, or comes back from its log, loses what was on its way to it.
 * The answers to a question are therefore kept until the question changes, the marks show that they
 * have arrived, or the server refuses one. If the connection breaks before, or is broken when they are
 * given, they are sent once everything that the viewer missed has arrived and the same is still asked:
 * had the room received an answer, it would not be.
 */
export class Unanswered {
  private answers: ClientMessage[] = [];
  /** What they answer. */
  private asked: Asked | null = null;
  /** The browser's time of the last of them. */
  private at = 0;

  /**
   * Notes a message that is sent, or will be when there is a connection. False if it answers nothing,
   * so that nothing is kept.
   */
  keep(message: ClientMessage, asked: Asked, now: number): boolean {
    if (!answers(message, asked)) return false;
    this.follow(asked);
    // The viewer chose already, saw it taken back, and now chooses once more: the last choice counts.
    if (this.asked && chooses(this.answers, this.asked)) this.answers = [];
    if (this.answers.length === 0) this.asked = snapshot(asked);
    this.answers.push(message);
    this.at = now;
    return true;
  }

  /**
   * Follows what is asked. Answers to anything earlier have arrived; of several clicks on one
   * question, the first may have arrived and the next be lost.
   */
  follow(asked: Asked): void {
    if (this.answers.length === 0 || !this.asked) return;
    const same = wordsOf(asked.request) === wordsOf(this.asked.request);
    const count = same ? arrived(this.answers, this.asked, asked) : null;
    this.answers = count === null ? [] : this.answers.slice(count);
    this.asked = snapshot(asked);
  }

  /** The server refused one: all have arrived. */
  refused(): void {
    this.answers = [];
  }

  /** What has not arrived after a break: to be sent again, unless it is too old for that. */
  lost(asked: Asked, now: number): { answers: ClientMessage[]; old: boolean } {
    this.follow(asked);
    const { answers } = this;
    this.answers = [];
    return { answers, old: now - this.at > LATEST_MS };
  }
}
