import { t } from "../i18n/language";
import { Icon, type IconName } from "../util/icons";
import { SPEEDS, type Player, type Speed } from "./player";
import type { Reel } from "./reel";

/** What the controls below the board do. */
export interface TransportActions {
  go(position: number): void;
  /** Goes to the previous (-1) or next (1) move. */
  step(way: -1 | 1): void;
  copyLink(): void;
  branch(): void;
}

const label = (speed: Speed): string => (speed === "moves" ? t("move_a_second") : `${speed}×`);

interface Props {
  reel: Reel;
  player: Player;
  act: TransportActions;
}

/** The slider, the buttons and the list of speeds. */
export function Transport({ reel, player, act }: Props) {
  return (
    <div class="transport" role="group" aria-label={t("replay")}>
      <div class="transport-parts">
        <Slider reel={reel} player={player} act={act} />
        <div class="transport-row">
          <Control name="start" icon="first" title={t("to_start")} onClick={() => act.go(0)} />
          <Control
            name="before"
            icon="before"
            title={t("move_before")}
            onClick={() => act.step(-1)}
          />
          <Control
            name="play"
            icon={player.playing ? "pause" : "play"}
            title={player.playing ? t("pause") : t("play_it")}
            onClick={() => player.toggle()}
          />
          <Control name="after" icon="after" title={t("move_after")} onClick={() => act.step(1)} />
          <Control name="end" icon="last" title={t("to_end")} onClick={() => act.go(reel.length)} />
          <span class="count">{`${reel.eventAt(reel.at)} / ${reel.eventAt(reel.length)}`}</span>
          <Speeds player={player} />
          <Control
            name="link"
            icon="link"
            title={t("copy_move_link")}
            onClick={() => act.copyLink()}
          />
          <button type="button" class="primary small" data-do="branch" onClick={() => act.branch()}>
            {t("branch")}
          </button>
        </div>
      </div>
    </div>
  );
}

function Slider({ reel, player, act }: Props) {
  return (
    <input
      type="range"
      min={0}
      max={reel.length}
      step={1}
      data-do="scrub"
      aria-label={t("scrub")}
      style={`--done:${reel.at / Math.max(1, reel.length)}`}
      value={reel.at}
      onInput={({ currentTarget }) => {
        player.pause();
        act.go(Number(currentTarget.value));
      }}
    />
  );
}

function Speeds({ player }: { player: Player }) {
  return (
    <select
      class="small"
      data-do="speed"
      aria-label={t("speed")}
      value={String(player.speed)}
      onChange={({ currentTarget }) => {
        const speed = SPEEDS[currentTarget.selectedIndex];
        if (speed !== undefined) player.speed = speed;
      }}
    >
      {SPEEDS.map((speed) => (
        <option key={speed} value={String(speed)}>
          {label(speed)}
        </option>
      ))}
    </select>
  );
}

interface ControlProps {
  name: string;
  icon: IconName;
  title: string;
  onClick: () => void;
}

const Control = ({ name, icon, title, onClick }: ControlProps) => (
  <button
    type="button"
    class="icon-button"
    data-do={name}
    title={title}
    aria-label={title}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);
