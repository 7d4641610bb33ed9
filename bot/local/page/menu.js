// The list of suggestions above the message box. The text box keeps the focus; arrows, Tab and Enter work in the list.

import { byId, el } from "./dom.js";

const box = byId("suggestions");
let items = [];
let active = -1;
let owner = null;

function mark() {
  const rows = box.querySelectorAll("[role=option]");
  rows.forEach((row, i) => row.setAttribute("aria-selected", String(i === active)));
  rows[active]?.scrollIntoView({ block: "nearest" });
  if (active >= 0) owner?.setAttribute("aria-activedescendant", `suggestion-${active}`);
  else owner?.removeAttribute("aria-activedescendant");
}

/**
 * Show suggestions for the text box `input`. `list`: [{label, description?, hint?, lead?, value?, pick()}]; `first` says
 * whether the first one is ready to be taken by Enter. With no list, `title` and `note` stand alone.
 */
export function suggest(input, list, { title, note, first = true } = {}) {
  owner = input;
  items = list;
  active = first && list.length ? 0 : -1;
  const rows = list.map((item, i) =>
    el(
      "div",
      {
        role: "option",
        id: `suggestion-${i}`,
        "data-value": item.value,
        on: { pointerdown: (event) => event.preventDefault(), click: () => item.pick() },
      },
      item.lead,
      el("span", { class: "words" }, el("b", {}, item.label), item.description && el("small", {}, item.description)),
      item.hint && el("span", { class: "hint" }, item.hint),
    ),
  );
  box.replaceChildren(title ? el("p", { class: "title" }, el("b", {}, title), note && ` ${note}`) : "", ...rows);
  box.hidden = !title && !rows.length;
  input.setAttribute("aria-expanded", String(rows.length > 0));
  mark();
}

export function hush() {
  box.hidden = true;
  items = [];
  active = -1;
  owner?.setAttribute("aria-expanded", "false");
  owner?.removeAttribute("aria-activedescendant");
}

/** Let the list have a key of the text box first. True when it used it. */
export function menuKey(event) {
  if (!items.length || event.isComposing) return false;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const step = event.key === "ArrowDown" ? 1 : -1;
    active = active < 0 ? (step > 0 ? 0 : items.length - 1) : (active + step + items.length) % items.length;
    mark();
  } else if (["Enter", "Tab"].includes(event.key) && !event.shiftKey && active >= 0) items[active].pick();
  else if (event.key === "Escape") hush();
  else return false;
  event.preventDefault();
  return true;
}
