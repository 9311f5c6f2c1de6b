// Search, the two languages of the chrome, and where on the page one is. INDEX is in index.js.

"use strict";

const byId = (id) => document.getElementById(id);
const [query, found, language] = [byId("query"), byId("found"), byId("language")];
const SHOWN = 30;

// Pages opened from a disk may be refused storage.
const remembered = () => {
  try {
    return localStorage.getItem("language");
  } catch {
    return null;
  }
};

let speaking = remembered() ?? (navigator.language.startsWith("zh") ? "zh" : "en");

const speak = (wanted) => {
  speaking = wanted;
  document.documentElement.lang = wanted === "zh" ? "zh-CN" : "en";
  for (const element of document.querySelectorAll("[data-zh]")) {
    element.textContent = element.dataset[wanted];
  }
  query.placeholder = query.dataset[`${wanted}Placeholder`];
  query.ariaLabel = query.placeholder;
  const contents = document.querySelector(".contents");
  contents.ariaLabel = contents.dataset[`${wanted}Label`];
  try {
    localStorage.setItem("language", wanted);
  } catch {
    // It is asked for again on the next page.
  }
};

language.addEventListener("click", () => speak(speaking === "zh" ? "en" : "zh"));
speak(speaking);

// How well an entry fits all the words; 0 if it lacks one.
const rank = (entry, words) => {
  const [title, about] = [entry.title.toLowerCase(), entry.about.toLowerCase()];
  let sum = 0;
  for (const word of words) {
    const at = title.indexOf(word);
    const starts = at === 0 || (at > 0 && /[^a-z0-9]/.test(title[at - 1]));
    const fit = starts ? 4 : at > 0 ? 3 : about.includes(word) ? 1 : 0;
    if (fit === 0) {
      return 0;
    }
    sum += fit;
  }
  return sum;
};

let chosen = 0;

const choose = (number) => {
  const items = found.querySelectorAll("li:not(.none)");
  chosen = Math.max(0, Math.min(number, items.length - 1));
  items.forEach((item, index) => item.classList.toggle("chosen", index === chosen));
  items[chosen]?.scrollIntoView({ block: "nearest" });
};

const search = () => {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.replaceChildren();
  found.hidden = words.length === 0;
  const spoken = INDEX.filter(({ language }) => !language || language === speaking);
  const fitting = spoken.map((entry) => [rank(entry, words), entry]).filter(([fit]) => fit > 0);
  fitting.sort(([a], [b]) => b - a);
  for (const [, entry] of fitting.slice(0, SHOWN)) {
    const [item, link] = [document.createElement("li"), document.createElement("a")];
    const [title, about] = [document.createElement("b"), document.createElement("small")];
    link.href = entry.href;
    title.textContent = entry.title;
    about.textContent = `${entry.page[speaking]} · ${entry.about}`;
    link.append(title, about);
    item.append(link);
    found.append(item);
  }
  if (fitting.length === 0) {
    const item = document.createElement("li");
    item.className = "none";
    item.textContent = speaking === "zh" ? "没有找到" : "Nothing found";
    found.append(item);
  }
  choose(0);
};

query.addEventListener("input", search);
query.addEventListener("focus", () => query.value && search());
query.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
  } else if (event.key === "Enter") {
    found.querySelector(".chosen a")?.click();
    found.hidden = true;
  } else if (event.key === "Escape") {
    found.hidden = true;
    query.blur();
  }
});
document.addEventListener("click", (event) => {
  if (!event.target.closest(".search") || event.target.closest("#found a")) {
    found.hidden = true;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== query) {
    event.preventDefault();
    query.focus();
  }
});

// The entry of the heading that was passed last.
const headings = [...document.querySelectorAll("main [id]")];
const entries = new Map(
  [...document.querySelectorAll(".contents a[href^='#']")].map((link) => [
    decodeURIComponent(link.hash.slice(1)),
    link,
  ]),
);
const follow = () => {
  // Those of the other language have no place on the page.
  const shown = headings.filter((it) => it.offsetParent);
  const passed = shown.filter((it) => it.getBoundingClientRect().top < 90).at(-1) ?? shown[0];
  for (const [id, link] of entries) {
    link.classList.toggle("here", id === passed?.id);
  }
  const here = entries.get(passed?.id);
  const folded = here?.closest("details");
  if (folded && !folded.open) {
    for (const other of document.querySelectorAll(".contents details")) {
      other.open = other === folded;
    }
  }
};
document.addEventListener("scroll", follow, { passive: true });
follow();
