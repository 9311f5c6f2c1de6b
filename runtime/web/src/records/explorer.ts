import type { Button, ExplorerMove, ExplorerView, MoveEntry } from "../wire.generated";

/** Moves that the server keeps of each finished game. */
export const EXPLORED_MOVES = 30;
/** Positions whose answers are kept by the page. */
const KEPT_MAX = 200;

/** What is chosen for the game, as the server writes it: `id=value`, in the order of the ids. */
export const optionsOf = (buttons: readonly Button[]): string =>
  buttons
    .filter(({ id }) => id.startsWith("option_"))
    .flatMap(({ id, options }) =>
      options.filter(({ chosen }) => chosen).map(({ value }) => `${id}=${value}`),
    )
    .sort()
    .join("&");

/** In how many games a move was played. */
export const gamesWith = ({ wins, draws }: ExplorerMove): number =>
  wins.reduce((all, won) => all + won, draws);

/** Looks up positions of a map, each once. */
export class ExplorerLookup {
  private readonly kept = new Map<string, Promise<ExplorerView>>();

  constructor(private readonly ask: (address: string) => Promise<Response> = (at) => fetch(at)) {}

  /** Forgets the answers: another game has ended. */
  forget(): void {
    this.kept.clear();
  }

  after(map: string, options: string, moves: readonly MoveEntry[]): Promise<ExplorerView> {
    const query = new URLSearchParams({
      moves: moves.map(({ text }) => text.en).join("\n"),
      options,
    });
    const address = `/api/maps/${encodeURIComponent(map)}/explorer?${query}`;
    let answer = this.kept.get(address);
    if (!answer) {
      if (this.kept.size >= KEPT_MAX) this.kept.clear();
      answer = this.fetch(address);
      this.kept.set(address, answer);
      answer.catch(() => this.kept.delete(address));
    }
    return answer;
  }

  private async fetch(address: string): Promise<ExplorerView> {
    const answer = await this.ask(address);
    if (!answer.ok) throw new Error(`openings: ${answer.status}`);
    return (await answer.json()) as ExplorerView;
  }
}
