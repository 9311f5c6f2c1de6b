import type { LobbyMap } from "../wire.generated";
import { language, local, t } from "../i18n/language";
import type { LobbyState } from "../state/lobby";

interface Props {
  lobby: LobbyState;
  maps: readonly LobbyMap[];
}

/** Today's puzzles: one of each collection, the same for everybody whose clock shows this day. */
export function Dailies({ lobby, maps }: Props) {
  const collections = maps.filter(({ daily }) => daily !== null);
  if (collections.length === 0) return null;
  const date = new Intl.DateTimeFormat(language(), {
    month: "long",
    day: "numeric",
  });
  return (
    <section class="dailies">
      <h2>
        {t("daily")}
        <small>{date.format(new Date())}</small>
      </h2>
      <div class="daily-row">
        {collections.map((map) => (
          <button
            key={map.id}
            type="button"
            class="daily"
            data-daily={map.id}
            disabled={lobby.opening.value !== null}
            onClick={() => void lobby.openDaily(map)}
          >
            <img
              src={`/api/maps/${encodeURIComponent(map.id)}/thumbnail.svg`}
              alt=""
              loading="lazy"
            />
            <strong>{local(map.name)}</strong>
            <span class="go">{t("solve")}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
