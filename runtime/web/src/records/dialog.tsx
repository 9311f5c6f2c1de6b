import { useEffect, useRef, useState } from "preact/hooks";
import { useHud, type HudHost } from "../hud/context";
import { DialogButton, LastRow } from "../hud/dialog_parts";
import { language, local, t } from "../i18n/language";
import { save } from "../util/files";
import { remember, tokenKey } from "../util/memory";
import { MOVES } from "./moves";
import { MOST_BYTES, readGame, textOf } from "./read";
import {
  beginsElsewhere,
  countBeside,
  lineOfGame,
  RecordProblem,
  type RecordFormat,
  type WrittenGame,
} from "./record";
import { leaveGame, POSITION, RECORD } from "./study";
import { formatsOfPage, toldGame, type ToldGame } from "./told";

type Way = "write" | "read";

/** Writes the game as text in the forms that it has, and reads games that are written so. */
export function RecordDialog({ close }: { close: () => void }) {
  const { model } = useHud();
  const [way, setWay] = useState<Way>("write");
  const reads = model.hud.buttons.some(({ id }) => id === RECORD);
  return (
    <>
      <h2>{t("record")}</h2>
      {reads && (
        <div class="segments" role="radiogroup" aria-label={t("record")}>
          {(["write", "read"] as const).map((value) => (
            <label key={value}>
              <input
                type="radio"
                name="record-way"
                value={value}
                checked={value === way}
                onChange={() => setWay(value)}
              />
              <span>{t(value === "write" ? "record_write" : "record_read")}</span>
            </label>
          ))}
        </div>
      )}
      {way === "write" ? <Written close={close} /> : <Reading close={close} />}
    </>
  );
}

const nameOf = (format: RecordFormat): string => local(format.name);

/** The game, written. */
function Written({ close }: { close: () => void }) {
  const hud = useHud();
  const [game, setGame] = useState<ToldGame | "failed" | null>(null);
  const [chosen, setChosen] = useState("");
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    toldGame(hud).then(setGame, (problem) => {
      console.error("fangqi: a record", problem);
      setGame("failed");
    });
  }, []);
  if (game === "failed") return <p role="alert">{t("replay_failed")}</p>;
  if (game === null) return <p class="opening">{t("part_loading")}</p>;
  const { record, formats } = game;
  const format = formats.find(({ id }) => id === chosen) ?? formats[0] ?? MOVES;
  const made = Math.min(hud.model.lookingAt ?? hud.model.moves.length, record.moves.length);
  const text = format.write(record, made) ?? "";
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      hud.screen.toast("info", t("record_copied"));
      close();
    } catch {
      area.current?.select();
    }
  };
  return (
    <>
      <label class="record-form">
        <span>{t("record_form")}</span>
        <select
          name="record-form"
          value={format.id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {formats.map((offered) => (
            <option key={offered.id} value={offered.id}>
              {nameOf(offered)}
            </option>
          ))}
        </select>
      </label>
      <textarea
        ref={area}
        class="record-text"
        readonly
        spellcheck={false}
        rows={9}
        aria-label={t("record")}
        value={text}
      />
      <LastRow>
        <DialogButton style="quiet" onClick={close}>
          {t("close")}
        </DialogButton>
        <DialogButton style="quiet" onClick={() => void copy()}>
          {t("copy")}
        </DialogButton>
        <button
          type="button"
          class="primary"
          data-do="download"
          onClick={() =>
            save(
              new Blob([text], { type: "text/plain;charset=utf-8" }),
              `${record.map}-${hud.room}.${format.extension}`,
            )
          }
        >
          {t("download")}
        </button>
      </LastRow>
    </>
  );
}

/** What became of a text: nothing yet, a game, or why it is none. */
type Outcome = { game: WrittenGame } | { problem: RecordProblem } | null;

function outcomeOf(read: () => WrittenGame): Outcome {
  try {
    return { game: read() };
  } catch (problem) {
    if (problem instanceof RecordProblem) return { problem };
    throw problem;
  }
}

