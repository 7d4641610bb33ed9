// Who this tab is: change person, open another in a tab of its own, close one's direct messages.

import { post } from "./api.js";
import { avatar, byId, el, say } from "./dom.js";
import { address, tabAddress } from "./place.js";
import { store } from "./store.js";

const holder = byId("person");
let menu = null;

function person(user) {
  const mine = user.id === store.me.id;
  const name = store.name(user.id);
  return el(
    "li",
    { "data-user-id": user.id },
    el(
      "a",
      {
        class: "who",
        href: address({ user: user.id, channel: store.channels.get(store.here)?.guild_id ? store.here : null }),
        "aria-current": mine ? "true" : null,
        on: { click: () => open(false) },
      },
      avatar(user, "small"),
      el("span", { class: "name" }, name),
      mine && el("small", {}, "you"),
    ),
    el(
      "a",
      {
        class: "tab",
        href: tabAddress({ user: user.id }),
        target: "_blank",
        rel: "opener",
        "aria-label": `Open ${name} in a new tab`,
        title: `Open ${name} in a new tab`,
      },
      "↗",
    ),
  );
}

function toggle(label, note, on, change) {
  const box = el("input", { type: "checkbox", role: "switch", checked: on });
  box.addEventListener("change", async () => {
    try {
      await change(box.checked);
    } catch (error) {
      box.checked = !box.checked;
      say(menu.querySelector(".trouble"), error.message);
    }
  });
  return el("label", { class: "switch" }, el("span", {}, label, el("small", {}, note)), box);
}

function panel() {
  const humans = [...store.users.values()].filter((user) => !user.bot);
  const input = el("input", {
    type: "text",
    maxlength: 32,
    required: true,
    placeholder: "Name",
    "aria-label": "Name of the new person",
  });
  const add = async (event) => {
    event.preventDefault();
    try {
      const user = await post("/app/users", { name: input.value.trim() });
      location.hash = address({ user: user.id });
      open(false);
    } catch (error) {
      say(menu.querySelector(".trouble"), error.message);
    }
  };
  return el(
    "div",
    { class: "people", id: "people", role: "group", "aria-label": "People" },
    el(
      "p",
      { class: "hint" },
      "Each tab is one person. ",
      el("span", { "aria-hidden": "true" }, "↗"),
      " opens another in a tab of their own.",
    ),
    el("ul", {}, humans.map(person)),
    el(
      "form",
      { class: "add", on: { submit: add } },
      input,
      el("button", { type: "submit", class: "button secondary" }, "Add a person"),
    ),
    toggle("DMs closed", "The bot cannot write to you in private.", store.me.dms_closed, (closed) =>
      post(`/app/users/${store.me.id}`, { dms_closed: closed }),
    ),
    toggle("Picture", "Beside your name, and at the tables.", Boolean(store.me.avatar), (avatar) =>
      post(`/app/users/${store.me.id}`, { avatar }),
    ),
    toggle("Manager", "May manage this server.", store.me.manager, (manager) =>
      post(`/app/users/${store.me.id}`, { manager }),
    ),
    el("p", { class: "trouble", role: "alert", hidden: true }),
  );
}

const trigger = el("button", {
  type: "button",
  class: "you",
  "aria-haspopup": "true",
  "aria-expanded": "false",
  "aria-controls": "people",
  on: { click: () => open(!menu) },
});

function open(wanted) {
  const elsewhere = menu && !menu.contains(document.activeElement); // it is drawn anew while somebody types a message
  menu?.remove();
  menu = wanted ? panel() : null;
  if (menu) holder.append(menu);
  trigger.setAttribute("aria-expanded", String(wanted));
  if (menu && !elsewhere) menu.querySelector("[aria-current]")?.focus();
}

export function showPerson() {
  trigger.replaceChildren(
    avatar(store.me, "small"),
    el("span", { class: "name" }, el("span", { class: "are" }, "You are "), el("b", {}, store.name(store.me.id))),
    el("span", { class: "arrow", "aria-hidden": "true" }),
  );
  trigger.dataset.userId = store.me.id;
  if (!trigger.isConnected) holder.append(trigger);
  if (menu && !menu.querySelector("input:focus")) open(true);
}

document.addEventListener("pointerdown", (event) => menu && !holder.contains(event.target) && open(false));
holder.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu) return;
  open(false);
  trigger.focus();
});
store.on("users", showPerson);
