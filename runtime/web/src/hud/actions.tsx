import type { Button, ButtonOption } from "../wire.generated";
import { local, t } from "../i18n/language";
import { isOfRecords, mayStudy, type Study } from "../records/study";
import { ButtonIcon, Icon } from "../util/icons";
import { useHud, type HudHost } from "./context";

/**
 * The map's buttons, a take-back button where the map allows it, and for a person alone at a table whether
 * to move for all sides.
 */
export function Actions({ study }: { study?: Study }) {
  const hud = useHud();
  const { model, screen } = hud;
  const seated = model.seat !== null;
  const shown = model.hud.buttons.filter(
    (button) => (seated || !button.seated) && !isOfRecords(button),
  );
  const own = model.map?.take_back && seated && !shown.some(({ id }) => id === "undo");
  return (
    <div class="actions" role="toolbar" hidden={!own && shown.length === 0}>
      {own && (
        <button
          type="button"
          class="action"
          data-action="take_back"
          disabled={model.moves.length === 0}
          onClick={() => hud.send({ t: "take_back" })}
        >
          <Icon name="undo" />
          <span>{hud.screen.playsCards ? t("withdraw") : t("take_back")}</span>
        </button>
      )}
      {study && screen.hasViews && mayStudy(model) && (
        <button
          type="button"
          class="action"
          data-action="study"
          title={t("study_title")}
          aria-pressed={study.active ? "true" : "false"}
          onClick={() => study.toggle()}
        >
          <Icon name="study" />
          <span>{t("study")}</span>
        </button>
      )}
      {shown.map((button) => (
        <MapButton key={button.id} button={button} />
      ))}
    </div>
  );
}

/** Presses a map's button, after asking its question if it has one. */
export function press(button: Button, { send, flip, screen }: HudHost): void {
  const tell = (value: string | null) => send({ t: "action", id: button.id, value });
  const act = () => {
    const { options, label } = button;
    // Turning the view concerns this client alone.
    if (button.id === "flip") flip();
    else if (options.length > 0) {
      screen.openDialog({ kind: "choose", title: local(label), options, then: tell });
    } else tell(null);
  };
  if (!button.confirm) act();
  else screen.openDialog({ kind: "confirm", question: local(button.confirm), yes: act });
}

const optionText = ({ value, label, chosen }: ButtonOption): string =>
  `${value}=${local(label)}${chosen ? "*" : ""}`;

function MapButton({ button }: { button: Button }) {
  const hud = useHud();
  return (
    <button
      type="button"
      class="action"
      data-action={button.id}
      data-confirm={button.confirm ? local(button.confirm) : undefined}
      data-options={button.options.map(optionText).join(" ") || undefined}
      disabled={!button.enabled}
      onClick={() => press(button, hud)}
    >
      <ButtonIcon id={button.id} offers={button.options.length > 0} />
      <span>{local(button.label)}</span>
    </button>
  );
}
