import type { LobbyMap } from "../wire.generated";
import { local, t } from "../i18n/language";
import type { LobbyState } from "../state/lobby";

interface Props {
  lobby: LobbyState;
  maps: readonly LobbyMap[];
}

/** Games in which people meet; nothing to be matched for at puzzles and demonstrations. */
const isPlayedTogether = ({ seats, shelf }: LobbyMap): boolean =>
  seats > 1 && (shelf === "boards" || shelf === "cards");

/** One click to a game with another person. */
export function QuickMatch({ lobby, maps }: Props) {
  const games = maps.filter((map) => !map.variant && isPlayedTogether(map));
  const game = games.find(({ id }) => id === lobby.matched.value) ?? games[0];
  if (!game) return null;
  return (
    <div class="quick-match">
      <select
        aria-label={t("quick_match_game")}
        value={game.id}
        onChange={({ currentTarget }) => (lobby.matched.value = currentTarget.value)}
      >
        {games.map(({ id, name }) => (
          <option key={id} value={id}>
            {local(name)}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="primary"
        data-do="match"
        title={t("quick_match_title")}
        disabled={lobby.opening.value !== null}
        onClick={() => void lobby.match(game)}
      >
        {t("quick_match")}
      </button>
    </div>
  );
}
