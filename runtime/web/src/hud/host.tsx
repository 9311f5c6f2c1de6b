import type { SeatView } from "../wire.generated";
import { local, t } from "../i18n/language";
import { Icon } from "../util/icons";
import { useHud, type HudHost } from "./context";
import { DialogButton, LastRow } from "./dialog_parts";

/** A button that opens the seat of an absent player; none where that is not possible. */
export function UnseatButton({ seat, index }: { seat: SeatView; index: number }) {
  const hud = useHud();
  if (!hud.model.host || !hud.model.isAway(seat)) return null;
  return (
    <button
      class="quiet small"
      type="button"
      data-do="unseat"
      onClick={() => unseat(seat, index, hud)}
    >
      {t("unseat")}
    </button>
  );
}

function unseat(seat: SeatView, index: number, { model, screen, send }: HudHost): void {
  const { holder } = seat;
  const player = holder.by === "player" ? model.nameOf(holder.player) : null;
  const name = player ?? t("somebody");
  screen.openDialog({
    kind: "confirm",
    question: t("unseat_confirm", { name, seat: local(seat.name) }),
    yes: () => send({ t: "unseat", seat: index }),
  });
}

/** The button of the host's menu; none for others. */
export function HostLink() {
  const { model, replay, screen } = useHud();
  if (!model.host || replay) return null;
  return (
    <button
      class="link"
      type="button"
      data-do="host"
      onClick={() => screen.openDialog({ kind: "host" })}
    >
      <Icon name="host" />
      {t("host_menu")}
    </button>
  );
}

/** The host's menu: what only the person who opened the room may do. */
export function HostDialog({ close }: { close: () => void }) {
  const hud = useHud();
  const { model, screen, send } = hud;
  const closeRoom = () => {
    close();
    screen.openDialog({
      kind: "confirm",
      question: t("close_room_confirm"),
      yes: () => send({ t: "close_room" }),
    });
  };
  return (
    <>
      <h2>{t("host_title")}</h2>
      <p>{t("host_text")}</p>
      <div class="options">
        {model.seats.map(
          (seat, index) =>
            model.isAway(seat) && (
              <DialogButton
                key={index}
                style="quiet"
                onClick={() => {
                  close();
                  unseat(seat, index, hud);
                }}
              >
                {`${local(seat.name)} · ${t("unseat")}`}
              </DialogButton>
            ),
        )}
        <DialogButton style="quiet danger" onClick={closeRoom}>
          {t("close_room")}
        </DialogButton>
      </div>
      <LastRow>
        <DialogButton style="quiet" onClick={close}>
          {t("cancel")}
        </DialogButton>
      </LastRow>
    </>
  );
}
