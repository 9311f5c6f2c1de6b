import { render } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Sounds } from "../audio/sounds";
import { EvaluationBar, reviewBar } from "../hud/bar";
import { Caption } from "../hud/caption";
import { Chat } from "../hud/chat";
import { HudContext, useHud, type HudHost } from "../hud/context";
import { Dialogs } from "../hud/dialogs";
import { Note } from "../hud/note";
import { Called, Toasts } from "../hud/overlays";
import { Panel } from "../hud/panel";
import { Seats } from "../hud/seats";
import { CardTableSigns } from "../hud/table";
import { Toolbar } from "../hud/toolbar";
import { t } from "../i18n/language";
import { Plugins } from "../plugins/part";
import { watchInsets, type OnInsets } from "../room/insets";
import { Picture } from "../room/page";
import { isSmallPage } from "../state/media";
import { ReplayMoves } from "./moves";
import type { Player } from "./player";
import type { Reel } from "./reel";
import { Transport, type TransportActions } from "./transport";

/** What the page of a replay is made of, besides its state. */
export interface ReplayProps {
  hud: HudHost;
  sounds: Sounds;
  canvas: HTMLCanvasElement;
  reel: Reel;
  player: Player;
  act: TransportActions;
  onInsets: OnInsets;
}

/** Shows the page of a replay. */
export function renderReplay(root: HTMLElement, props: ReplayProps): void {
  render(
    <HudContext.Provider value={props.hud}>
      <ReplayView {...props} />
    </HudContext.Provider>,
    root,
  );
}

function ReplayView({ sounds, canvas, reel, player, act, onInsets }: ReplayProps) {
  const small = isSmallPage();
  const bar = useRef<HTMLElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const deck = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => watchInsets(view.current, [bar.current], deck.current, onInsets), []);
  return (
    <>
      <main class="room-page replay-page">
        <Toolbar sounds={sounds} place={bar} />
        <Picture canvas={canvas} place={view}>
          <Evaluation reel={reel} />
          <CardTableSigns play={null} />
          <Called />
        </Picture>
        <Plugins />
        {small && <Note />}
        <div class="deck" ref={deck}>
          <Caption />
          <Transport reel={reel} player={player} act={act} />
        </div>
        <Panel actions={<LiveLink />}>
          <Seats />
          <ReplayMoves reel={reel} go={act.go} />
          <Chat />
          {!small && <Note />}
        </Panel>
      </main>
      <Toasts />
      <Dialogs />
    </>
  );
}

/** The evaluation at the present position: of the review if there is one, else the map's. */
function Evaluation({ reel }: { reel: Reel }) {
  const { model } = useHud();
  const { score } = reel;
  const review = score.reviewAt(reel.at);
  return <EvaluationBar bar={reviewBar(review, score.madeAt(reel.at)) ?? model.hud.insight.bar} />;
}

/** The way to the room as it is now. */
function LiveLink() {
  const { room } = useHud();
  return (
    <div class="actions">
      <a class="action" data-do="live" href={`/r/${encodeURIComponent(room)}`}>
        {t("live")}
      </a>
    </div>
  );
}
