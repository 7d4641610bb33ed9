// The message box: plain messages, and the beginning of slash commands.

import { post } from "./api.js";
import { sign } from "./channel.js";
import { byId, el, say } from "./dom.js";
import { commandsHere, matching } from "./commands.js";
import { hush, menuKey, suggest } from "./menu.js";
import { SlashForm } from "./slash.js";
import { store } from "./store.js";

const form = byId("composer");
const refusal = byId("refusal");
const drafts = new Map();
let slash = null;
let draft = "";

const box = el("textarea", {
  rows: 1,
  maxlength: 2000,
  role: "combobox",
  "aria-autocomplete": "list",
  "aria-controls": "suggestions",
  "aria-expanded": "false",
  enterkeyhint: "send",
});
const send = el(
  "button",
  { type: "submit", class: "icon", "aria-label": "Send" },
  el("span", { "aria-hidden": "true" }, "➤"),
);
form.append(box, send);

const refuse = (sentence) => say(refusal, sentence);

function fit() {
  box.style.height = "auto";
  box.style.height = `${Math.min(box.scrollHeight, 200)}px`;
}

/** A command that stands whole at the beginning of the text, with what follows it: the longest name wins. */
function whole(text) {
  const entries = commandsHere().filter(({ name }) => text.startsWith(`/${name} `) || text === `/${name}`);
  const entry = entries.sort((a, b) => b.name.length - a.name.length)[0];
  return entry && { entry, rest: text.slice(entry.name.length + 1) };
}

function begin(entry, typed = "") {
  slash = new SlashForm(entry, { refuse, ended: end });
  refuse("");
  box.replaceWith(slash.node);
  slash.start(typed);
}

function end(text) {
  refuse("");
  slash?.node.replaceWith(box);
  slash = null;
  write(text);
  box.focus();
}

function write(text) {
  box.value = text;
  fit();
  look();
}

function look() {
  const text = box.value;
  if (!text.startsWith("/") || text.includes("\n")) return hush();
  const found = whole(text);
  if (found?.rest.startsWith(" ")) return begin(found.entry, found.rest);
  const rows = matching(text.slice(1)).map((entry) => ({
    label: `/${entry.name}`,
    description: entry.description,
    value: entry.name,
    pick: () => begin(entry),
  }));
  const none = store.commands.length ? "No command of that name." : "No commands yet: the bot has not come in.";
  suggest(box, rows, rows.length ? {} : { title: none });
}

/** "@Ana" becomes a mention, as Discord's own client does it. */
function withMentions(text) {
  const users = [...store.users.values()].sort((a, b) => store.name(b.id).length - store.name(a.id).length);
  return users.reduce((held, user) => held.replaceAll(`@${store.name(user.id)}`, `<@${user.id}>`), text);
}

async function submit() {
  if (slash) return slash.submit();
  const text = box.value.trim();
  if (!text) return;
  const found = text.startsWith("/") && whole(text);
  if (found) return begin(found.entry, found.rest);
  if (text.startsWith("/") && store.commands.length) return refuse("There is no such command. Type / to see them all.");
  refuse("");
  write("");
  try {
    await post("/app/message", { user: store.me.id, channel_id: store.here, content: withMentions(text) });
  } catch (error) {
    write(text);
    refuse(error.message);
  }
}

box.addEventListener("input", () => {
  refuse("");
  fit();
  look();
});
box.addEventListener("keydown", (event) => {
  if (menuKey(event) || event.isComposing) return;
  if (event.key !== "Enter" || event.shiftKey) return;
  event.preventDefault();
  submit();
});
box.addEventListener("blur", () => setTimeout(() => document.activeElement !== box && !slash && hush()));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
// Whoever begins to type means the message box, as long as nothing else takes the keys.
document.addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (key.length > 1 || key === " " || ctrlKey || metaKey || altKey || slash) return;
  if (!target.closest?.("input, textarea, dialog, .dropdown")) box.focus();
});
document.addEventListener("click", (event) => {
  const name = event.target.closest?.("button[data-command]")?.dataset.command;
  const entry = name && commandsHere().find((one) => one.name === name);
  if (!entry) return;
  if (slash) end("");
  begin(entry);
});

/** Turn to another channel: what was being written here waits for the return. */
export function showComposer() {
  if (slash) end("");
  // Whoever is quicker than the page keeps what was typed before it knew who they are.
  const early = draft ? "" : box.value;
  drafts.set(draft, box.value);
  draft = `${store.me.id} ${store.here}`;
  hush();
  refuse("");
  const channel = store.channels.get(store.here);
  const label = channel ? `Message ${sign(channel)}${store.channelName(channel)}` : "No channel";
  box.placeholder = label;
  box.setAttribute("aria-label", label);
  box.value = drafts.get(draft) ?? early;
  fit();
  lookAgain();
}

const lookAgain = () => document.activeElement === box && look();
store.on("commands", lookAgain);
// Whoever becomes a manager may use more of them.
store.on("users", lookAgain);
