import type { FunctionComponent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { local, t } from "../i18n/language";
import type { DialogView } from "../state/screen";
import { MAX_NAME, rememberName } from "../util/memory";
import { useHud } from "./context";
import { DialogButton, LastRow, Sheet } from "./dialog_parts";
import { HostDialog } from "./host";
import { SettingsSheet } from "./settings";
import { InviteDialog, WelcomeDialog } from "./invite";
import { learnElsewhere } from "./learn";

/** The open dialogs. */
export function Dialogs() {
  const { screen } = useHud();
  return (
    <>
      {screen.dialogs.value.map(({ id, view }) => (
        <Dialog key={id} view={view} onClosed={() => screen.dialogClosed(id)} />
      ))}
    </>
  );
}

function Dialog({ view, onClosed }: { view: DialogView; onClosed: () => void }) {
  const { kind } = view;
  return kind === "settings" ? (
    <SettingsSheet room={useHud()} onClosed={onClosed} />
  ) : (
    <Sheet onClosed={onClosed}>{(close) => <Content view={view} close={close} />}</Sheet>
  );
}

/** A dialog that lies over the page and is closed with a button. */
type PlainView = Exclude<DialogView, { kind: "settings" }>;

function Content({ view, close }: { view: PlainView; close: () => void }) {
  switch (view.kind) {
    case "confirm":
      return <Confirm {...view} close={close} />;
    case "choose":
      return <Choose {...view} close={close} />;
    case "rename":
      return <Rename {...view} close={close} />;
    case "link":
      return <CopyLink {...view} close={close} />;
    case "invite":
      return <InviteDialog close={close} />;
    case "welcome":
      return <WelcomeDialog close={close} />;
    case "help":
      return <Help close={close} />;
    case "host":
      return <HostDialog close={close} />;
    case "picture":
      return <Loaded load={PICTURE} close={close} />;
    case "record":
      return <Loaded load={RECORD} close={close} />;
  }
}

/** The content of a dialog that is loaded when it is first opened. */
type Load = () => Promise<FunctionComponent<{ close: () => void }>>;

const PICTURE: Load = async () => (await import("../picture/dialog")).PictureDialog;
const RECORD: Load = async () => (await import("../records/dialog")).RecordDialog;

function Loaded({ load, close }: { load: Load; close: () => void }) {
  const [Loaded, setLoaded] = useState<FunctionComponent<{ close: () => void }> | null>(null);
  useEffect(() => {
    let open = true;
    // The page offers to load itself again where a part of it is missing.
    load().then((component) => open && setLoaded(() => component), console.error);
    return () => void (open = false);
  }, [load]);
  return Loaded ? <Loaded close={close} /> : <p class="opening">{t("part_loading")}</p>;
}

/** What the content of a dialog of this kind needs. */
type Props<Kind extends DialogView["kind"]> = Extract<DialogView, { kind: Kind }> & {
  close: () => void;
};

/** Asks a question. */
function Confirm({ question, yes, close }: Props<"confirm">) {
  const affirm = () => {
    close();
    yes();
  };
  return (
    <>
      <p class="question">{question}</p>
      <LastRow>
        <DialogButton style="quiet" onClick={close}>
          {t("cancel")}
        </DialogButton>
        <DialogButton style="primary" onClick={affirm}>
          {t("confirm")}
        </DialogButton>
      </LastRow>
    </>
  );
}

/** Offers options under a title. */
function Choose({ title, options, then, close }: Props<"choose">) {
  const choose = (value: string) => {
    close();
    then(value);
  };
  return (
    <>
      <h2>{title}</h2>
      <div class="options">
        {options.map(({ value, label, chosen }) => (
          <button
            key={value}
            type="button"
            class={chosen ? "primary" : "quiet"}
            data-value={value}
            aria-pressed={chosen ? "true" : "false"}
            onClick={() => choose(value)}
          >
            {local(label)}
          </button>
        ))}
      </div>
      <LastRow>
        <DialogButton style="quiet" onClick={close}>
          {t("cancel")}
        </DialogButton>
      </LastRow>
    </>
  );
}

/** Explains how the map is played and how the board is used. */
function Help({ close }: { close: () => void }) {
  const hud = useHud();
  const { map } = hud.model;
  const rules = map ? local(map.help).split("\n").filter(Boolean) : [];
  return (
    <>
      <h2>{map ? local(map.name) : t("help")}</h2>
      {rules.map((line) => (
        <p>{line}</p>
      ))}
      {map !== null && map.lessons > 0 && (
        <p>
          <button
            type="button"
            class="quiet"
            data-do="learn"
            onClick={() => void learnElsewhere(hud)}
          >
            {t("learn_steps", { count: map.lessons })}
          </button>
        </p>
      )}
      <h3>{t("controls")}</h3>
      <p>{t("controls_mouse")}</p>
      <p>{t("controls_touch")}</p>
      <p>{t("controls_plan")}</p>
      <p>{t("controls_keys")}</p>
      <LastRow>
        <DialogButton style="primary" onClick={close}>
          {t("close")}
        </DialogButton>
      </LastRow>
    </>
  );
}

/** Asks for another name, and stores it. */
function Rename({ name, then, close }: Props<"rename">) {
  const input = useRef<HTMLInputElement>(null);
  const save = (event: Event) => {
    event.preventDefault();
    const wanted = input.current?.value ?? "";
    if (wanted.trim() === "") return;
    rememberName(wanted);
    close();
    then();
  };
  return (
    <form onSubmit={save}>
      <h2>{t("your_name")}</h2>
      <input
        ref={input}
        type="text"
        maxlength={MAX_NAME}
        defaultValue={name}
        aria-label={t("your_name")}
      />
      <LastRow>
        <DialogButton style="quiet" onClick={close}>
          {t("cancel")}
        </DialogButton>
        <button type="submit" class="primary">
          {t("save")}
        </button>
      </LastRow>
    </form>
  );
}

/** Shows a link to copy by hand, where the page may not use the clipboard. */
function CopyLink({ link, close }: Props<"link">) {
  return (
    <>
      <p>{t("copy_this")}</p>
      <input type="text" readonly defaultValue={link} aria-label={t("share")} />
      <LastRow>
        <DialogButton style="primary" onClick={close}>
          {t("close")}
        </DialogButton>
      </LastRow>
    </>
  );
}
