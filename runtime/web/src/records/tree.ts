import type { LocalText, MoveEntry } from "../wire.generated";
import type { RecordedMove, WrittenLine } from "./record";

/** A move of a study. */
export interface MoveNode {
  readonly id: number;
  readonly parent: MoveNode | null;
  /** The number of moves up to it; 0 for the beginning of the game, which is no move. */
  readonly ply: number;
  /** As the room is told to play it. */
  readonly written: string;
  /** As the room's list shows it, and who made it; null until it has been played there. */
  played: MoveEntry | null;
  comment: string;
  /** What follows: the first one is the main continuation. */
  readonly next: MoveNode[];
}

/** Most moves of a study, and how deep variations of variations go. */
const NODES_MAX = 3000;
const NESTING_MAX = 24;
const COMMENT_MAX = 1000;
const WRITTEN_MAX = 100;

/** A node as it is stored: how it is written, its seat and texts once played, a comment, what follows. */
type Stored = [string, [number, string, string] | 0, string, Stored[]];

const isSame = (a: MoveEntry | null, b: MoveEntry): boolean =>
  a !== null && a.seat === b.seat && a.text.zh === b.text.zh && a.text.en === b.text.en;

/** What a move is called before it has been played and after. */
export const textOf = ({ played, written }: MoveNode): LocalText =>
  played?.text ?? { zh: written, en: written };

/**
 * The moves of a study: everything that was tried, from the beginning of the game on. The room knows
 * one line at a time; the tree keeps all of them.
 */
export class MoveTree {
  readonly root: MoveNode = this.node(null, "", null);
  private readonly nodes = new Map<number, MoveNode>([[this.root.id, this.root]]);
  private last = 0;

  private node(parent: MoveNode | null, written: string, played: MoveEntry | null): MoveNode {
    const [id, ply] = parent ? [(this.last += 1), parent.ply + 1] : [0, 0];
    return { id, parent, ply, written, played, comment: "", next: [] };
  }

  /** How many moves it has. */
  get size(): number {
    return this.nodes.size - 1;
  }

  find(id: number): MoveNode | null {
    return this.nodes.get(id) ?? null;
  }

  /** The moves that lead to a node. */
  lineTo(node: MoveNode): MoveNode[] {
    const line: MoveNode[] = [];
    for (let at: MoveNode | null = node; at?.parent; at = at.parent) line.unshift(at);
    return line;
  }

  /** The last move of the line that goes on from a node by main continuations. */
  endOf(node: MoveNode): MoveNode {
    let at = node;
    while (at.next[0]) at = at.next[0];
    return at;
  }

  /** Whether a node belongs to the main line. */
  isMain(node: MoveNode): boolean {
    return this.lineTo(node).every((at) => at.parent?.next[0] === at);
  }

  /**
   * The node of a line that the room has played; moves that the tree lacks are added. `null` if there
   * is no more room for them.
   */
  follow(moves: readonly MoveEntry[]): MoveNode | null {
    let at = this.root;
    for (const move of moves) {
      const child = this.childOf(at, move) ?? this.add(at, move.text.en, move);
      if (!child) return null;
      child.played ??= move;
      at = child;
    }
    return at;
  }

  /** The move that is written so after a node, new if need be; null if there is no more room for it. */
  try(node: MoveNode, { zh, en }: LocalText): MoveNode | null {
    const known = node.next.find(({ played }) => played?.text.en === en && played.text.zh === zh);
    return known ?? node.next.find(({ written }) => written === en) ?? this.add(node, en, null);
  }

  private childOf(node: MoveNode, move: MoveEntry): MoveNode | undefined {
    const { zh, en } = move.text;
    return (
      node.next.find(({ played }) => isSame(played, move)) ??
      node.next.find(({ played, written }) => !played && (written === en || written === zh))
    );
  }

  /** Notes how the room's list shows a move. If it is one that is there already, they become one. */
  resolve(node: MoveNode, move: MoveEntry): MoveNode {
    const twin = node.parent?.next.find((other) => other !== node && isSame(other.played, move));
    node.played = move;
    if (!twin) return node;
    for (const child of node.next) {
      const copy = this.copy(twin, child);
      if (copy) this.adopt(copy, child);
    }
    twin.comment ||= node.comment;
    this.remove(node);
    return twin;
  }

  private copy(parent: MoveNode, { written, played, comment }: MoveNode): MoveNode | null {
    const known = parent.next.find((child) => child.written === written);
    const copy = known ?? this.add(parent, written, played);
    if (copy) copy.comment ||= comment;
    return copy;
  }

