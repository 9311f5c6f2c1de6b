import { useComputed } from "@preact/signals";
import { Fragment, type ComponentChildren } from "preact";
import { local, t } from "../i18n/language";
import type { StringKey } from "../i18n/strings";
import { artOf } from "../plugins/card_art";
import type { RoomModel } from "../state/room";
import { passingTime } from "../state/time";
import { useHud } from "./context";
import { DramaOf } from "./drama";

/**
 * Reasons for which the server ends a connection that may be opened again, each with its title and
 * the label of the button.
 */
const RETRYABLE = new Map<string, [StringKey, StringKey]>([
  ["abuse", ["cut_off_title", "come_back"]],
  ["room_full", ["full_title", "retry"]],
]);

/** Short messages that fade. */
export function Toasts() {
  const { screen } = useHud();
  return (
    <div class="toasts" role="status" aria-live="polite">
      {screen.toasts.value.map(({ id, kind, text, going }) => (
        <div key={id} class={`toast ${kind}${going ? " going" : ""}`}>
          {text}
        </div>
      ))}
    </div>
  );
}

/** What a screen reader says: of the board's keyboard cursor, and of the others' moves. */
export function Spoken() {
  const { screen } = useHud();
  const said = screen.announcer.said.value;
  return (
    <>
      <div class="unseen" aria-live="polite">
        {screen.spoken}
      </div>
      <div class="unseen said-moves" aria-live="polite">
        {said && <p key={said.id}>{said.text}</p>}
      </div>
    </>
  );
}

/** A word shown large over the table, and what goes with it. */
export function Called() {
  const { model, screen } = useHud();
  const word = screen.called.value;
  const drama = word && artOf(model.map?.id)?.drama?.(word.text);
  return (
    word && (
      // Another word begins its animation from the start.
      <Fragment key={word.id}>
        {drama && <DramaOf drama={drama} />}
        <div class="called" role="status">
          {word.text}
        </div>
      </Fragment>
    )
  );
}

/** The state of the connection, and what the viewer can do about it. */
export function LinkStatus() {
  const { model } = useHud();
  const { link } = model;
  const starting = useComputed(() => model.event === 0).value;
  if (link.kind === "live" || (link.kind === "connecting" && starting && link.attempt === 0)) {
    return <div class="link-state" hidden />;
  }
  if (link.kind === "replaced") {
    return (
      <Veil title={t("replaced_title")} text={t("replaced_text")}>
        <ReconnectButton label={t("play_here")} />
      </Veil>
    );
  }
  if (link.kind === "closed" && link.code === "reload") {
    return (
      <Veil title={t("new_version")} text={t("new_version_text")}>
        <button type="button" class="primary" onClick={() => location.reload()}>
          {t("reload_page")}
        </button>
      </Veil>
    );
  }
  if (link.kind === "closed") {
    const [title, way] = RETRYABLE.get(link.code) ?? ["closed_title" as const, null];
    return (
      <Veil title={t(title)} text={local(link.text)}>
        {way ? (
          <div class="row">
            <ReconnectButton label={t(way)} />
            <HomeLink kind="quiet" />
          </div>
        ) : (
          <HomeLink kind="primary" />
        )}
      </Veil>
    );
  }
  return (
    <div class="link-state banner">
      <Waiting />
      {link.kind === "waiting" && <ReconnectButton label={t("now")} />}
    </div>
  );
}

interface VeilProps {
  title: string;
  text: string;
  children: ComponentChildren;
}

/** Covers the page, which can do nothing any more. */
const Veil = ({ title, text, children }: VeilProps) => (
  <div class="link-state veil">
    <div class="box">
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  </div>
);

function ReconnectButton({ label }: { label: string }) {
  const { reconnect } = useHud();
  return (
    <button type="button" class="primary" onClick={reconnect}>
      {label}
    </button>
  );
}

const HomeLink = ({ kind }: { kind: "primary" | "quiet" }) => (
  <a class={kind} href="/">
    {t("home")}
  </a>
);

/** Says that the page connects, or in how many seconds it will. */
function Waiting() {
  const { model } = useHud();
  return <span>{useComputed(() => waitingText(model)).value}</span>;
}

function waitingText({ link, event }: RoomModel): string {
  if (link.kind !== "waiting") return t("connecting");
  passingTime();
  if (!navigator.onLine) return t("waiting_network");
  // It usually is back at the first attempt; after some, it may be gone for longer.
  if (link.restarting && link.attempt < 4) return t("server_restarts");
  const seconds = Math.max(1, Math.ceil((link.retryAt - Date.now()) / 1000));
  return t(event === 0 ? "waiting_server" : "lost", { seconds });
}
