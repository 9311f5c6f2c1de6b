import { local, t } from "../i18n/language";
import type { Button } from "../wire.generated";
import { Icon } from "../util/icons";
import { press } from "./actions";
import { useHud } from "./context";
import { stepsOf } from "./learn";

/**
 * A note of the map. It is shown until the map removes it or the viewer closes it; one that is a step
 * of several has the ways to the others instead of a way to close it.
 */
export function Note() {
  const hud = useHud();
  const note = hud.screen.note.shown;
  if (!note) return <section class="note" aria-live="polite" hidden />;
  const seated = hud.model.seat !== null;
  const steps = stepsOf(note);
  const buttons = note.buttons.filter((button) => button !== steps && (seated || !button.seated));
  return (
    <section class={steps ? "note lesson" : "note"} aria-live="polite">
      <h3>{local(note.title)}</h3>
      {steps ? (
        <Steps button={steps} />
      ) : (
        <button
          type="button"
          class="icon-button"
          aria-label={t("close")}
          onClick={() => hud.screen.note.dismiss()}
        >
          <Icon name="close" />
        </button>
      )}
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
              class={steps && button === buttons.at(-1) ? "primary small" : "small"}
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

/** The steps of which the note is one, as a row of marks; each goes to its step. */
function Steps({ button }: { button: Button }) {
  const hud = useHud();
  const at = button.options.findIndex(({ chosen }) => chosen);
  const may = button.enabled && !hud.replay && (!button.seated || hud.model.seat !== null);
  return (
    <div class="steps" role="group" aria-label={local(button.label)}>
      {button.options.map(({ value, label }, index) => {
        const name = t("step_of", { step: index + 1, title: local(label) });
        return (
          <button
            key={value}
            type="button"
            class={index < at ? "past" : undefined}
            aria-current={index === at ? "step" : undefined}
            aria-label={name}
            title={name}
            disabled={!may}
            onClick={() => hud.send({ t: "action", id: button.id, value })}
          />
        );
      })}
    </div>
  );
}
