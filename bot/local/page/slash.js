// A slash command being filled in: its name, and one pill for each option.

import { mark } from "./channel.js";
import { avatar, el } from "./dom.js";
import { AUTOCOMPLETE, COMMAND, interact } from "./interactions.js";
import { BOOLEAN, CHANNEL, INTEGER, MENTIONABLE, NUMBER, ROLE, USER, commandData, readValue } from "./commands.js";
import { hush, menuKey, suggest } from "./menu.js";
import { sending } from "./messages.js";
import { openModal } from "./modal.js";
import { store } from "./store.js";

const PAUSE = 150;

class Pill {
  constructor(form, option) {
    this.form = form;
    this.option = option;
    this.picked = null;
    this.input = el("input", {
      type: "text",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-controls": "suggestions",
      "aria-expanded": "false",
      "data-option": option.name,
      "aria-label": `${option.name}: ${option.description}`,
      inputmode: [INTEGER, NUMBER].includes(option.type) ? "decimal" : null,
      size: 4,
      spellcheck: "false",
      enterkeyhint: "send",
    });
    this.node = el("label", { class: "pill" }, el("span", { class: "key" }, option.name), this.input);
    this.input.addEventListener("focus", () => this.suggest());
    this.input.addEventListener("input", () => {
      this.picked = null;
      this.fit();
      this.node.classList.remove("wrong");
      this.suggest();
    });
    this.input.addEventListener("keydown", (event) => this.#key(event));
  }

  fit() {
    this.input.size = Math.max(4, Math.min(40, this.input.value.length + 1));
  }

  set(label, value) {
    this.input.value = label;
    this.picked = { label, value };
    this.fit();
    this.node.classList.remove("wrong");
  }

  get filled() {
    return !!this.picked || this.input.value.trim() !== "";
  }

  /** What is typed or picked: {value}, or {wrong}. */
  read() {
    const text = this.input.value;
    if (this.picked) return { value: this.picked.value };
    const named = this.#known()?.find(
      (item) => item.label.toLowerCase() === text.trim().toLowerCase().replace(/^[@#]/, ""),
    );
    if (named) return { value: named.value };
    if (this.#known()) return { wrong: `Choose one of the list for ${this.option.name}.` };
    return readValue(this.option, text);
  }

  /** The choices that are known without asking the bot; none for free text. */
  #known() {
    const { type, choices } = this.option;
    if (choices?.length) return choices.map(({ name, value }) => ({ label: name, value }));
    if (type === BOOLEAN)
      return [
        { label: "True", value: true },
        { label: "False", value: false },
      ];
    if (type === USER || type === MENTIONABLE)
      return [...store.users.values()].map((user) => ({
        label: store.name(user.id),
        description: user.username,
        lead: avatar(user, "small"),
        value: user.id,
      }));
    if (type === ROLE) return store.roles.map((role) => ({ label: role.name, value: role.id }));
    if (type === CHANNEL)
      return [...store.channels.values()]
        .filter((channel) => channel.guild_id && (this.option.channel_types ?? [channel.type]).includes(channel.type))
        .map((channel) => ({ label: channel.name, lead: mark(channel), value: channel.id }));
    return null;
  }

  suggest() {
    clearTimeout(this.timer);
    const about = { title: this.option.name, note: this.option.description };
    if (this.picked) return suggest(this.input, [], about);
    const known = this.#known();
    const typed = this.input.value.trim().toLowerCase().replace(/^[@#]/, "");
    if (known)
      return this.#list(
        known.filter((item) => item.label.toLowerCase().includes(typed)),
        about,
      );
    suggest(this.input, [], about);
    if (this.option.autocomplete) this.timer = setTimeout(() => this.#ask(about), PAUSE);
  }

  #list(items, about) {
    const rows = items.map((item) => ({
      ...item,
      pick: () => {
        this.set(item.label, item.value);
        this.form.onward(this);
      },
    }));
    suggest(this.input, rows, rows.length ? about : { ...about, note: "Nothing fits." });
  }

  async #ask(about) {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const options = this.form
      .filledPills(this)
      .map((pill) => pill.sent())
      .filter(Boolean);
    options.push({ name: this.option.name, type: this.option.type, value: this.input.value, focused: true });
    const { t, d } = await interact(AUTOCOMPLETE, commandData(this.form.entry, options));
    if (turn !== this.turn || document.activeElement !== this.input || this.picked) return;
    if (t === "CHOICES")
      this.#list(
        d.choices.map(({ name, value }) => ({ label: name, value })),
        about,
      );
    else suggest(this.input, [], { ...about, note: "Loading the options failed." });
  }

  sent() {
    const { value, wrong } = this.read();
    return wrong ? null : { name: this.option.name, type: this.option.type, value };
  }

  #key(event) {
    if (menuKey(event) || event.isComposing) return;
    if (event.key === "Enter") this.form.submit();
    else if (event.key === "Escape") this.form.cancel();
    else if (event.key === "Backspace" && !this.input.value) this.form.takeOut(this);
    else return;
    event.preventDefault();
  }
}

