import { join } from "node:path";
import { describeTexts } from "../../../../web/tests/texts";
import { WALK_STRINGS } from "../strings";

describeTexts(WALK_STRINGS, join(import.meta.dirname, ".."));
