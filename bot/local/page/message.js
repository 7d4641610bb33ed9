// One message as it lies in the list. Only the parts that change are drawn again, and a new picture is loaded first.

import { post } from "./api.js";
import { keepsRow, row } from "./components.js";
import { avatar, el, say } from "./dom.js";
import { followDropdown } from "./dropdown.js";
import { markdown, plain } from "./markdown.js";
import { fileCard, isPicture, painted, picture } from "./pictures.js";
import { address } from "./place.js";
import { whenStill } from "./still.js";
import { EPHEMERAL, LOADING, store } from "./store.js";
import { sentAt } from "./time.js";

const THREAD_CREATED = 18;
const ORDINARY = [0, 19, 20, 23];

/** Whether a message is something said; the others are notices, as of a new thread. */
export const isOrdinary = (message) => ORDINARY.includes(message.type ?? 0);

const PARTS = {
  content: (message) => {
    if (message.flags & LOADING) return el("span", { class: "thinking" }, "thinking", el("i"), el("i"), el("i"));
    const edited = message.edited_timestamp && message.content && el("small", { class: "edited" }, "(edited)");
    return [markdown(message.content ?? ""), edited];
  },
  attachments: (message) =>
    message.attachments?.map((file) => (isPicture(file) ? picture(file, file.filename) : fileCard(file))),
  embeds: (message) => message.embeds?.map(embed),
};
const WATCHED = {
  content: (message) => [message.content, !!message.edited_timestamp, message.flags & LOADING, message.mentions],
  attachments: (message) => message.attachments,
  embeds: (message) => message.embeds,
};

function embed(spec) {
  const colour =
    spec.color === null || spec.color === undefined ? null : `--tint:#${spec.color.toString(16).padStart(6, "0")}`;
  const title = spec.title && markdown(spec.title);
  return el(
    "article",
    { class: "embed", style: colour },
    spec.author && el("p", { class: "by" }, spec.author.name),
    title &&
      el(
        "div",
        { class: "title" },
        spec.url ? el("a", { href: spec.url, target: "_blank", rel: "noopener noreferrer" }, title) : title,
      ),
    spec.description && el("div", { class: "content" }, markdown(spec.description)),
    spec.fields?.length &&
      el(
        "dl",
        {},
        spec.fields.map((field) =>
          el(
            "div",
            { class: field.inline ? "inline" : "" },
            el("dt", {}, markdown(field.name)),
            el("dd", { class: "content" }, markdown(field.value)),
          ),
        ),
      ),
    spec.thumbnail?.url && el("div", { class: "thumbnail" }, picture(spec.thumbnail)),
    spec.image?.url && picture(spec.image),
    (spec.footer || spec.timestamp) &&
      el(
        "p",
        { class: "foot" },
        spec.footer?.text,
        spec.footer && spec.timestamp && " · ",
        spec.timestamp && sentAt(spec.timestamp),
      ),
  );
}

/** The line above a message: whose command it answers, or which message it replies to. */
function above(message) {
  const used = message.interaction_metadata ?? message.interaction;
  const command = message.interaction?.name ?? used?.name;
  const { channel_id, message_id } = message.message_reference ?? {};
  const earlier = message.referenced_message ?? store.message(channel_id, message_id);
  if (used?.user && command)
    return el(
      "p",
      { class: "above" },
      el("b", {}, store.name(used.user.id, used.user)),
      " used ",
      el("span", { class: "mention" }, `/${command}`),
    );
  if (earlier)
    return el(
      "a",
      { class: "above reply", href: address({ channel: earlier.channel_id, message: earlier.id }) },
      el("b", {}, store.name(earlier.author.id, earlier.author)),
      ` ${plain(earlier.content) || "a picture"}`,
    );
  return null;
}

function notice(message) {
  return el(
    "article",
    { class: "message system", "data-message-id": message.id },
    el("span", { class: "mark", "aria-hidden": "true" }, "⟡"),
    el(
      "p",
      {},
      el("b", {}, store.name(message.author.id, message.author)),
      message.type === THREAD_CREATED ? [" started a thread: ", threadLink(message)] : ` ${message.content}`,
      " ",
      sentAt(message.timestamp),
    ),
  );
}

function threadLink(message) {
  const id = message.message_reference?.channel_id ?? message.thread?.id;
  return id
    ? el("a", { class: "mention", href: address({ channel: id }), "data-channel-id": id }, message.content)
    : message.content;
}

export class MessageView {
  #seen = {};
  #turn = {};
  #rows = [];

