import { useLayoutEffect, useRef } from "preact/hooks";
import { render, type ComponentChildren } from "preact";
import type { CardPlay } from "../cards/play";
import type { Sounds } from "../audio/sounds";
import { Actions } from "../hud/actions";
import { EvaluationBar, reviewBar } from "../hud/bar";
import { Caption } from "../hud/caption";
import { Chat } from "../hud/chat";
import { HudContext, useHud, type HudHost } from "../hud/context";
import { Dialogs } from "../hud/dialogs";
import { Moves } from "../hud/moves";
import { Note } from "../hud/note";
import { Called, LinkStatus, Spoken, Toasts } from "../hud/overlays";
import { Panel } from "../hud/panel";
import { Reload } from "../hud/reload";
import { Result } from "../hud/result";
import { Seats } from "../hud/seats";
import { CardTableSigns } from "../hud/table";
import { StudyMoves } from "../hud/study";
import { Toolbar } from "../hud/toolbar";
import { t } from "../i18n/language";
import { Plugins } from "../plugins/part";
import type { Study } from "../records/study";
import { isSmallPage } from "../state/media";
import { watchInsets, type OnInsets } from "./insets";

/** What the page of a room is made of, besides its state. */
export interface RoomProps {
  hud: HudHost;
  study: Study;
  sounds: Sounds;
  canvas: HTMLCanvasElement;
  play: CardPlay;
  onInsets: OnInsets;
}

/** Shows the page of a room. */
export function renderRoom(root: HTMLElement, props: RoomProps): void {
  render(
    <HudContext.Provider value={props.hud}>
      <RoomView {...props} />
    </HudContext.Provider>,
    root,
  );
}

function RoomView({ study, sounds, canvas, play, onInsets }: RoomProps) {
  const { screen } = useHud();
  const small = isSmallPage();
  const { states, Overlay, PlayerList } = screen.scene.value;
  // Boards stay free of it; card tables and scenes of plugins have nothing below that it hides.
  const beside = screen.hasViews;
  const bar = useRef<HTMLElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const reload = useRef<HTMLElement>(null);
  const caption = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => watchInsets(view.current, [bar.current, reload.current], caption.current, onInsets),
    // The offer of a new version is another element where it lies elsewhere.
    [small],
  );
  return (
    <>
      <main
        class="room-page"
        data-scene={states?.value.join(" ")}
        data-board={screen.hasViews ? "" : undefined}
      >
        <Toolbar sounds={sounds} place={bar} />
        <Picture canvas={canvas} place={view}>
          <Evaluation />
          <CardTableSigns play={play} />
          {!beside && <Result />}
          {small && <Reload place={reload} />}
          {Overlay && <Overlay />}
          <Called />
        </Picture>
        <Plugins />
        {small && <Note />}
        <Caption place={caption} />
        <Panel actions={<Actions study={study} />}>
          {beside && <Result />}
          <Seats />
          {study.branches.value ? <StudyMoves study={study} /> : <Moves />}
          <Chat />
          {!small && <Reload place={reload} />}
          {!small && <Note />}
          {PlayerList && <PlayerList />}
        </Panel>
      </main>
      <Toasts />
      <LinkStatus />
      <Spoken />
      <Dialogs />
    </>
  );
}

/** The evaluation of the position that the viewer looks at. */
function Evaluation() {
  const { hud, lookingAt, lookedLine, moves } = useHud().model;
  const { review, bar } = hud.insight;
  return <EvaluationBar bar={reviewBar(review, lookedLine === moves ? lookingAt : null) ?? bar} />;
}

interface PictureProps {
  canvas: HTMLCanvasElement;
  place: { current: HTMLDivElement | null };
  children: ComponentChildren;
}

/** The picture, and what lies over it. */
export function Picture({ canvas, place, children }: PictureProps) {
  const { hour } = useHud().model.setting;
  // The canvas was made before the page, while its scripts were loading.
  useLayoutEffect(() => place.current?.prepend(canvas), []);
  return (
    <div class="view" ref={place} data-night={hour < 6 || hour >= 18 ? "" : undefined}>
      <div class="vignette" />
      {children}
    </div>
  );
}

/** Shows only a sentence and the way to the lobby. */
export function renderTrouble(root: HTMLElement, text: string, linkClass: string): void {
  render(
    <main class="trouble">
      <p>{text}</p>
      <a class={linkClass || undefined} href="/">
        {t("home")}
      </a>
    </main>,
    root,
  );
}