export class SlashForm {
  /** `ended(text)` is called when the form is given up or sent; `text` goes back into the message box. */
  constructor(entry, { refuse, ended }) {
    this.entry = entry;
    this.refuse = refuse;
    this.ended = ended;
    this.pills = entry.options.filter((option) => option.required).map((option) => new Pill(this, option));
    this.tail = el("input", {
      type: "text",
      class: "tail",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-controls": "suggestions",
      "aria-expanded": "false",
      "aria-label": `More options for /${entry.name}; Enter sends`,
      enterkeyhint: "send",
    });
    this.tail.addEventListener("focus", () => this.#offer());
    this.tail.addEventListener("input", () => this.#typedInTail());
    this.tail.addEventListener("keydown", (event) => this.#tailKey(event));
    this.node = el(
      "div",
      { class: "slash", role: "group", "aria-label": `/${entry.name}`, "data-command": entry.name },
      el("b", { class: "command" }, `/${entry.name}`),
      this.pills.map((pill) => pill.node),
      this.tail,
    );
    this.node.addEventListener("click", (event) => event.target === this.node && this.tail.focus());
  }

  /** Begin; `typed` is what stood behind the command's name, perhaps "option: value" pairs. */
  start(typed = "") {
    const names = this.entry.options.map((option) => option.name).join("|"); // a colon may also stand in an hour
    const pairs = names ? [...typed.matchAll(RegExp(`(?<!\\S)(${names}):\\s*(.*?)(?=\\s+(?:${names}):|$)`, "g"))] : [];
    for (const [, name, text] of pairs) {
      const pill = this.#pill(name);
      pill.input.value = text.trim();
      pill.fit();
    }
    if (!pairs.length) this.tail.value = typed.trim();
    this.onward();
  }

  #unused() {
    return this.entry.options.filter((option) => !this.pills.some((pill) => pill.option === option));
  }

  /** The pill of an option, added if need be. */
  #pill(name) {
    const there = this.pills.find((pill) => pill.option.name === name);
    const option = this.#unused().find((one) => one.name === name);
    if (there || !option) return there;
    const pill = new Pill(this, option);
    this.pills.push(pill);
    this.tail.before(pill.node);
    return pill;
  }

  filledPills(except) {
    return this.pills.filter((pill) => pill !== except && pill.filled);
  }

  onward() {
    const next = this.pills.find((pill) => !pill.filled);
    (next?.input ?? this.tail).focus();
    if (document.activeElement === this.tail) this.#offer();
  }

  #offer() {
    const typed = this.tail.value.trim().toLowerCase();
    const left = this.#unused().filter((option) => option.name.includes(typed));
    const rows = left.map((option) => ({
      label: option.name,
      description: option.description,
      hint: "optional",
      value: option.name,
      pick: () => {
        this.tail.value = "";
        this.#pill(option.name).input.focus();
      },
    }));
    const title = `/${this.entry.name}`;
    suggest(this.tail, rows, { title, note: this.entry.description, first: typed !== "" });
  }

  #typedInTail() {
    const pill = this.tail.value.endsWith(":") && this.#pill(this.tail.value.slice(0, -1).trim());
    if (pill) {
      this.tail.value = "";
      pill.input.focus();
    } else this.#offer();
  }

  #tailKey(event) {
    if (menuKey(event) || event.isComposing) return;
    if (event.key === "Enter") this.submit();
    else if (event.key === "Escape") this.cancel();
    else if (event.key === "Backspace" && !this.tail.value)
      this.pills.length ? this.pills.at(-1).input.focus() : this.cancel(`/${this.entry.name}`);
    else return;
    event.preventDefault();
  }

  takeOut(pill) {
    if (pill.option.required) return this.cancel(`/${this.entry.name}`);
    this.pills = this.pills.filter((one) => one !== pill);
    pill.node.remove();
    this.onward();
  }

  cancel(text = "") {
    hush();
    this.ended(text);
  }

  async submit() {
    const options = [];
    for (const pill of this.pills) {
      const { required, name, type } = pill.option;
      const { value, wrong } = pill.filled ? pill.read() : { wrong: required ? `${name} is needed.` : undefined };
      if (wrong) {
        pill.node.classList.add("wrong");
        pill.input.focus();
        return this.refuse(wrong);
      }
      if (pill.filled) options.push({ name, type, value });
    }
    if (this.tail.value.trim()) return this.refuse(`/${this.entry.name} has no option “${this.tail.value.trim()}”.`);
    hush();
    this.ended("");
    const settled = sending(`/${this.entry.name}`);
    const { t, d } = await interact(COMMAND, commandData(this.entry, options));
    settled(t === "FAILED" ? d.message || "The application did not respond" : undefined);
    if (t === "MODAL") openModal(d);
  }
}
