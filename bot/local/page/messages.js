// The list of messages of the channel in view.

import { isDirect, mark as markOf, sign } from "./channel.js";
import { byId, el, older, say } from "./dom.js";
import { closeDropdown } from "./dropdown.js";
import { MessageView, isOrdinary } from "./message.js";
import { plain } from "./markdown.js";
import { place, settle } from "./place.js";
import { EPHEMERAL, store } from "./store.js";

const NEAR = 80;
const SAME_BREATH = 7 * 60_000;
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

const scroller = byId("scroll");
const list = byId("messages");
const newest = byId("newest");
const views = new Map();
let stuck = true;
let last = { top: 0, height: 0, seen: 0 };
let waiting = [];

const here = () => store.messages.get(store.here) ?? [];

/** Whether a message goes on where the one before left off, and so needs no name of its own. */
function joins(before, message) {
  return (
    !!before &&
    isOrdinary(before) &&
    !message.type &&
    before.author.id === message.author.id &&
    (before.flags & EPHEMERAL) === (message.flags & EPHEMERAL) &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < SAME_BREATH
  );
}

function day(message) {
  return new Date(message.timestamp).toDateString();
}

function divider(message) {
  const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }).format(new Date(message.timestamp));
  return el("div", { class: "day", role: "separator" }, el("span", {}, date));
}

function beginning() {
  const channel = store.channels.get(store.here);
  if (!channel) return null;
  const direct = isDirect(channel);
  const name = store.channelName(channel);
  return el(
    "div",
    { class: "beginning" },
    el("span", { class: "crest", "aria-hidden": "true" }, markOf(channel, direct ? "✉" : "#")),
    el("h2", {}, direct ? name : `Welcome to ${sign(channel)}${name}`),
    el(
      "p",
      {},
      direct
        ? `This is where you and ${name} talk in private.`
        : "This is where it begins. Type /games to choose one, or / to see what else the bot can do.",
    ),
  );
}

/** Show the channel in view from scratch. */
export function showChannel() {
  closeDropdown();
  views.clear();
  waiting = [];
  const nodes = [];
  const mark = store.here && store.readMark(store.here);
  let before = null;
  for (const message of here()) {
    if (!before || day(before) !== day(message)) nodes.push(divider(message));
    const begins = !before || older(before.id, mark ?? "0") <= 0;
    const first = mark && begins && message.author.id !== store.me.id && older(message.id, mark) > 0;
    if (first) nodes.push(el("div", { class: "day fresh", role: "separator" }, el("span", {}, "New")));
    const view = new MessageView(message, !first && joins(before, message));
    views.set(message.id, view);
    nodes.push(view.node);
    before = message;
  }
  list.replaceChildren(...[beginning(), ...nodes].filter(Boolean));
  toBottom();
  read();
  if (place().message) jump(place().message);
}

function toBottom() {
  stuck = true;
  keepBottom();
  newest.hidden = true;
}

/** To the end, as long as nobody has scrolled up; the event that tells of it is no scroll of somebody's own. */
function keepBottom() {
  if (!stuck) return;
  scroller.scrollTop = scroller.scrollHeight;
  last = lies();
}

/** How far the list is scrolled, and how long it and its window are. */
const lies = () => ({ top: scroller.scrollTop, height: scroller.scrollHeight, seen: scroller.clientHeight });

function read() {
  if (store.here && stuck && document.visibilityState === "visible") store.markRead(store.here);
}

export function jump(id) {
  const node = views.get(id)?.node;
  settle({ channel: store.here });
  if (!node) return announce("That message is not here any more.");
  stuck = false;
  node.scrollIntoView({ block: "center", behavior: CALM.matches ? "auto" : "smooth" });
  node.focus({ preventScroll: true });
  node.classList.remove("flash");
  requestAnimationFrame(() => node.classList.add("flash"));
}

function announce(sentence) {
  byId("announcer").textContent = sentence;
}

store.on("message", ({ message, isNew }) => {
  if (message.channel_id !== store.here) return;
  const view = views.get(message.id);
  if (view) return view.update(message);
  if (!isNew) return;
  const all = here();
  const before = all[all.indexOf(message) - 1];
  if (all.at(-1) !== message) return showChannel();
  if (!before || day(before) !== day(message)) list.append(divider(message));
  const made = new MessageView(message, joins(before, message));
  views.set(message.id, made);
  list.append(made.node, ...waiting.map((one) => one.node));
  if (views.size > all.length) dropOldest();
  if (message.author.id === store.me.id) toBottom();
  else if (!stuck) newest.hidden = false;
  announce(`${store.name(message.author.id, message.author)}: ${plain(message.content) || "a picture"}`);
  read();
});

function dropOldest() {
  const [id, view] = views.entries().next().value;
  views.delete(id);
  view.node.remove();
}

store.on("gone", ({ id, channel_id }) => {
  if (channel_id !== store.here) return;
  const node = views.get(id)?.node;
  views.delete(id);
  // A day without a message has no line either.
  const line = node?.previousElementSibling;
  if (line?.classList.contains("day") && !node.nextElementSibling?.classList.contains("message")) line.remove();
  // The next one may have lacked a name because this one had it.
  if (node?.nextElementSibling?.classList.contains("joined") && !node.classList.contains("joined")) showChannel();
  else node?.remove();
  closeDropdown(true);
});

/**
 * Put a line at the foot of the list while a command is on its way. Returns `settled(sentence?)`: without a sentence the
 * line goes; with one it stays, in red, until it is dismissed.
 */
export function sending(text) {
  const trouble = el("p", { class: "trouble", role: "alert", hidden: true });
  const close = el("button", { type: "button", class: "plain", on: { click: () => drop() } }, "Dismiss");
  const only = el("p", { class: "only-you", hidden: true }, "Only you can see this · ", close);
  const dots = el("span", { class: "thinking" }, "sending", el("i"), el("i"), el("i"));
  const node = el(
    "article",
    { class: "message sending" },
    el("p", { class: "above" }, el("b", {}, "You"), " used ", el("span", { class: "mention" }, text)),
    el("div", { class: "body" }, dots, trouble, only),
  );
  const entry = { node };
  const drop = () => {
    waiting = waiting.filter((one) => one !== entry);
    node.remove();
  };
  waiting.push(entry);
  list.append(node);
  toBottom();
  return (sentence) => {
    if (!sentence) return drop();
    dots.remove();
    only.hidden = false;
    say(trouble, sentence);
    waiting = waiting.filter((one) => one !== entry);
  };
}

scroller.addEventListener(
  "scroll",
  () => {
    // What has grown or gone meanwhile scrolls the list, too; only somebody's own scroll up lets go of the end.
    const now = lies();
    const near = now.height - now.top - now.seen < NEAR;
    if (near || (now.top < last.top && now.height === last.height && now.seen === last.seen)) stuck = near;
    last = now;
    if (stuck) newest.hidden = true;
    read();
  },
  { passive: true },
);
newest.addEventListener("click", toBottom);
document.addEventListener("visibilitychange", read);
// Pictures and a growing message box must not push the newest message out of sight.
const keep = new ResizeObserver(keepBottom);
keep.observe(list);
keep.observe(scroller);
