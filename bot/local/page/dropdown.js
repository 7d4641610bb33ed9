// The list that a select opens: below its button, or at the foot of a phone's screen.

import { mark as markOf } from "./channel.js";
import { avatar, el, emoji } from "./dom.js";

const PHONE = matchMedia("(max-width: 480px)");
const lists = new WeakMap();
let open = null;

/** Close the open list without choosing; with `stale`, only if its button has left the page. */
export function closeDropdown(stale = false) {
  if (open && (!stale || !open.button.isConnected)) open.close(false);
}

/** A message was drawn again: the open list goes with the button that took its button's place, or closes with it. */
export function followDropdown(within) {
  if (!open || open.button.isConnected) return;
  const heir = [...within.querySelectorAll("button.select")].find(open.isHeir);
  if (heir) open.moveTo(heir);
  else open.close(false);
}

/**
 * Let `button` open a list below it. `make()` says what is in it: `options`: [{value, label, description?, emoji?,
 * user?, channel?}]; `chosen`: a Set of values. With max 1 a choice closes the list; with more, closing it (Done, or a click
 * elsewhere) confirms, and Escape does not. `done(values)` is called once, only with a choice within min and max.
 * `search` adds a box to narrow the list.
 */
export function opensDropdown(button, make) {
  lists.set(button, make);
  button.addEventListener("click", () => openDropdown(button));
}

const same = (one, other) =>
  one.min === other.min && one.max === other.max && JSON.stringify(one.options) === JSON.stringify(other.options);

function openDropdown(button) {
  if (open?.button === button) return closeDropdown();
  open?.close(true);
  let made = lists.get(button)();
  const { options, min, max, search } = made;
  const picked = new Set(made.chosen);
  const single = max === 1;
  const list = el("ul", {
    role: "listbox",
    "aria-multiselectable": String(!single),
    "aria-label": button.getAttribute("aria-label"),
    tabindex: -1,
  });
  const hint = el("span", { class: "hint", role: "status" });
  const finish = el("button", { type: "button", class: "button primary", on: { click: () => close(true) } }, "Done");
  const finder = search
    ? el("input", { type: "search", placeholder: "Find…", "aria-label": "Find", on: { input: () => fill() } })
    : null;
  const box = el("div", { class: "dropdown" }, finder, list, !single && el("footer", {}, hint, finish));
  const host = button.closest("dialog") ?? document.body;

  function fill() {
    const wanted = finder?.value.trim().toLowerCase() ?? "";
    list.replaceChildren(...options.filter((option) => option.label.toLowerCase().includes(wanted)).map(row));
    if (!list.children.length) list.append(el("li", { class: "none" }, "Nobody of that name"));
    mark();
  }

  function row(option) {
    return el(
      "li",
      { role: "option", tabindex: -1, "data-value": option.value, on: { click: () => toggle(option.value) } },
      option.user ? avatar(option.user, "small") : option.channel ? markOf(option.channel) : emoji(option.emoji),
      el(
        "span",
        { class: "words" },
        el("span", {}, option.label),
        option.description && el("small", {}, option.description),
      ),
      el("span", { class: "tick", "aria-hidden": "true" }),
    );
  }

  function mark() {
    for (const item of rows()) {
      const on = picked.has(item.dataset.value);
      item.setAttribute("aria-selected", String(on));
      item.setAttribute("aria-disabled", String(!on && !single && picked.size >= max));
    }
    const range = min === max ? `Choose ${min}` : min ? `Choose ${min} to ${max}` : `Choose up to ${max}`;
    hint.textContent = `${range} · ${picked.size} chosen`;
    finish.disabled = picked.size < min;
  }

  const rows = () => [...list.querySelectorAll("[role=option]")];

  function toggle(value) {
    if (single) {
      // Choosing the chosen one again takes it back, where nothing is a choice.
      if (min === 0 && picked.has(value)) picked.clear();
      else (picked.clear(), picked.add(value));
      return close(true);
    }
    if (picked.has(value)) picked.delete(value);
    else if (picked.size < max) picked.add(value);
    mark();
  }

  function close(confirm) {
    if (open?.close !== close) return;
    open = null;
    document.removeEventListener("pointerdown", outside, true);
    removeEventListener("resize", put);
    document.removeEventListener("scroll", put, true);
    const refocus = box.contains(document.activeElement);
    box.remove();
    button.setAttribute("aria-expanded", "false");
    if (refocus) button.focus();
    const { chosen, done } = made;
    const changed = single || picked.size !== chosen.size || [...picked].some((value) => !chosen.has(value));
    // Values go in the order of the options, as Discord sends them.
    const values = options.map((option) => option.value).filter((value) => picked.has(value));
    if (confirm && changed && values.length >= min && values.length <= max) done(values);
  }

  function outside(event) {
    if (box.contains(event.target) || button.contains(event.target)) return;
    close(!single);
  }

  function put() {
    const at = button.getBoundingClientRect();
    if (PHONE.matches) return box.removeAttribute("style");
    const below = innerHeight - at.bottom - 12;
    const up = below < 220 && at.top > below;
    const room = Math.min(380, up ? at.top - 12 : below);
    const vertical = up ? `bottom:${innerHeight - at.top + 4}px` : `top:${at.bottom + 4}px`;
    box.style.cssText = `left:${at.left}px;width:${at.width}px;max-height:${room}px;${vertical}`;
  }

  box.addEventListener("keydown", (event) => {
    const items = rows();
    const at = items.indexOf(document.activeElement);
    const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
    if (event.key === "Escape") close(false);
    else if (event.key in steps && !(event.target === finder && ["Home", "End"].includes(event.key))) {
      const to = steps[event.key];
      (to < 0 && finder ? finder : items[Math.max(0, Math.min(to, items.length - 1))])?.focus();
    } else if (["Enter", " "].includes(event.key) && at >= 0) toggle(items[at].dataset.value);
    else if (event.key === "Enter" && event.target === finder) items[0] && toggle(items[0].dataset.value);
    else if (event.key === "Tab" && single) close(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  function isHeir(other) {
    const [called, wanted] = [other, button].map((one) => one.getAttribute("aria-label"));
    return !other.disabled && called === wanted && same(lists.get(other)(), made);
  }

  function moveTo(heir) {
    button = open.button = heir;
    made = lists.get(heir)();
    button.setAttribute("aria-expanded", "true");
    put();
  }

  open = { button, close, isHeir, moveTo };
  host.append(box);
  fill();
  put();
  document.addEventListener("pointerdown", outside, true);
  document.addEventListener("scroll", put, true);
  addEventListener("resize", put);
  button.setAttribute("aria-expanded", "true");
  (finder ?? rows().find((item) => item.getAttribute("aria-selected") === "true") ?? rows()[0])?.focus();
}
