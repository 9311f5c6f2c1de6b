/** Measures the boxes of a page: what lies over what, what sticks out, what is cut, what is too small. */

/** The least width and height of what fingers tap, in CSS pixels. */
const FINGER = 44;

/**
 * Controls that may be smaller than a finger, with the reason. All are exceptions of WCAG 2.5.8.
 */
const SMALL = {
  ".review-text a": "a link within a sentence",
  ".dot": "a mark on the curve of a review: the list of moves below it leads to the same move",
  ".pages *": "the map's own page, which its author laid out",
};

/** Controls and words that may be covered or cut, with the reason. */
const LET_BE = {
  ".pages *": "the map's own page, which its author laid out",
  ".signs[data-offers] *": "plates step back while cards to choose from lie over them",
  ".card-table:has([data-pages]) .sign": "a page of answers lies over the table",
  ".card-table:has([data-pages]) .sign *": "a page of answers lies over the table",
  ".unseen": "is read and not seen",
  ".tool-name": "is read and not seen where the tool is an icon",
};

/** What lies over the page until the viewer has answered it. */
const ANSWERED_FIRST = ".walk-hint";

/**
 * What is wrong with the controls and words of the page: outside of it, under something else, cut
 * off, over each other, or too small for fingers. Parts of a list that scrolls may be out of sight,
 * because the viewer can bring them into it.
 */
export function faults(page, { touch }) {
  return page.evaluate(
    ({ touch, finger, small, letBe, first }) => {
      const found = [];
      const shown = (element) => element.checkVisibility({ visibilityProperty: true });
      const boxOf = (element) => element.getBoundingClientRect();
      const clips = ({ overflowX, overflowY }) =>
        overflowX !== "visible" || overflowY !== "visible";
      const { documentElement: root } = document;
      const scrolls = (element) => {
        if (root.scrollHeight > innerHeight) return true;
        for (let up = element.parentElement; up; up = up.parentElement) {
          const { overflowY, overflowX } = getComputedStyle(up);
          const moves = [overflowY, overflowX].some(
            (value) => value === "auto" || value === "scroll",
          );
          if (moves && (up.scrollHeight > up.clientHeight || up.scrollWidth > up.clientWidth))
            return true;
        }
        return false;
      };
      const name = (element) =>
        element.dataset.tool ??
        element.dataset.action ??
        element.dataset.do ??
        (element.textContent.trim().slice(0, 40) || `${element.tagName} ${element.className}`);
      const overlap = (a, b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;

      const all = [...document.querySelectorAll("a, button, select, input, textarea")].filter(
        shown,
      );
      for (const control of all.filter((control) => touch && !control.matches(small))) {
        // A box to tick is ticked by its words as well.
        const ticked = control.matches("[type=checkbox], [type=radio]");
        const { width, height } = boxOf((ticked && control.closest("label")) || control);
        if (width < finger - 0.5 || height < finger - 0.5)
          found.push(`${name(control)} is ${Math.round(width)}×${Math.round(height)}`);
      }
      const controls = all.filter((control) => !scrolls(control) && !control.matches(letBe));
      for (const control of controls) {
        const box = boxOf(control);
        const [right, bottom] = [innerWidth + 1, innerHeight + 1];
        if (box.left < -1 || box.right > right || box.top < -1 || box.bottom > bottom) {
          found.push(`${name(control)} sticks out of the page`);
          continue;
        }
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        const on = document.elementFromPoint(x, y);
        if (!control.contains(on) && !on?.closest(first))
          found.push(`${name(control)} lies under ${on?.className || on?.tagName}`);
      }
      controls.forEach((one, i) => {
        for (const other of controls.slice(i + 1)) {
          if (one.contains(other) || other.contains(one) || !overlap(boxOf(one), boxOf(other)))
            continue;
          if (one.matches(first) || other.matches(first)) continue;
          // The button that sends stands within its field.
          if (one.form && one.form === other.form) continue;
          found.push(`${name(one)} and ${name(other)} overlap`);
        }
      });

      // The labels of a card table, and the answers above the viewer's hand.
      const signs = [...document.querySelectorAll(".card-table :is(.sign, .pile-count)")].filter(
        (element) => shown(element) && !element.matches(letBe),
      );
      const answers = [...document.querySelectorAll(".card-actions button")].filter(
        (element) => shown(element) && !element.matches(letBe),
      );
      signs.forEach((one, i) => {
        for (const other of [...signs.slice(i + 1), ...answers]) {
          if (overlap(boxOf(one), boxOf(other)))
            found.push(`${name(one)} and ${name(other)} overlap`);
        }
      });

      const words = [...document.querySelectorAll("#app *")].filter(
        (element) =>
          [...element.childNodes].some(
            (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "",
          ) &&
          shown(element) &&
          !element.matches(letBe),
      );
      for (const word of words) {
        const style = getComputedStyle(word);
        const cut =
          clips(style) &&
          style.overflowX !== "auto" &&
          style.overflowX !== "scroll" &&
          (word.scrollWidth > word.clientWidth + 1 || word.scrollHeight > word.clientHeight + 2);
        if (cut) found.push(`"${name(word)}" is cut`);
      }
      for (const list of all.filter((control) => control.tagName === "SELECT")) {
        const style = getComputedStyle(list);
        const ink = document.createElement("canvas").getContext("2d");
        ink.font = style.font;
        const text = list.selectedOptions[0]?.textContent ?? "";
        const room =
          list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        if (ink.measureText(text).width > room + 1) found.push(`"${text}" is cut`);
      }
      const labels = [...document.querySelectorAll(".action span")].filter(shown);
      labels.forEach((label, i) => {
        const [box, button] = [boxOf(label), boxOf(label.closest("button, a"))];
        if (box.left < button.left - 1 || box.right > button.right + 1)
          found.push(`"${label.textContent}" is wider than its button`);
        for (const other of labels.slice(i + 1)) {
          if (overlap(box, boxOf(other)))
            found.push(`"${label.textContent}" runs into "${other.textContent}"`);
        }
      });
      if (root.scrollWidth > innerWidth) found.push("the page is too wide");
      return found;
    },
    {
      touch,
      finger: FINGER,
      small: Object.keys(SMALL).join(),
      letBe: Object.keys(LET_BE).join(),
      first: ANSWERED_FIRST,
    },
  );
}
