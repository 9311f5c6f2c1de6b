import { useEffect, useRef, useState } from "preact/hooks";
import { useHud, type HudHost } from "../hud/context";
import { DialogButton, LastRow } from "../hud/dialog_parts";
import { language, t } from "../i18n/language";
import { save } from "../util/files";
import { animationOf, gameOf, pictureOf, type GameFilm, type Wishes } from "./take";

type Kind = "position" | "game";

/** Widths in pixels; animated pictures of the larger ones would be too heavy for chats. */
const WIDTHS: Record<Kind, readonly number[]> = {
  position: [480, 720, 1080, 1440],
  game: [320, 480, 720],
};
const USUAL: Record<Kind, number> = { position: 1080, game: 480 };
/** Seconds a move. */
const PACES = [0.5, 1, 2] as const;

/** A picture that is ready, is being drawn (the part that is done), or could not be drawn. */
type Picture =
  | { state: "ready"; blob: Blob; url: string }
  | { state: "drawing"; part: number }
  | { state: "failed" };

/** Draws the picture that is wished for, each time the wishes change. */
function usePicture(hud: HudHost, kind: Kind, wishes: Wishes, pace: number): Picture {
  const [picture, setPicture] = useState<Picture>({ state: "drawing", part: 0 });
  const film = useRef<Promise<GameFilm> | null>(null);
  useEffect(() => {
    let wanted = true;
    let url = "";
    const draw = async (): Promise<Blob | null> => {
      if (kind === "position") return pictureOf(hud, wishes);
      film.current ??= gameOf(hud);
      return animationOf(await film.current, hud.model.seat, wishes, pace, (part) => {
        if (wanted) setPicture({ state: "drawing", part });
        return wanted;
      });
    };
    setPicture({ state: "drawing", part: 0 });
    draw()
      .then((blob) => {
        if (!wanted || !blob) return;
        url = URL.createObjectURL(blob);
        setPicture({ state: "ready", blob, url });
      })
      .catch((problem) => {
        console.error("fangqi: a picture", problem);
        film.current = null;
        if (wanted) setPicture({ state: "failed" });
      });
    return () => {
      wanted = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, [kind, wishes.width, wishes.named, wishes.turned, pace, language()]);
  return picture;
}

/** Makes a picture of the position, or an animated one of the game, and gives it away. */
export function PictureDialog({ close }: { close: () => void }) {
  const hud = useHud();
  const [kind, setKind] = useState<Kind>("position");
  const [widths, setWidths] = useState(USUAL);
  const [named, setNamed] = useState(true);
  const [turned, setTurned] = useState(false);
  const [pace, setPace] = useState<number>(1);
  const wishes = { width: widths[kind], named, turned };
  const picture = usePicture(hud, kind, wishes, pace);
  return (
    <>
      <h2>{t("picture")}</h2>
      <div class="segments" role="radiogroup" aria-label={t("picture")}>
        {(["position", "game"] as const).map((value) => (
          <label key={value}>
            <input
              type="radio"
              name="picture-kind"
              value={value}
              checked={value === kind}
              onChange={() => setKind(value)}
            />
            <span>{t(value === "position" ? "picture_position" : "picture_game")}</span>
          </label>
        ))}
      </div>
      <Preview picture={picture} />
      <div class="picture-wishes">
        <label>
          <span>{t("picture_width")}</span>
          <select
            name="picture-width"
            value={String(wishes.width)}
            onChange={({ currentTarget }) =>
              setWidths({ ...widths, [kind]: Number(currentTarget.value) })
            }
          >
            {WIDTHS[kind].map((width) => (
              <option key={width} value={String(width)}>
                {t("picture_pixels", { width })}
              </option>
            ))}
          </select>
        </label>
        {kind === "game" && (
          <label>
            <span>{t("picture_pace")}</span>
            <select
              name="picture-pace"
              value={String(pace)}
              onChange={({ currentTarget }) => setPace(Number(currentTarget.value))}
            >
              {PACES.map((seconds) => (
                <option key={seconds} value={String(seconds)}>
                  {t("picture_seconds", { seconds })}
                </option>
              ))}
            </select>
          </label>
        )}
        <Tick name="picture-names" label={t("picture_names")} on={named} change={setNamed} />
        <Tick name="picture-turned" label={t("flip")} on={turned} change={setTurned} />
      </div>
      <Ways picture={picture} name={fileName(hud, kind)} close={close} />
    </>
  );
}

/** A name for the file: the map, the room, and for a position the number of moves. */
function fileName({ model, room }: HudHost, kind: Kind): string {
  const moves = model.lookingAt ?? model.moves.length;
  const name = `${model.map?.id ?? "fangqi"}-${room}`;
  return kind === "position" ? `${name}-${moves}.png` : `${name}.gif`;
}

interface TickProps {
  name: string;
  label: string;
  on: boolean;
  change: (on: boolean) => void;
}

const Tick = ({ name, label, on, change }: TickProps) => (
  <label class="tick">
    <input
      type="checkbox"
      name={name}
      checked={on}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
    <span>{label}</span>
  </label>
);

/** The picture, or how far it is. */
function Preview({ picture }: { picture: Picture }) {
  return (
    <div class="picture-preview" data-state={picture.state} aria-busy={picture.state === "drawing"}>
      {picture.state === "ready" && <img src={picture.url} alt={t("picture")} />}
      {picture.state === "failed" && <p role="alert">{t("picture_failed")}</p>}
      {picture.state === "drawing" && (
        <label>
          <span>{t("picture_drawing")}</span>
          <progress max={1} value={picture.part} />
        </label>
      )}
    </div>
  );
}

interface WaysProps {
  picture: Picture;
  name: string;
  close: () => void;
}

/** What can be done with the picture: copied, sent, stored. */
function Ways({ picture, name, close }: WaysProps) {
  const { screen } = useHud();
  const blob = picture.state === "ready" ? picture.blob : null;
  const file = blob && new File([blob], name, { type: blob.type });
  // Clipboards take PNG only.
  const copies = blob?.type === "image/png" && typeof ClipboardItem === "function";
  const copy = async () => {
    if (!blob) return;
    try {
      await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })]);
      screen.toast("info", t("picture_copied"));
      close();
    } catch {
      screen.toast("alert", t("copy_refused"));
    }
  };
  const share = async () => {
    if (!file) return;
    try {
      await navigator.share({ files: [file] });
      close();
    } catch (problem) {
      // The viewer who closes the system's sheet wants nothing more.
      if ((problem as Error).name !== "AbortError") screen.toast("alert", t("share_refused"));
    }
  };
  const shares = file !== null && navigator.canShare?.({ files: [file] }) === true;
  return (
    <LastRow>
      <DialogButton style="quiet" onClick={close}>
        {t("close")}
      </DialogButton>
      {copies && (
        <DialogButton style="quiet" onClick={() => void copy()}>
          {t("copy")}
        </DialogButton>
      )}
      {shares && (
        <DialogButton style="quiet" onClick={() => void share()}>
          {t("invite_send")}
        </DialogButton>
      )}
      <button
        type="button"
        class="primary"
        data-do="download"
        disabled={!blob}
        onClick={() => blob && save(blob, name)}
      >
        {t("download")}
      </button>
    </LastRow>
  );
}
