import { effect, untracked } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { local, t } from "../i18n/language";
import type { RoomModel } from "../state/room";
import { INVITED, WAITS } from "../util/room_links";
import { MAX_NAME, recallName, rememberName } from "../util/memory";
import { useHud, type HudHost } from "./context";
import { DialogButton, LastRow } from "./dialog_parts";

/** The link by which a friend comes to a free seat of the room that this page shows. */
export const inviteLink = (): string => `${location.origin}${location.pathname}${INVITED}`;

/** After how long all who sit down by themselves do. */
const SEATED_MS = 5000;

const freeSeat = ({ seats }: RoomModel): number =>
  seats.findIndex(({ holder }) => holder.by === "open");
const computerSeat = ({ seats }: RoomModel): number =>
  seats.findIndex(({ holder }) => holder.by === "computer");

/** Whether the viewer may give a computer's seat away. */
const mayOpen = ({ seat, host }: RoomModel): boolean => seat !== null || host;

/** Opens the invitation. Before the first move a computer makes room for the friend. */
export function invite(hud: HudHost): void {
  makeRoom(hud);
  hud.screen.openDialog({ kind: "invite" });
}

/** Has a computer give up its seat where no seat is free and no move has been made. */
function makeRoom({ model, send }: HudHost): void {
  const computer = computerSeat(model);
  const unplayed = model.moves.length === 0 && !model.hud.result;
  if (freeSeat(model) < 0 && computer >= 0 && unplayed && mayOpen(model)) {
    send({ t: "set_computer", seat: computer, level: null });
  }
}

/** The invitation: the link in several forms, and which seat waits for the friend. */
export function InviteDialog({ close }: { close: () => void }) {
  const { screen } = useHud();
  const link = inviteLink();
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      screen.toast("info", t("link_copied"));
      close();
    } catch {
      // The page may not use the clipboard: the link is selected, to be copied by hand.
      input.current?.select();
    }
  };
  return (
    <>
      <h2>{t("invite_title")}</h2>
      <SeatOffer />
      <QrCode text={link} />
      <input ref={input} type="text" readonly value={link} aria-label={t("invite_link")} />
      <LastRow>
        <DialogButton style="quiet" onClick={close}>
          {t("close")}
        </DialogButton>
        {"share" in navigator && (
          <DialogButton style="quiet" onClick={() => void passOn(link)}>
            {t("invite_send")}
          </DialogButton>
        )}
        <DialogButton style="primary" onClick={() => void copy()}>
          {t("copy_link")}
        </DialogButton>
      </LastRow>
    </>
  );
}

/** Gives the link to another app of the device. */
async function passOn(url: string): Promise<void> {
  try {
    await navigator.share({ title: document.title, url });
  } catch {
    // The viewer thought better of it.
  }
}

/** Says which seat is free, or offers to free one. */
function SeatOffer() {
  const { model, send } = useHud();
  const free = model.seats[freeSeat(model)];
  if (free) return <p>{t("invite_free", { seat: local(free.name) })}</p>;
  const index = computerSeat(model);
  const computer = model.seats[index];
  if (!computer || !mayOpen(model)) return <p>{t("invite_watch")}</p>;
  return (
    <p class="offer">
      {t("invite_taken")}
      <button
        type="button"
        class="quiet small"
        data-do="open_seat"
        onClick={() => send({ t: "set_computer", seat: index, level: null })}
      >
        {t("invite_open", { seat: local(computer.name) })}
      </button>
    </p>
  );
}

/** A text as a QR code. What draws it is loaded when it is first wanted. */
function QrCode({ text }: { text: string }) {
  const [rows, setRows] = useState<readonly (readonly boolean[])[]>([]);
  useEffect(() => {
    let wanted = true;
    const draw = async () => {
      const { encode } = await import("uqr");
      if (wanted) setRows(encode(text, { ecc: "M", border: 2 }).data);
    };
    draw().catch((problem: unknown) => console.error(problem));
    return () => {
      wanted = false;
    };
  }, [text]);
  const size = rows.length;
  const squares = rows.flatMap((row, y) =>
    row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")),
  );
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size || 1} ${size || 1}`}
      role="img"
      aria-label={t("invite_code")}
      shape-rendering="crispEdges"
    >
      <path d={squares.join("")} />
    </svg>
  );
}

/** Whether the page was opened by an invitation that has not been followed yet. */
export const isInvited = (): boolean => location.hash === INVITED;

/**
 * Follows an invitation: takes a free seat once the viewer has a name. Where there is no seat left,
 * the viewer watches.
 */
export function followInvitation(hud: HudHost): void {
  // Another visit by the same address, such as a reload, is to take no seat.
  history.replaceState(null, "", location.pathname);
  if (hud.model.seat !== null) return;
  if (freeSeat(hud.model) < 0) {
    hud.screen.toast("info", t("invited_late"));
  } else if (recallName() === null) {
    hud.screen.openDialog({ kind: "welcome" });
  } else {
    sit(hud);
  }
}

/** Whether the page was opened for a quick match that waits for a player. */
export const isWaiting = (): boolean => location.hash === WAITS;

/** Frees a seat for the player who comes, and says what can be done until then. */
export function awaitPlayer(hud: HudHost): void {
  const { model, screen } = hud;
  // A reload is to free no other seat.
  history.replaceState(null, "", location.pathname);
  // Computers sit down when the first person has.
  const stop = once(
    () => model.seat !== null && freeSeat(model) < 0,
    () => makeRoom(hud),
  );
  setTimeout(stop, SEATED_MS);
  screen.toast("info", t("match_waits"));
}

/** Sits down on the first free seat, if there still is one. */
function sit({ model, send, screen }: HudHost): void {
  const seat = freeSeat(model);
  if (seat >= 0) send({ t: "sit", seat });
  else screen.toast("info", t("invited_late"));
}

/** Does something once, when something holds; returns how to give it up. */
export function once(holds: () => boolean, run: () => void): () => void {
  let done = false;
  const stop = effect(() => {
    if (done || !holds()) return;
    done = true;
    untracked(run);
    // The effect cannot be disposed of before it has run.
    queueMicrotask(() => stop());
  });
  return stop;
}

/** Asks an invited friend for a name, before the seat is taken. */
export function WelcomeDialog({ close }: { close: () => void }) {
  const hud = useHud();
  const { model } = hud;
  const input = useRef<HTMLInputElement>(null);
  const given = (model.you !== null && model.nameOf(model.you)) || "";
  const enter = (event: Event) => {
    event.preventDefault();
    const name = input.current?.value.trim() ?? "";
    close();
    if (name !== "" && name !== given) {
      rememberName(name);
      // The server hears the name in the greeting of a new connection, which then asks for the seat.
      hud.reconnect();
      once(
        () => model.link.kind === "live",
        () => sit(hud),
      );
    } else {
      sit(hud);
    }
  };
  return (
    <form onSubmit={enter}>
      <h2>{t("invited_title")}</h2>
      <p>{t("invited_text", { game: model.map ? local(model.map.name) : "" })}</p>
      <input
        ref={input}
        type="text"
        maxlength={MAX_NAME}
        autocomplete="nickname"
        defaultValue={given}
        aria-label={t("your_name")}
      />
      <LastRow>
        <DialogButton style="quiet" onClick={close}>
          {t("invited_watch")}
        </DialogButton>
        <button type="submit" class="primary" data-do="take_seat">
          {t("sit")}
        </button>
      </LastRow>
    </form>
  );
}
