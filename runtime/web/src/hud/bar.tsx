import type { Bar, Review } from "../wire.generated";
import { local, t } from "../i18n/language";
import { useHud } from "./context";

/** A seat's share of an evaluation bar, 0 to 1. */
export const shareOf = (bar: Bar, seat: number): number =>
  (bar.seat === seat ? bar.share : 1000 - bar.share) / 1000;

/** The evaluation after a number of moves according to a review; null if the review has none. */
export function reviewBar(review: Review | null, moves: number | null): Bar | null {
  const share = moves === null ? undefined : review?.shares[moves];
  if (!review || share === undefined) return null;
  const percent = `${Math.round(share / 10)}%`;
  return { seat: review.seat, share, text: { zh: percent, en: percent } };
}

/**
 * The evaluation bar beside the board. The viewer's own side grows from the bottom. A click folds
 * it, in this browser only.
 */
export function EvaluationBar({ bar }: { bar: Bar | null }) {
  const { model, screen } = useHud();
  if (!bar) return <div class="standing" hidden />;
  const folded = screen.barFolded.value;
  const own = model.seat ?? bar.seat;
  const share = shareOf(bar, own);
  const colour = (seat: number) => model.seats[seat]?.colour ?? "#6d5c4b";
  const other = own === bar.seat ? model.seats.findIndex((_, seat) => seat !== own) : bar.seat;
  const text = local(bar.text);
  const title = folded ? t("bar_unfold") : t("bar_fold");
  return (
    <div class="standing">
      <button
        type="button"
        class={folded ? "standing-bar folded" : "standing-bar"}
        style={`--share:${share};--own:${colour(own)};--other:${colour(other)}`}
        data-share={Math.round(share * 1000)}
        title={title}
        aria-label={`${t("bar", { text })} ${title}`}
        onClick={() => screen.foldBar()}
      >
        {!folded && <span class="standing-fill" />}
        <span class={`standing-text ${share < 0.5 ? "behind" : ""}`}>{text}</span>
      </button>
    </div>
  );
}
