import "./style/base.css";
import { language, setLanguage } from "./i18n/language";

const root = document.querySelector<HTMLElement>("#app");
if (!root) throw new Error("the page has no #app");
setLanguage(language());

const room = /^\/r\/([^/]+)\/?$/.exec(location.pathname)?.[1];
if (room === undefined) {
  const { openLobby } = await import("./lobby/lobby");
  openLobby(root);
} else {
  const { openRoom } = await import("./room/room");
  openRoom(root, decodeURIComponent(room));
}
