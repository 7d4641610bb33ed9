// Discord's markdown, as far as bots use it, turned into elements (never through markup text).

import { mark } from "./channel.js";
import { el, picture } from "./dom.js";
import { address } from "./place.js";
import { store } from "./store.js";
import { stamp } from "./time.js";

const MESSAGE_LINK = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

function link(url, text) {
  const inside = MESSAGE_LINK.exec(url);
  if (inside) {
    const [, , channel, message] = inside;
    const known = store.channels.get(channel);
    const name = known ? [mark(known), ` ${store.channelName(known)}`] : "# unknown";
    const label = text ?? [name, message ? " › message" : ""];
    return el(
      "a",
      { class: "mention", href: address({ channel, message }), "data-channel-id": channel, "data-jump": message },
      label,
    );
  }
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text ?? url);
}

function person(id) {
  const mine = id === store.me.id;
  return el("span", { class: mine ? "mention me" : "mention", "data-user-id": id }, `@${store.name(id)}`);
}

function channelMention(id) {
  const channel = store.channels.get(id);
  if (!channel) return el("span", { class: "mention" }, "# unknown");
  return el(
    "a",
    { class: "mention", href: address({ channel: id }), "data-channel-id": id },
    mark(channel),
    ` ${store.channelName(channel)}`,
  );
}

function spoiler(text) {
  const reveal = (event) => event.currentTarget.classList.add("shown");
  return el(
    "span",
    { class: "spoiler", tabindex: 0, role: "button", "aria-label": "Spoiler", on: { click: reveal, keydown: reveal } },
    inline(text),
  );
}

const RULES = [
  [/\\([^0-9A-Za-z\s])/y, (m) => m[1]],
  [/(`+)([^]*?[^`])\1(?!`)/y, (m) => el("code", {}, m[2].trim() || m[2])],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (m) => stamp(Number(m[1]), m[2])],
  [/<@!?(\d+)>/y, (m) => person(m[1])],
  [/<@&(\d+)>/y, (m) => el("span", { class: "mention" }, `@${store.roles.find((role) => role.id === m[1])?.name ?? "role"}`)],
  [/<#(\d+)>/y, (m) => channelMention(m[1])],
  [/<\/([^:>]+):\d+>/y, (m) => el("button", { type: "button", class: "mention", "data-command": m[1] }, `/${m[1]}`)],
  [/<a?:(\w+):(\d+)>/y, (m) => picture(m[2], `:${m[1]}:`)],
  [/<(https?:\/\/[^>\s]+)>/y, (m) => link(m[1])],
  [/\[([^\]]+)\]\(<?(https?:\/\/[^)>\s]+)>?\)/y, (m) => link(m[2], inline(m[1]))],
  [/https?:\/\/[^\s<]*[^\s<.,:;"')\]!?]/y, (m) => link(m[0])],
  [/\*\*\*([^]+?)\*\*\*/y, (m) => el("strong", {}, el("em", {}, inline(m[1])))],
  [/\*\*([^]+?)\*\*(?!\*)/y, (m) => el("strong", {}, inline(m[1]))],
  [/__([^]+?)__(?!_)/y, (m) => el("u", {}, inline(m[1]))],
  [/\*(?!\s)([^*]*[^*\s])\*/y, (m) => el("em", {}, inline(m[1]))],
  [/(?<!\w)_(?!\s)([^_]*[^_\s])_(?!\w)/y, (m) => el("em", {}, inline(m[1]))],
  [/~~([^]+?)~~/y, (m) => el("s", {}, inline(m[1]))],
  [/\|\|([^]+?)\|\|/y, (m) => spoiler(m[1])],
];

/** The parts of one run of text. */
export function inline(text) {
  const parts = [];
  let plain = "";
  let at = 0;
  scan: while (at < text.length) {
    for (const [rule, make] of RULES) {
      rule.lastIndex = at;
      const match = rule.exec(text);
      if (!match) continue;
      const end = rule.lastIndex; // `make` may walk the same rule again
      if (plain) parts.push(plain);
      plain = "";
      parts.push(make(match));
      at = end;
      continue scan;
    }
    plain += text[at++];
  }
  if (plain) parts.push(plain);
  return parts;
}

/** The words of a text alone, on one line. */
export function plain(text) {
  return el("span", {}, inline(text.replace(/^(-#|#{1,3}|>) /gm, ""))).textContent.replace(/\s+/g, " ");
}

const BLOCKS = [
  [
    /^(#{1,3}) (.+)$/,
    (m) => el("p", { class: `heading h${m[1].length}`, role: "heading", "aria-level": m[1].length + 2 }, inline(m[2])),
  ],
  [/^-# (.+)$/, (m) => el("p", { class: "subtext" }, inline(m[1]))],
];
const GATHERED = [
  [/^> ?(.*)$/, (lines) => el("blockquote", {}, blocks(lines))],
  [
    /^ {0,3}[-*] (.+)$/,
    (lines) =>
      el(
        "ul",
        {},
        lines.map((line) => el("li", {}, inline(line))),
      ),
  ],
  [
    /^ {0,3}\d+\. (.+)$/,
    (lines) =>
      el(
        "ol",
        {},
        lines.map((line) => el("li", {}, inline(line))),
      ),
  ],
];

function blocks(lines) {
  const out = [];
  let run = [];
  const flush = () => {
    if (run.length) out.push(el("p", {}, inline(run.join("\n"))));
    run = [];
  };
  for (let i = 0; i < lines.length;) {
    const single = BLOCKS.map(([rule, make]) => [rule.exec(lines[i]), make]).find(([match]) => match);
    const gathered = GATHERED.find(([rule]) => rule.test(lines[i]));
    if (single) {
      flush();
      out.push(single[1](single[0]));
      i += 1;
    } else if (gathered) {
      flush();
      const taken = [];
      for (let match; i < lines.length && (match = gathered[0].exec(lines[i])); i += 1) taken.push(match[1]);
      out.push(gathered[1](taken));
    } else run.push(lines[i++]);
  }
  flush();
  return out;
}

/** A whole message, with code blocks, quotes, lists and headings. */
export function markdown(text) {
  return text.split(/```(?:\w*\n)?([^]*?)```\n?/).flatMap((piece, i) => {
    if (i % 2) return el("pre", { tabindex: 0 }, el("code", {}, piece.replace(/\n$/, "")));
    const trimmed = piece.replace(/\n$/, "");
    return trimmed ? blocks(trimmed.split("\n")) : [];
  });
}
