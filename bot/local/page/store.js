// What this person may see, kept up to date from the stream of events.

import { older } from "./dom.js";

export const EPHEMERAL = 64;
export const LOADING = 128;
const SILENT = 4096;
const KEEP = 300;

const sameMessage = (message) => (other) => other.id === message.id;

class Store extends EventTarget {
  me = null;
  users = new Map();
  guilds = new Map();
  channels = new Map();
  messages = new Map();
  events = new Map();
  commands = [];
  here = null;
  #lastTyped = new Map();

  load(state) {
    this.me = state.me;
    this.users = new Map(state.users.map((user) => [user.id, user]));
    this.guilds = new Map((state.guilds ?? [state.guild]).map((guild) => [guild.id, guild]));
    this.channels = new Map(state.channels.map((channel) => [channel.id, channel]));
    this.messages = new Map(Object.entries(state.messages));
    this.events = new Map(state.events.map((event) => [event.id, event]));
    this.commands = state.commands;
    for (const [id, channel] of this.channels) {
      const first = !this.readMark(id);
      // On the first visit what lies in the channels is old news; a direct message never is.
      if (first && channel.guild_id) this.markRead(id);
    }
    this.tell("loaded");
  }

  /** The roles of the server that is looked at. */
  get roles() {
    return this.guilds.get(this.channels.get(this.here)?.guild_id)?.roles ?? [];
  }

  on(name, listener) {
    this.addEventListener(name, (event) => listener(event.detail));
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  heard({ t, d }) {
    if (t === "MESSAGE_CREATE" || t === "MESSAGE_UPDATE") this.#keep(d);
    else if (t === "MESSAGE_DELETE") this.#drop(d);
    else if (t === "CHANNEL_DELETE" || t === "THREAD_DELETE") this.#leave(d);
    else if (t.startsWith("CHANNEL_") || t.startsWith("THREAD_")) this.#channel(d);
    else if (t.startsWith("GUILD_SCHEDULED_EVENT_")) this.#calendar(t, d);
    else if (t === "COMMANDS") this.tell("commands", (this.commands = d.commands));
    else if (t === "USERS") this.#people(d.users);
    else if (t === "TYPING") this.#typed(d);
    else this.tell("interaction", { t, d });
  }

  #keep(message) {
    const list = this.messages.get(message.channel_id) ?? [];
    const at = list.findIndex(sameMessage(message));
    if (at >= 0) list[at] = message;
    else {
      list.push(message);
      list.sort((a, b) => older(a.id, b.id));
      if (list.length > KEEP) list.shift();
    }
    this.messages.set(message.channel_id, list);
    this.#lastTyped.delete(message.channel_id);
    this.tell("message", { message, isNew: at < 0 });
  }

  #drop({ id, channel_id }) {
    const list = this.messages.get(channel_id) ?? [];
    this.messages.set(
      channel_id,
      list.filter((message) => message.id !== id),
    );
    this.tell("gone", { id, channel_id });
  }

  #channel(channel) {
    this.channels.set(channel.id, { ...this.channels.get(channel.id), ...channel });
    this.tell("channels");
  }

  #leave(channel) {
    this.channels.delete(channel.id);
    this.messages.delete(channel.id);
    this.tell("channels");
  }

  #calendar(t, d) {
    const over = t.endsWith("_DELETE") || d.status > 2;
    const known = this.events.get(d.guild_scheduled_event_id ?? d.id);
    if (t.endsWith("_USER_ADD")) known?.interested.push(d.user_id);
    else if (t.endsWith("_USER_REMOVE")) known?.interested.splice(known.interested.indexOf(d.user_id), 1);
    else if (over) this.events.delete(d.id);
    else this.events.set(d.id, { interested: known?.interested ?? [], ...d });
    this.tell("events");
  }

  #people(users) {
    this.users = new Map(users.map((user) => [user.id, user]));
    this.me = this.users.get(this.me.id) ?? this.me;
    this.tell("users");
  }

  #typed({ channel_id, user_id }) {
    this.#lastTyped.set(channel_id, { user: user_id, at: Date.now() });
    this.tell("typing");
  }

  /** Who is typing in a channel now: Discord forgets it after ten seconds. */
  typist(channel) {
    const typed = this.#lastTyped.get(channel);
    return typed && Date.now() - typed.at < 10_000 ? this.users.get(typed.user) : undefined;
  }

  /** What somebody is called here; `known` is their user object where they may have left since. */
  name(id, known) {
    const user = this.users.get(id) ?? known;
    return user ? (user.nick ?? user.global_name ?? user.username) : "someone";
  }

  /** The other end of a direct message: a bot, as people here write to nobody else in private. */
  other(channel) {
    return (channel.recipients ?? []).find((user) => user.id !== this.me.id) ?? this.bot();
  }

  channelName(channel) {
    if (channel.type !== 1) return channel.name;
    const other = this.other(channel);
    return other ? this.name(other.id) : "Direct message";
  }

  /** A message that is in sight, by its channel and its id. */
  message(channel, id) {
    return this.messages.get(channel)?.find((message) => message.id === id);
  }

  bot() {
    return [...this.users.values()].find((user) => user.bot);
  }

  #mark = (channel) => `read ${this.me.id} ${channel}`;

  readMark(channel) {
    return localStorage.getItem(this.#mark(channel));
  }

  markRead(channel) {
    const last = this.messages.get(channel)?.at(-1)?.id ?? "1";
    if (this.readMark(channel) === last) return;
    localStorage.setItem(this.#mark(channel), last);
    this.tell("read");
  }

  /** {unread, count}: whether a channel has news, and how much of it calls for this person. */
  news(channel) {
    const mark = this.readMark(channel.id) ?? "0";
    const fresh = (this.messages.get(channel.id) ?? []).filter(
      (message) => older(message.id, mark) > 0 && message.author.id !== this.me.id,
    );
    const calls = fresh.filter(
      (message) =>
        !(message.flags & SILENT) &&
        (channel.type === 1 || (message.mentions ?? []).some((user) => user.id === this.me.id)),
    );
    return { unread: fresh.length > 0, count: calls.length };
  }
}

export const store = new Store();
