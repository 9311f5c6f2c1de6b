import type { LobbyMap, LobbyRoom, LobbyView } from "../wire.generated";
import { language, local, onLanguage, setLanguage, t } from "../i18n/language";
import { fillWith, h } from "../util/dom";
import { icon } from "../util/icons";
import { MAX_NAME, recallName, remember, rememberName, tokenKey } from "../util/memory";

const REFRESH_MS = 5000;

/** The front page: choose a map, or a room that is open. */
class LobbyPage {
  private view: LobbyView | null = null;
  private failed = false;
  private opening: string | null = null;
  private trouble = "";
  private readonly name = h("input", {
    type: "text",
    maxlength: MAX_NAME,
    autocomplete: "nickname",
    oninput: () => rememberName(this.name.value),
  });

  constructor(private readonly root: HTMLElement) {
    this.name.value = recallName() ?? "";
    onLanguage(() => this.render());
    this.render();
    void this.load();
    setInterval(() => {
      if (document.visibilityState === "visible") void this.load();
    }, REFRESH_MS);
  }

  private async load(): Promise<void> {
    const before = JSON.stringify([this.view, this.failed]);
    try {
      const answer = await fetch("/api/lobby");
      if (!answer.ok) throw new Error(`lobby: ${answer.status}`);
      this.view = (await answer.json()) as LobbyView;
      this.failed = false;
    } catch {
      this.failed = true;
    }
    if (JSON.stringify([this.view, this.failed]) !== before) this.render();
  }

  private async open(map: LobbyMap): Promise<void> {
    if (this.opening) return;
    this.opening = map.id;
    this.trouble = "";
    this.render();
    try {
      const answer = await fetch("/api/rooms", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ map: map.id }),
      });
      if (!answer.ok) throw new Error(`rooms: ${answer.status}`);
      const { room, token } = (await answer.json()) as { room: string; token: string | null };
      // With this token the person who opened the room enters as its host.
      if (token) remember(tokenKey(room), token);
      location.assign(`/r/${encodeURIComponent(room)}`);
    } catch {
      this.opening = null;
      this.trouble = t("room_failed");
      this.render();
    }
  }

  private render(): void {
    document.title = `${t("brand")} 方棋`;
    const typing = document.activeElement === this.name;
    const { view } = this;
    const other = () => setLanguage(language() === "zh" ? "en" : "zh");
    this.name.placeholder = t("name_hint");
    fillWith(
      this.root,
      h(
        "main",
        { class: "lobby" },
        h(
          "header",
          { class: "hero" },
          h("button", { type: "button", class: "language", onclick: other }, t("language")),
          h(
            "div",
            { class: "mark", "aria-hidden": "true" },
            h("span", {}, "方"),
            h("span", {}, "棋"),
          ),
          h("h1", {}, t("brand")),
          h("p", {}, t("tagline")),
          h("label", { class: "name" }, h("span", {}, t("your_name")), this.name),
        ),
        this.trouble && h("p", { class: "trouble-line", role: "alert" }, this.trouble),
        this.failed && !view ? this.failure() : null,
        view && this.maps(view),
        view && this.rooms(view),
      ),
    );
    if (typing) this.name.focus();
  }

  private failure(): HTMLElement {
    const again = h(
      "button",
      { type: "button", class: "primary", onclick: () => void this.load() },
      t("retry"),
    );
    return h("section", { class: "failure" }, h("p", {}, t("lobby_failed")), again);
  }

  private maps({ maps }: LobbyView): HTMLElement {
    const cards = maps.map((map) => {
      const busy = this.opening === map.id;
      return h(
        "button",
        {
          type: "button",
          class: "map",
          "data-map": map.id,
          disabled: this.opening !== null,
          onclick: () => void this.open(map),
        },
        h("img", {
          src: `/api/maps/${encodeURIComponent(map.id)}/thumbnail.svg`,
          alt: "",
          loading: "lazy",
        }),
        h(
          "span",
          { class: "map-text" },
          h("strong", {}, local(map.name)),
          h("span", { class: "about" }, local(map.description)),
          h(
            "span",
            { class: "map-foot" },
            h("span", { class: "count" }, t("seats_of_map", { count: map.seats })),
            h("span", { class: "go" }, busy ? t("opening") : t("play")),
          ),
        ),
      );
    });
    return h("section", {}, h("h2", {}, t("maps")), h("div", { class: "maps" }, ...cards));
  }

  private rooms({ maps, rooms }: LobbyView): HTMLElement {
    const nameOf = (id: string) => {
      const map = maps.find((one) => one.id === id);
      return map ? local(map.name) : id;
    };
    const rows = rooms.map((room) => roomRow(room, nameOf(room.map)));
    const body =
      rows.length > 0
        ? h("ul", { class: "rooms" }, ...rows)
        : h("p", { class: "none" }, t("no_rooms"));
    return h("section", {}, h("h2", {}, t("rooms")), body);
  }
}

function roomRow(room: LobbyRoom, map: string): HTMLElement {
  const open = room.seats.some((seat) => seat === null);
  const seats = room.seats.map((name) =>
    h("span", { class: name === null ? "chair free" : "chair" }, name ?? t("open_seat")),
  );
  return h(
    "li",
    {},
    h("strong", {}, map),
    h("span", { class: "chairs" }, ...seats),
    room.present > 0
      ? h("span", { class: "present" }, icon("eye"), t("people_here", { count: room.present }))
      : h("span", { class: "present deserted" }, t("nobody_here")),
    h(
      "a",
      {
        class: "icon-button",
        href: `/replay/${encodeURIComponent(room.id)}`,
        title: t("replay"),
        "aria-label": t("replay"),
      },
      icon("replay"),
    ),
    h(
      "a",
      { class: open ? "primary" : "quiet", href: `/r/${encodeURIComponent(room.id)}` },
      open ? t("join") : t("watch"),
    ),
  );
}

/** Opens the front page. */
export function openLobby(root: HTMLElement): void {
  new LobbyPage(root);
}