  private adopt(to: MoveNode, from: MoveNode): void {
    for (const child of from.next) {
      const copy = this.copy(to, child);
      if (copy) this.adopt(copy, child);
    }
  }

  private add(parent: MoveNode, written: string, played: MoveEntry | null): MoveNode | null {
    if (this.size >= NODES_MAX || written === "" || written.length > WRITTEN_MAX) return null;
    const node = this.node(parent, written, played);
    this.nodes.set(node.id, node);
    parent.next.push(node);
    return node;
  }

  /** Makes the line to a node the main one. */
  promote(node: MoveNode): void {
    for (const at of this.lineTo(node)) {
      const siblings = at.parent?.next ?? [];
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
    }
  }

  /** Deletes a move and all that follows. */
  remove(node: MoveNode): void {
    const siblings = node.parent?.next;
    if (!siblings) return;
    siblings.splice(siblings.indexOf(node), 1);
    const gone = [node];
    for (let at = gone.pop(); at; at = gone.pop()) {
      this.nodes.delete(at.id);
      gone.push(...at.next);
    }
  }

  /** The moves of a line of the room, with the comments and the other lines of play beside it. */
  annotated(moves: readonly MoveEntry[]): RecordedMove[] {
    let at: MoveNode | undefined = this.root;
    return moves.map((move) => {
      const parent: MoveNode | undefined = at;
      at = parent?.next.find(({ played }) => isSame(played, move));
      if (!parent || !at) return move;
      const { comment } = at;
      const others = parent.next.filter((child) => child !== at);
      return { ...move, comment, variations: others.map((other) => recorded(other, NESTING_MAX)) };
    });
  }

  /** A tree of what was read from a file. */
  static of(line: WrittenLine): MoveTree {
    const tree = new MoveTree();
    tree.graft(tree.root, line, NESTING_MAX);
    return tree;
  }

  private graft(from: MoveNode, line: WrittenLine, nesting: number): void {
    let parent = from;
    for (const { move, comment, variations } of line) {
      const node =
        parent.next.find(({ written }) => written === move) ?? this.add(parent, move, null);
      if (!node) return;
      node.comment ||= (comment ?? "").slice(0, COMMENT_MAX);
      if (nesting > 0) for (const other of variations ?? []) this.graft(parent, other, nesting - 1);
      parent = node;
    }
  }

  /** As a text, to be stored. */
  stored(): string {
    const entry = ({ written, played, comment, next }: MoveNode): Stored => {
      const { seat, text } = played ?? {};
      const known = seat !== undefined && text ? ([seat, text.zh, text.en] as const) : 0;
      return [written, known === 0 ? 0 : [...known], comment, next.map(entry)];
    };
    return JSON.stringify({ version: 1, moves: this.root.next.map(entry) });
  }

  /** The tree of a stored text; null if it is none. */
  static read(text: string): MoveTree | null {
    try {
      const { version, moves } = JSON.parse(text) as { version: unknown; moves: unknown };
      if (version !== 1 || !Array.isArray(moves)) return null;
      const tree = new MoveTree();
      tree.restore(tree.root, moves);
      return tree;
    } catch {
      return null;
    }
  }

  private restore(parent: MoveNode, entries: unknown[]): void {
    for (const entry of entries) {
      const [written, known, comment, next] = entry as Stored;
      if (typeof written !== "string" || typeof comment !== "string") throw new Error("no study");
      const [seat, zh, en] = known === 0 ? [] : known;
      const played =
        typeof seat === "number" && typeof zh === "string" && typeof en === "string"
          ? { seat, text: { zh, en } }
          : null;
      const node = this.add(parent, written, played);
      if (!node) continue;
      node.comment = comment.slice(0, COMMENT_MAX);
      this.restore(node, next);
    }
  }
}

/** A line that begins with a node, as it is written down. */
function recorded(first: MoveNode, nesting: number): RecordedMove[] {
  const line: RecordedMove[] = [];
  let others: MoveNode[] = [];
  for (let at: MoveNode | undefined = first; at;) {
    const [main, ...rest]: MoveNode[] = at.next;
    const variations = nesting > 0 ? others.map((other) => recorded(other, nesting - 1)) : [];
    const seat = at.played?.seat ?? 0;
    line.push({ seat, text: textOf(at), comment: at.comment, variations });
    [at, others] = [main, rest];
  }
  return line;
}
