import type { PlayerView } from "@page/wire.generated";
import { Icon } from "@page/util/icons";
import { cssColour, teamColour } from "../drawing/colours";
import { walkText } from "../strings";
import { useWalk } from "./context";

/** The players of the room, in the side panel with the chat. */
export function PlayerList() {
  const { model, togglePanel } = useWalk();
  return (
    <section class="walk-people">
      <header>
        <h2>{walkText("people")}</h2>
        <button
          type="button"
          class="icon-button"
          aria-label={walkText("close")}
          onClick={togglePanel}
        >
          <Icon name="close" />
        </button>
      </header>
      <ul>
        {model.players.map((player) => (
          <Player key={player.id} player={player} />
        ))}
      </ul>
    </section>
  );
}

/** A player, in the colour of its team. */
function Player({ player: { id, name, present } }: { player: PlayerView }) {
  const { model, walk } = useWalk();
  const colour = teamColour(walk.teams.value.get(id) ?? 0);
  return (
    <li class={present ? "" : "gone"} data-player={id}>
      <i style={`background:${colour === null ? "#b9a888" : cssColour(colour)}`} />
      <span>{name}</span>
      {id === model.you && <small>{walkText("you")}</small>}
    </li>
  );
}
