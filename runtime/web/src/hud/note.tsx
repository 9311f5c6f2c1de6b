import { local, t } from "../i18n/language";
import { Icon } from "../util/icons";
import { press } from "./actions";
import { useHud } from "./context";

/** A note of the map. It is shown until the map removes it or the viewer closes it. */
export function Note() {
  const hud = useHud();
  const note = hud.screen.note.shown;
  if (!note) return <section class="note" aria-live="polite" hidden />;
  const seated = hud.model.seat !== null;
  const buttons = note.buttons.filter((button) => seated || !button.seated);
  return (
    <section class="note" aria-live="polite">
      <h3>{local(note.title)}</h3>
      <button
        type="button"
        class="icon-button"
        aria-label={t("close")}
        onClick={() => hud.screen.note.dismiss()}
      >
        <Icon name="close" />
      </button>
      {note.lines.length > 0 && (
        <div class="note-lines">
          {note.lines.map((line) => (
            <p>{local(line)}</p>
          ))}
        </div>
      )}
      {buttons.length > 0 && (
        <div class="note-do">
          {buttons.map((button) => (
            <button
              key={button.id}
              type="button"
              class="small"
              data-action={button.id}
              disabled={!button.enabled || hud.replay}
              onClick={() => press(button, hud)}
            >
              {local(button.label)}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
