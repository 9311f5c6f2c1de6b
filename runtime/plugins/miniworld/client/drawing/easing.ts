/** Easing curves from 0 to 1. */
type Curve = (part: number) => number;

const power =
  (degree: number): Curve =>
  (x) =>
    x ** degree;
const expo: Curve = (x) => (x === 0 ? 0 : 2 ** (10 * x - 10));
const circ: Curve = (x) => 1 - Math.sqrt(1 - x * x);
const elastic: Curve = (x) =>
  x === 0 || x === 1 ? x : -(2 ** (10 * x - 10)) * Math.sin((x * 10 - 10.75) * ((2 * Math.PI) / 3));
const back: Curve = (x) => 2.70158 * x ** 3 - 1.70158 * x * x;

function bounceOut(x: number): number {
  const [n, d] = [7.5625, 2.75];
  if (x < 1 / d) return n * x * x;
  if (x < 2 / d) return n * (x - 1.5 / d) ** 2 + 0.75;
  if (x < 2.5 / d) return n * (x - 2.25 / d) ** 2 + 0.9375;
  return n * (x - 2.625 / d) ** 2 + 0.984375;
}

const bounce: Curve = (x) => 1 - bounceOut(1 - x);

/**
 * In-curves, in the order of `LinearTransformation` after None and Linear. Each stands there three
 * times: in, out, in and out.
 */
const FAMILIES: readonly Curve[] = [power(2), expo, circ, elastic, back, bounce];

/** The eased progress of a `LinearTransformation` at `part` (0 to 1) of its time. */
export function ease(kind: number, part: number): number {
  const x = Math.max(0, Math.min(1, part));
  // 0 is None: the new value applies at once.
  if (kind === 0) return 1;
  const family = FAMILIES[Math.floor((kind - 2) / 3)];
  if (kind < 2 || !family) return x;
  const end = (y: number) => 1 - family(1 - y);
  if ((kind - 2) % 3 === 0) return family(x);
  if ((kind - 2) % 3 === 1) return end(x);
  return x < 0.5 ? family(2 * x) / 2 : 0.5 + end(2 * x - 1) / 2;
}
