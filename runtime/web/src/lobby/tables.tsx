import type { ComponentChildren } from "preact";
import type { LobbyRoom, LobbyView } from "../wire.generated";
import { local, t } from "../i18n/language";
import type { LobbyState } from "../state/lobby";
import { Icon } from "../util/icons";
import { visits } from "../util/visits";

/** Most rooms to go on with that are shown. */
const MOST = 5;

interface Props {
  view: LobbyView;
}

/** One of the viewer's rooms. */
interface Own {
  room: LobbyRoom;
  /** Whether the game waits for the viewer. */
  waits: boolean;
}

/** The viewer's rooms: those that wait for a move first, else those visited last. */
function own({ yours }: LobbyView): readonly Own[] {
  const seats = new Map(visits().map(({ room, seat }) => [room, seat]));
  const rooms = yours.map((room) => ({ room, waits: room.turn === seats.get(room.id) }));
  return [...rooms.filter(({ waits }) => waits), ...rooms.filter(({ waits }) => !waits)];
}

/** The games that the viewer can go on with; nothing if there are none. */
export function Continue({ view, lobby }: Props & { lobby: LobbyState }) {
  const rooms = own(view).slice(0, MOST);
  if (rooms.length === 0) return null;
  return (
    <section class="continue">
      <h2>{t("continue_games")}</h2>
      <ul class="rooms">
        {rooms.map(({ room, waits }) => (
          <Row key={room.id} room={room} view={view} note={waits && t("your_turn")}>
            <button
              type="button"
              class="icon-button"
              title={t("forget_room")}
              aria-label={t("forget_room")}
              onClick={() => lobby.forget(room.id)}
            >
              <Icon name="close" />
            </button>
            <Enter room={room} style={waits ? "primary" : "quiet"} label={t("go_on")} />
          </Row>
        ))}
      </ul>
    </section>
  );
}

/** Other people's rooms, those with a free seat first; nothing if there are none. */
export function Tables({ view }: Props) {
  const mine = new Set(view.yours.map(({ id }) => id));
  const others = view.rooms.filter(({ id }) => !mine.has(id));
  const rooms = [...others.filter(isFree), ...others.filter((room) => !isFree(room))];
  if (rooms.length === 0) return null;
  return (
    <section class="tables">
      <h2>{t("rooms")}</h2>
      <ul class="rooms">
        {rooms.map((room) => (
          <Row key={room.id} room={room} view={view}>
            <a
              class="icon-button"
              href={`/replay/${encodeURIComponent(room.id)}`}
              title={t("replay")}
              aria-label={t("replay")}
            >
              <Icon name="replay" />
            </a>
            {isFree(room) ? (
              <Enter room={room} style="primary" label={t("join")} />
            ) : (
              <Enter room={room} style="quiet" label={t("watch")} />
            )}
          </Row>
        ))}
      </ul>
    </section>
  );
}

const isFree = ({ seats }: LobbyRoom): boolean => seats.includes(null);

interface EnterProps {
  room: LobbyRoom;
  style: string;
  label: string;
}

const Enter = ({ room, style, label }: EnterProps) => (
  <a class={style} href={`/r/${encodeURIComponent(room.id)}`}>
    {label}
  </a>
);

interface RowProps extends Props {
  room: LobbyRoom;
  /** What is said in place of how many people are there. */
  note?: string | false;
  children: ComponentChildren;
}

function Row({ room, view, note, children }: RowProps) {
  const map = view.maps.find(({ id }) => id === room.map);
  return (
    <li data-room={room.id}>
      <strong>
        {map ? local(map.name) : room.map}
        {room.private && <span class="private-note">{t("private_note")}</span>}
      </strong>
      <span class="chairs">
        {room.seats.map((name, seat) => (
          <span key={seat} class={name === null ? "chair free" : "chair"}>
            {name ?? t("open_seat")}
          </span>
        ))}
      </span>
      {note ? (
        <span class="present turn-here">{note}</span>
      ) : room.present > 0 ? (
        <span class="present">
          <Icon name="eye" />
          {t("people_here", { count: room.present })}
        </span>
      ) : (
        <span class="present" />
      )}
      {children}
    </li>
  );
}
