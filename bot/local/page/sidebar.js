// The list of channels: text channels with their threads, voice channels, and direct messages.

import { post } from "./api.js";
import { eventsOf, openCalendar } from "./calendar.js";
import { TEXT, THREADS, VOICE, isDirect, isText, isVoice, mark, sign, spokenKind } from "./channel.js";
import { avatar, byId, el } from "./dom.js";
import { address, go } from "./place.js";
import { store } from "./store.js";

const sidebar = byId("sidebar");
const opener = byId("open-sidebar");
const scrim = byId("scrim");

const byPlace = (a, b) => (a.position ?? 0) - (b.position ?? 0) || a.id.localeCompare(b.id);

function link(channel, lead = mark(channel)) {
  const { unread, count } = store.news(channel);
  const current = channel.id === store.here;
  const name = store.channelName(channel);
  const spoken = `${name}${spokenKind(channel)}${count ? `, ${count} for you` : unread ? ", unread" : ""}`;
  return el(
    "a",
    {
      href: address({ channel: channel.id }),
      class: `channel${unread ? " unread" : ""}`,
      "data-channel-id": channel.id,
      "aria-current": current ? "page" : null,
      "aria-label": spoken,
    },
    lead,
    el("span", { class: "name" }, name),
    count ? el("span", { class: "count" }, String(count)) : null,
  );
}

function threadsOf(channel) {
  const threads = [...store.channels.values()].filter(
    (thread) =>
      THREADS.includes(thread.type) &&
      thread.parent_id === channel.id &&
      (!thread.thread_metadata?.archived || thread.id === store.here),
  );
  return threads.length
    ? el(
        "ul",
        { class: "threads" },
        threads.map((thread) => el("li", {}, link(thread, el("span", { class: "mark", "aria-hidden": "true" }, "└")))),
      )
    : null;
}

/** What makes a channel of this kind, text or voice; the names of text channels have no capitals and no spaces. */
function adder(guild, type) {
  const text = isText({ type });
  const make = async (event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (!name) return;
    try {
      const channel = await post("/app/channels", { name, type, guild_id: guild.id, user: store.me.id });
      details.open = false;
      go({ channel: channel.id });
    } catch (error) {
      input.setCustomValidity(error.message);
      input.reportValidity();
    }
  };
  const input = el("input", {
    type: "text",
    maxlength: 100,
    placeholder: text ? "new-channel" : "New channel",
    "aria-label": "Name of the new channel",
    on: { input: () => input.setCustomValidity("") },
  });
  const details = el(
    "details",
    { class: "adder" },
    el("summary", { "aria-label": text ? "Add a channel" : "Add a voice channel" }, "+"),
    el("form", { on: { submit: make } }, input, el("button", { type: "submit", class: "button primary" }, "Add")),
  );
  return details;
}

function calendarLink(guild) {
  const count = eventsOf(guild).length;
  return el(
    "button",
    { type: "button", class: "channel events", "data-events": guild.id, on: { click: () => openCalendar(guild) } },
    el("span", { class: "mark", "aria-hidden": "true" }, "▦"),
    el("span", { class: "name" }, count ? `${count} event${count === 1 ? "" : "s"}` : "Events"),
  );
}

function channelsOf(guild, title, type, which) {
  const channels = [...store.channels.values()]
    .filter((channel) => channel.guild_id === guild.id && which(channel))
    .sort(byPlace);
  return [
    el("div", { class: "heading" }, el("h3", {}, title), adder(guild, type)),
    el(
      "ul",
      {},
      channels.map((channel) => el("li", {}, link(channel), threadsOf(channel))),
    ),
  ];
}

function guildSection(guild) {
  return el(
    "section",
    { "data-guild-id": guild.id },
    el("h2", { class: "guild" }, guild.name),
    calendarLink(guild),
    channelsOf(guild, "Text channels", TEXT, isText),
    channelsOf(guild, "Voice channels", VOICE, isVoice),
  );
}

function directSection() {
  const channels = [...store.channels.values()].filter(isDirect);
  const bot = store.bot();
  const items = channels.map((channel) => {
    const other = store.other(channel);
    return el("li", {}, link(channel, other && avatar(other, "small")));
  });
  if (bot && !channels.some((channel) => store.other(channel)?.id === bot.id)) {
    const open = async () => go({ channel: (await post("/app/dm", { user: store.me.id })).id });
    items.push(
      el(
        "li",
        {},
        el(
          "button",
          { type: "button", class: "channel", "data-open-dm": bot.id, on: { click: open } },
          avatar(bot, "small"),
          el("span", { class: "name" }, store.name(bot.id)),
        ),
      ),
    );
  }
  if (!items.length) items.push(el("li", { class: "none" }, "No bot has come in yet."));
  return el(
    "section",
    { class: "direct" },
    el("div", { class: "heading" }, el("h3", {}, "Direct messages")),
    el("ul", {}, items),
  );
}

export function showSidebar() {
  if (sidebar.querySelector("details[open]")) return showNews();
  const focused = sidebar.contains(document.activeElement) ? document.activeElement.dataset.channelId : null;
  sidebar.replaceChildren(...[...store.guilds.values()].map(guildSection), directSection());
  if (focused) sidebar.querySelector(`[data-channel-id="${focused}"]`)?.focus();
  showNews();
}

/** The title of the tab and the dot beside the menu tell what happened elsewhere. */
function showNews() {
  const all = [...store.channels.values()].map((channel) => ({ channel, ...store.news(channel) }));
  const count = all.reduce((sum, one) => sum + one.count, 0);
  const channel = store.channels.get(store.here);
  const name = channel ? `${isDirect(channel) ? "" : sign(channel)}${store.channelName(channel)}` : "Local Discord";
  document.title = `${count ? `(${count}) ` : ""}${name} · ${store.name(store.me.id)}`;
  const elsewhere = byId("elsewhere");
  const others = all.filter((one) => one.unread && one.channel.id !== store.here);
  elsewhere.hidden = !others.length;
  elsewhere.classList.toggle(
    "loud",
    others.some((one) => one.count),
  );
}

export function slide(out) {
  document.body.classList.toggle("sidebar-open", out);
  opener.setAttribute("aria-expanded", String(out));
  scrim.hidden = !out;
  if (out) (sidebar.querySelector("[aria-current]") ?? sidebar.querySelector("a"))?.focus();
}

opener.addEventListener("click", () => slide(opener.getAttribute("aria-expanded") !== "true"));
scrim.addEventListener("click", () => slide(false));
sidebar.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || opener.getAttribute("aria-expanded") !== "true") return;
  slide(false);
  opener.focus();
});
sidebar.addEventListener("click", (event) => event.target.closest("a.channel, button.channel") && slide(false));
for (const event of ["channels", "events", "read", "users", "gone"]) store.on(event, showSidebar);
store.on("message", ({ isNew }) => isNew && showSidebar());
