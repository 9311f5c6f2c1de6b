import type { Drama } from "../plugins/card_art";
import { Picture } from "./picture";

const SPARKS = 30;
const PETALS = 16;
/** The golden angle in degrees: what is turned by it again and again spreads evenly. */
const GOLDEN = 137.508;

/** Numbers from 0 to `of`, spread evenly; those of another `step` do not go along with them. */
const spread = (i: number, of: number, step: number): number => (i * step * of) % of;
/** Reciprocals of the golden and of the plastic ratio, whose multiples spread most evenly. */
const [GOLDEN_STEP, PLASTIC_STEP] = [0.618, 0.7549];

/**
 * What goes with a large word: it moves for 1.2 seconds at most, by the style sheet alone, and not at
 * all for those who want less motion.
 */
export function DramaOf({ drama }: { drama: Drama }) {
  return (
    <div class="drama" data-motion-of={drama.motion} aria-hidden="true">
      {drama.motion === "burst" && (
        <>
          <span class="ring-of-fire" />
          {Array.from({ length: SPARKS }, (_, i) => (
            <i
              style={`--turn:${(i * GOLDEN).toFixed(0)}deg;--far:${(22 + spread(i, 40, PLASTIC_STEP)).toFixed(1)}cqmin`}
            />
          ))}
        </>
      )}
      {(drama.motion === "rise" || drama.motion === "cross") && (
        <span class="flyer">
          <Picture drawing={drama.drawing} />
        </span>
      )}
      {drama.motion === "drift" &&
        Array.from({ length: PETALS }, (_, i) => (
          <span
            class="petal"
            style={`left:${(4 + spread(i, 92, GOLDEN_STEP)).toFixed(1)}%;--late:${spread(i, 0.4, PLASTIC_STEP).toFixed(2)}s`}
          >
            <Picture drawing={drama.drawing} />
          </span>
        ))}
    </div>
  );
}