/** Reads a game that is pasted or comes from a file, and opens it in a room of its own. */
function Reading({ close }: { close: () => void }) {
  const hud = useHud();
  const [text, setText] = useState("");
  const [outcome, setOutcome] = useState<Outcome>(null);
  const [opening, setOpening] = useState(false);
  const formats = formatsOfPage(hud);
  const setsUp = hud.model.hud.buttons.some(({ id }) => id === POSITION);
  const read = (found: string) => {
    const game = readGame(found, formats);
    if (game.position !== undefined && !setsUp) throw beginsElsewhere();
    return game;
  };
  const take = (found: string) => {
    setText(found);
    setOutcome(found.trim() === "" ? null : outcomeOf(() => read(found)));
  };
  const pick = async (file: File | undefined) => {
    if (!file) return;
    try {
      // Larger files are refused by their size, before all of them is read.
      take(textOf(new Uint8Array(await file.slice(0, MOST_BYTES + 1).arrayBuffer())));
    } catch (problem) {
      if (!(problem instanceof RecordProblem)) throw problem;
      setText("");
      setOutcome({ problem });
    }
  };
  const game = outcome && "game" in outcome ? outcome.game : null;
  const open = async () => {
    if (!game) return;
    setOpening(true);
    try {
      await openGame(hud, game);
    } catch {
      setOpening(false);
      hud.screen.toast("error", t("room_failed"));
    }
  };
  const forms = [...new Set(formats.filter(({ read }) => read).map(nameOf))].join(
    language() === "zh" ? "、" : ", ",
  );
  return (
    <>
      <p class="about">{t("record_paste", { forms })}</p>
      <textarea
        class="record-text"
        name="record-text"
        spellcheck={false}
        rows={8}
        aria-label={t("record_read")}
        value={text}
        onInput={({ currentTarget }) => take(currentTarget.value)}
      />
      <Told outcome={outcome} />
      <LastRow>
        <label class="quiet file-button">
          <input
            type="file"
            name="record-file"
            accept=".pgn,.sgf,.fen,.txt,.ubb,text/plain"
            onChange={({ currentTarget }) => void pick(currentTarget.files?.[0])}
          />
          {t("record_file")}
        </label>
        <DialogButton style="quiet" onClick={close}>
          {t("cancel")}
        </DialogButton>
        <button
          type="button"
          class="primary"
          data-do="open-record"
          disabled={!game || opening}
          onClick={() => void open()}
        >
          {t("record_open")}
        </button>
      </LastRow>
    </>
  );
}

/** What was read, and what was left out; or what is wrong, and where. */
function Told({ outcome }: { outcome: Outcome }) {
  if (outcome === null) return <p class="record-told" role="status" />;
  if ("problem" in outcome) {
    const { text, line } = outcome.problem;
    const where = line === null ? "" : t("record_line", { line });
    return (
      <p class="record-told wrong" role="alert">
        {where + local(text)}
      </p>
    );
  }
  const { moves, position, about, comments, variations, others } = outcome.game;
  const beside = countBeside(lineOfGame(outcome.game));
  const said = [
    position === undefined ? "" : t("record_set_up"),
    position !== undefined && moves.length === 0 ? "" : t("record_count", { count: moves.length }),
    about,
    beside.comments > 0 ? t("record_with_comments", { count: beside.comments }) : "",
    beside.variations > 0 ? t("record_with_variations", { count: beside.variations }) : "",
    comments > 0 ? t("record_comments", { count: comments }) : "",
    variations > 0 ? t("record_variations", { count: variations }) : "",
    others > 0 ? t("record_others", { count: others }) : "",
  ];
  return (
    <p class="record-told" role="status">
      {said.filter(Boolean).join(" · ")}
    </p>
  );
}

/** Opens a room of the page's map that only those see who have its link, and has the game played there. */
async function openGame({ model }: HudHost, game: WrittenGame): Promise<void> {
  const answer = await fetch("/api/rooms", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ map: model.map?.id, private: true }),
  });
  if (!answer.ok) throw new Error(`rooms: ${answer.status}`);
  const { room, token } = (await answer.json()) as { room: string; token: string | null };
  if (token) remember(tokenKey(room), token);
  leaveGame(room, lineOfGame(game), game.position);
  location.assign(`/r/${encodeURIComponent(room)}`);
}