  constructor(message, joined) {
    this.joined = joined;
    this.message = message;
    this.ordinary = isOrdinary(message);
    this.node = this.ordinary ? this.#frame(message) : notice(message);
    if (this.ordinary) this.update(message, true);
  }

  #frame(message) {
    const { author } = message;
    this.parts = Object.fromEntries(Object.keys(PARTS).map((part) => [part, el("div", { class: part })]));
    this.trouble = el("p", { class: "trouble", role: "alert", hidden: true });
    this.components = el("div", { class: "components" });
    this.thread = el("div", { class: "thread" });
    const ephemeral = message.flags & EPHEMERAL;
    const head = this.joined
      ? null
      : el(
          "header",
          {},
          el("span", { class: "author", "data-user-id": author.id }, store.name(author.id, author)),
          author.bot && el("span", { class: "app" }, "APP"),
          sentAt(message.timestamp),
        );
    return el(
      "article",
      {
        class: `message${this.joined ? " joined" : ""}${ephemeral ? " ephemeral" : ""}`,
        "data-message-id": message.id,
        "data-author-id": author.id,
        "aria-label": `Message from ${store.name(author.id, author)}`,
        tabindex: -1,
      },
      !this.joined && above(message),
      !this.joined && avatar(author),
      el(
        "div",
        { class: "body" },
        head,
        this.parts.content,
        this.parts.attachments,
        this.parts.embeds,
        this.components,
        this.trouble,
        this.thread,
        ephemeral ? this.#onlyYou(message) : null,
      ),
    );
  }

  #onlyYou(message) {
    const dismiss = async () => {
      try {
        await post("/app/dismiss", { user: store.me.id, message_id: message.id });
      } catch (error) {
        this.say(error.message);
      }
    };
    return el(
      "p",
      { class: "only-you" },
      el("span", { "aria-hidden": "true" }, "◌ "),
      "Only you can see this · ",
      el("button", { type: "button", class: "plain", "data-dismiss": message.id, on: { click: dismiss } }, "Dismiss"),
    );
  }

  say = (sentence) => say(this.trouble, sentence);

  update(message, first = false) {
    this.message = message;
    if (!this.ordinary) return;
    for (const [part, make] of Object.entries(PARTS)) this.#part(part, make, first);
    this.#components(message.components ?? []);
    this.node.classList.toggle(
      "calls",
      (message.mentions ?? []).some((user) => user.id === store.me.id),
    );
    const thread = message.thread && store.channels.get(message.thread.id);
    this.thread.replaceChildren(
      ...(thread
        ? [
            el(
              "a",
              { class: "thread-link", href: address({ channel: thread.id }), "data-channel-id": thread.id },
              el("b", {}, thread.name),
              " Open thread ›",
            ),
          ]
        : []),
    );
  }

  async #part(part, make, first) {
    const now = JSON.stringify(WATCHED[part](this.message) ?? null);
    if (this.#seen[part] === now) return;
    this.#seen[part] = now;
    const turn = (this.#turn[part] = (this.#turn[part] ?? 0) + 1);
    const made = el("div", {}, make(this.message));
    const show = () => this.#turn[part] === turn && this.parts[part].replaceChildren(...made.childNodes);
    if (first) return show();
    if (made.querySelector("img")) await painted(made);
    whenStill(show);
  }

  #components(rows) {
    const old = this.#rows;
    const focused = this.components.contains(document.activeElement) ? document.activeElement : null;
    this.#rows = rows.map((spec, i) => {
      const key = JSON.stringify(spec);
      if (old[i]?.key === key) return old[i];
      if (old[i] && keepsRow(old[i].node, old[i].spec, spec)) return { key, spec, node: old[i].node };
      return { key, spec, node: row(spec, { id: this.message.id, channel_id: this.message.channel_id }, this.say) };
    });
    if (old.length === rows.length && old.every((one, i) => one === this.#rows[i])) return;
    if (old.length !== rows.length) this.components.replaceChildren(...this.#rows.map(({ node }) => node));
    else old.forEach(({ node }, i) => node !== this.#rows[i].node && node.replaceWith(this.#rows[i].node));
    followDropdown(this.components);
    this.say("");
    // Keep the keyboard's place; where its control is gone, the message has it, so that no other control is pressed unseen.
    const same =
      focused && this.components.querySelector(`[data-custom-id="${CSS.escape(focused.dataset.customId ?? "")}"]`);
    if (focused) (focused.isConnected ? focused : (same ?? this.node)).focus({ preventScroll: true });
  }
}
