import { useComputed } from "@preact/signals";
import type { Ref } from "preact";
import type { RequestView } from "../wire.generated";
import { local, t } from "../i18n/language";
import type { RoomModel } from "../state/room";
import { isSmallPage } from "../state/media";
import { passingTime } from "../state/time";
import { useHud } from "./context";
import { SeatTags, secretOf } from "./seat_tags";

/** A hint for people who do not know yet what to do. */
export function coach(model: RoomModel): string | null {
  const { seat, seats, choices, hud } = model;
  // Without seats everybody plays.
  if (hud.result || seats.length === 0) return null;
  const open = seats.some(({ holder }) => holder.by === "open");
  if (seat === null) return open ? t("coach_sit") : t("watching");
  if (open) return t("coach_opponent");
  const mine = hud.moves.some((move) => move.seat === seat);
  if (mine || model.request === null) return null;
  // Where pieces are only placed, the question says enough.
  if (!model.request.choices.some(({ path }) => path.length > 1)) return null;
  if (choices.selected) return t("coach_target");
  return t(model.setting.zones.length > 0 ? "coach_card" : "coach_piece");
}

/** How much time is left to answer; empty without a deadline. */
function timeLeft(model: RoomModel): string {
  const deadline = model.request?.deadline;
  if (deadline === null || deadline === undefined) return "";
  return t("seconds_left", { seconds: model.secondsTo(deadline, passingTime()) });
}

/** The line below the board: status, question, and the answers that are buttons. */
export function Caption({ place }: { place?: Ref<HTMLDivElement> }) {
  const { model, screen, replay } = useHud();
  const { hud, request } = model;
  const { title } = hud.insight;
  const turn = hud.turn === null ? null : model.seats[hud.turn];
  const status = hud.status ? local(hud.status) : "";
  const left = useComputed(() => timeLeft(model)).value;
  const asked = request ? local(request.hint) : "";
  const ended = hud.result ? local(hud.result.text) : "";
  const hint = (screen.scene.value.hints?.value ?? true) ? coach(model) : null;
  // What the map asks comes first: the coach adds to it.
  const said = replay ? [ended] : [asked === status ? "" : asked, hint];
  const words = [...said, left].filter(Boolean).join(" · ");
  return (
    <div class="caption" ref={place ?? null}>
      {/* On a wide page the toolbar shows it. */}
      <p class="played-here" hidden={!title}>
        {title && local(title)}
      </p>
      <p class="status" role="status" hidden={status === "" && !turn}>
        {turn && !hud.result && <span class="spot" style={`--seat:${turn.colour}`} />}
        {status || (turn && local(turn.name))}
      </p>
      <Tallies />
      <p class="hint" hidden={words === "" || words === status || model.past !== null}>
        {words}
      </p>
      <CaptionAnswers request={request} />
      <LookingBack />
    </div>
  );
}

/**
 * What each seat has and what marks it, on a small page that shows something else than the seats.
 * At a card table signs say so, but for what the viewer alone reads.
 */
function Tallies() {
  const { model, screen } = useHud();
  const { tallies, seats, hud } = model;
  const { playsCards } = screen;
  if (!isSmallPage() || (screen.tab.value === "seats" && !playsCards)) return null;
  const shown = seats.flatMap(({ name, colour }, seat) => {
    const text = tallies[seat] && !playsCards ? local(tallies[seat]) : "";
    const tags = playsCards ? [] : model.tagsOf(seat);
    // Plates hold it.
    const secret = playsCards && hud.plates.length > 0 ? "" : secretOf(model, seat);
    if (text === "" && tags.length === 0 && secret === "") return [];
    return [
      <span key={seat} style={`--seat:${colour}`}>
        <span class="spot" role="img" aria-label={local(name)} /> {text}
        <SeatTags tags={tags} secret={secret} />
      </span>,
    ];
  });
  return shown.length > 0 ? <p class="tallies">{shown}</p> : null;
}

/** Which earlier position the board shows, and the way back. */
function LookingBack() {
  const { model } = useHud();
  const { past, lookingAt, lookedLine } = model;
  if (!past || lookingAt === null) return null;
  return (
    <p class="looking-back">
      {t("looking_back", { move: lookingAt, all: lookedLine.length })}
      <button type="button" class="primary" data-do="now" onClick={() => model.lookAt(null)}>
        {t("back_to_now")}
      </button>
    </p>
  );
}

/** The answers to the question that are given by buttons. */
function CaptionAnswers({ request }: { request: RequestView | null }) {
  const { model, send } = useHud();
  // At a card table the answers are shown above the player's hand.
  const atTable = model.setting.zones.length > 0;
  const choices = atTable || !request ? [] : request.choices;
  return (
    <div class="answers" hidden={!choices.some(({ label }) => label)}>
      {request &&
        choices.map(
          ({ label }, choice) =>
            label && (
              <button
                key={choice}
                type="button"
                class="primary"
                data-answer={`${request.id}:${choice}`}
                onClick={() => send({ t: "choose", request: request.id, choice })}
              >
                {local(label)}
              </button>
            ),
        )}
    </div>
  );
}
