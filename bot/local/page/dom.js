// Small helpers for building elements. Text always goes in as text nodes, never as markup.

/**
 * Make an element. `props` sets attributes; `on` holds listeners; null and false leave an attribute out, true sets it bare.
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === "on") for (const [type, listener] of Object.entries(value)) node.addEventListener(type, listener);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const byId = (id) => document.getElementById(id);

/** Show a sentence in `node`, or hide it when there is none. */
export function say(node, sentence) {
  node.textContent = sentence ?? "";
  node.hidden = !sentence;
}

/** An id that no other element and no other tab uses. */
export const fresh = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

/** Snowflakes are too long for numbers: compare them as text. */
export const older = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

export const stamped = (snowflake) => Number((BigInt(snowflake) >> 22n) + 1420070400000n);

/** A stable colour for a person's or bot's round badge. */
const hue = (id) => ([...id].reduce((sum, digit) => Math.imul(sum ^ digit.charCodeAt(0), 16777619), 7) >>> 8) % 360;

export function avatar(user, size = "") {
  if (user.avatar) {
    const src = `/avatars/${user.id}/${user.avatar}.png?size=64`;
    return el("img", { class: `avatar ${size}`, src, alt: "", "aria-hidden": "true" });
  }
  const initial = [...(user.global_name ?? user.username ?? "?")][0].toUpperCase();
  return el("span", { class: `avatar ${size}`, style: `--hue:${hue(user.id)}`, "aria-hidden": "true" }, initial);
}

/** An emoji of the bot's own; who listens to the page hears `alt`. */
export function picture(id, alt) {
  return el("img", { class: "emoji", src: `/emojis/${id}.png`, alt, draggable: "false" });
}

export function emoji(spec) {
  if (!spec) return null;
  if (spec.id) return picture(spec.id, "");
  return el("span", { class: "emoji", "aria-hidden": "true" }, spec.name);
}
