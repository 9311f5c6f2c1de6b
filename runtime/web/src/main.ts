import "./style/base.css";
import { beginLanguage } from "./i18n/language";
import { openDrawing } from "./render/context";
import { openNotice } from "./shell/notice";
import { keepShell } from "./shell/register";
import { followSettings } from "./state/settings";
import { connectTo } from "./wire/room_link";

const root = document.querySelector<HTMLElement>("#app");
if (!root) throw new Error("the page has no #app");
// A further language is loaded while everything else is.
const texts = beginLanguage();
openNotice();
keepShell();

const [, kind, id] = /^\/(r|replay)\/([^/]+)\/?$/.exec(location.pathname) ?? [];
followSettings(kind === undefined ? "paper" : "board");
const room = id === undefined ? "" : decodeURIComponent(id);
if (kind === "replay") {
  const asked = fetch(`/api/rooms/${encodeURIComponent(room)}/replay`);
  const page = import("./replay/page");
  const drawing = openDrawing();
  const { openReplay } = await page;
  await texts;
  await openReplay(root, room, asked, drawing);
} else if (kind === undefined) {
  const { openLobby } = await import("./lobby/lobby");
  await texts;
  openLobby(root);
} else {
  // Slow things start in parallel: the connection, the script that draws, and WebGL.
  const line = connectTo(room);
  const page = import("./room/room");
  const drawing = openDrawing();
  performance.mark("fangqi:graphics");
  const { openRoom } = await page;
  performance.mark("fangqi:script");
  await texts;
  openRoom(root, room, line, drawing);
}
