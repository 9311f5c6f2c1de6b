import type { CardArt } from "@page/plugins/card_art";
import { emblemOf } from "./emblems";
import { portraitOf } from "./portraits";

/** The drawings of Sanguosha: emblems of its cards, and portraits of its generals. */
const ART: CardArt = {
  maps: ["sanguosha"],
  emblem: emblemOf,
  portrait: ({ title }) => portraitOf(title),
};

export default ART;
