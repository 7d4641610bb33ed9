// The calendar of a server: its events, who is interested, and for those who manage them when they begin.

import { post } from "./api.js";
import { mark } from "./channel.js";
import { el, fresh, say } from "./dom.js";
import { store } from "./store.js";
import { stamp } from "./time.js";

const ACTIVE = 2;
let shown = null;

export const eventsOf = (guild) =>
  [...store.events.values()]
    .filter((event) => event.guild_id === guild.id)
    .sort((a, b) => Date.parse(a.scheduled_start_time) - Date.parse(b.scheduled_start_time));

const manages = (guild) =>
  guild.owner_id === store.me.id || (store.me.manager && guild.id === store.guilds.keys().next().value);

/** A moment as a field for day and hour takes it, on this machine's clock. */
function local(iso) {
  const date = new Date(iso);
  return new Date(date - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function where(event) {
  const channel = event.channel_id && store.channels.get(event.channel_id);
  return channel ? [mark(channel), ` ${store.channelName(channel)}`] : (event.entity_metadata?.location ?? "");
}

function card(event, guild, act) {
  const mine = event.interested.includes(store.me.id);
  const count = event.interested.length;
  const names = event.interested.map((id) => store.name(id)).join(", ");
  const seconds = Date.parse(event.scheduled_start_time) / 1000;
  const button = (label, kind, press) =>
    el("button", { type: "button", class: `button ${kind}`, on: { click: press } }, label);
  const row = el(
    "div",
    { class: "row" },
    el(
      "button",
      {
        type: "button",
        class: `button ${mine ? "success" : "secondary"}`,
        "aria-pressed": String(mine),
        on: { click: () => act(event, { interested: !mine }) },
      },
      mine ? "✓ Interested" : "Interested",
    ),
  );
  const form = mover(event, act, () => {
    form.hidden = true;
    row.hidden = false;
  });
  const move = () => {
    form.hidden = false;
    row.hidden = true;
    form.querySelector("input").focus();
  };
  if (manages(guild)) {
    if (event.status !== ACTIVE) {
      row.append(button("Move…", "secondary", move));
      row.append(button("Cancel event", "secondary", () => act(event, { cancel: true })));
    }
    row.append(button("Delete", "danger", () => act(event, { delete: true })));
  }
  return el(
    "li",
    { class: "event", "data-event-id": event.id },
    el(
      "p",
      { class: "hint" },
      event.status === ACTIVE ? el("b", { class: "on" }, "On now") : [stamp(seconds, "F"), " ", stamp(seconds, "R")],
    ),
    el("h3", {}, event.name),
    el("p", { class: "hint" }, where(event)),
    event.description && el("p", {}, event.description),
    el("p", { class: "hint" }, count ? `${count} interested: ${names}` : "Nobody is interested yet."),
    row,
    form,
  );
}

/** The form that lets an event begin at another time. */
function mover(event, act, close) {
  const input = el("input", {
    type: "datetime-local",
    required: true,
    value: local(event.scheduled_start_time),
    "aria-label": `When ${event.name} begins`,
  });
  const save = (submitted) => {
    submitted.preventDefault();
    act(event, { starts: new Date(input.value).toISOString() });
  };
  return el(
    "form",
    { class: "row", hidden: true, on: { submit: save } },
    input,
    el("button", { type: "submit", class: "button primary" }, "Move"),
    el("button", { type: "button", class: "button secondary", on: { click: close } }, "Keep it"),
  );
}

/** Show what is in a server's calendar, as long as it is looked at. */
export function openCalendar(guild) {
  const heading = fresh();
  const list = el("ul", { class: "fields" });
  const trouble = el("p", { class: "trouble", role: "alert", hidden: true });
  const act = async (event, what) => {
    say(trouble, "");
    try {
      await post(`/app/events/${event.id}`, { user: store.me.id, ...what });
      show();
    } catch (error) {
      say(trouble, error.message);
    }
  };
  const show = () => {
    const pressed = list.contains(document.activeElement) && document.activeElement.closest("[data-event-id]");
    const events = eventsOf(guild).map((event) => card(event, guild, act));
    list.replaceChildren(...(events.length ? events : [el("li", { class: "hint" }, "Nothing is planned here.")]));
    if (pressed) list.querySelector(`[data-event-id="${pressed.dataset.eventId}"] button`)?.focus();
  };
  shown = () => list.querySelector("form:not([hidden])") || show();
  const dialog = el(
    "dialog",
    { class: "modal calendar", "aria-labelledby": heading },
    el(
      "div",
      { class: "sheet" },
      el("h2", { id: heading }, `Events · ${guild.name}`),
      list,
      el(
        "footer",
        {},
        trouble,
        el("button", { type: "button", class: "button secondary", on: { click: () => dialog.close() } }, "Close"),
      ),
    ),
  );
  dialog.addEventListener("close", () => {
    shown = null;
    dialog.remove();
  });
  show();
  document.body.append(dialog);
  dialog.showModal();
}

for (const event of ["events", "users"]) store.on(event, () => shown?.());
