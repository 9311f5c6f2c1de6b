import { PROTOCOL } from "./wire.generated";
document.querySelector("#app")!.textContent = `Fangqi, protocol ${PROTOCOL}`;
