// Action rows: buttons, selects, and the lines of text among them.

import { opensDropdown } from "./dropdown.js";
import { el, emoji } from "./dom.js";
import { COMPONENT, interact } from "./interactions.js";
import { markdown } from "./markdown.js";
import { openModal } from "./modal.js";
import { store } from "./store.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
export const [BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, CHANNEL_SELECT, TEXT, LABEL] = [2, 3, 4, 5, 8, 10, 18];
export const [RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX] = [21, 22, 23];

/** Send a press or a choice; `told` hears a sentence when it went wrong, and "" when it did not. */
async function send(node, message, data, told) {
  if (node.getAttribute("aria-busy") === "true") return;
  node.setAttribute("aria-busy", "true");
  told("");
  const { t, d } = await interact(COMPONENT, data, { message });
  node.removeAttribute("aria-busy");
  if (t === "FAILED") told(d.message || "This interaction failed");
  if (t === "MODAL") openModal(d, message);
}

function button(spec, message, told) {
  const face = [emoji(spec.emoji), spec.label && el("span", {}, spec.label)];
  const look = {
    class: `button ${STYLES[spec.style] ?? "secondary"}`,
    "aria-label": spec.label ? null : spec.emoji?.name,
  };
  if (spec.style === 5)
    return el(
      "a",
      { ...look, href: spec.url, target: "_blank", rel: "noopener noreferrer" },
      face,
      el("span", { class: "out", "aria-hidden": "true" }, "↗"),
    );
  const node = el(
    "button",
    { ...look, type: "button", disabled: spec.disabled, "data-custom-id": spec.custom_id },
    face,
  );
  node.addEventListener("click", () =>
    send(node, message, { custom_id: node.dataset.customId, component_type: BUTTON }, told),
  );
  return node;
}

/**
 * Buttons that look as before stay where they are and carry their new ids, so that the keyboard keeps its place when the
 * message is edited. Returns whether the whole row could.
 */
export function keepsRow(node, old, spec) {
  const looks = (row) => JSON.stringify(row.components, (key, value) => (key === "custom_id" ? undefined : value));
  const parts = spec.components ?? [];
  if (!parts.length || parts.some((part) => part.type !== BUTTON || !part.custom_id) || looks(old) !== looks(spec))
    return false;
  parts.forEach((part, i) => (node.children[i].dataset.customId = part.custom_id));
  return true;
}

function optionsOf(spec) {
  if (spec.type === STRING_SELECT) return spec.options;
  if (spec.type === CHANNEL_SELECT)
    return [...store.channels.values()]
      .filter(
        (channel) => channel.guild_id && (!spec.channel_types?.length || spec.channel_types.includes(channel.type)),
      )
      .map((channel) => ({ value: channel.id, label: `# ${channel.name}` }));
  return [...store.users.values()].map((user) => ({ value: user.id, label: store.name(user.id), user }));
}

/** A select: its button, and what is chosen. `changed(values, node)` is called when a choice has been made. */
export function select(spec, changed, labelledBy = null) {
  const { min_values: min = 1, max_values: max = 1, placeholder } = spec;
  const defaults =
    spec.type === STRING_SELECT
      ? spec.options.filter((option) => option.default).map((option) => option.value)
      : (spec.default_values ?? []).map((value) => value.id);
  let chosen = new Set(defaults);
  const empty = placeholder ?? (max > 1 ? "Choose some" : "Choose one");
  const face = el("span", { class: "face" });
  const node = el(
    "button",
    {
      type: "button",
      class: "select",
      disabled: spec.disabled,
      "data-custom-id": spec.custom_id,
      "data-placeholder": placeholder,
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": labelledBy ? `${labelledBy}: ${empty}` : empty,
    },
    face,
    el("span", { class: "arrow", "aria-hidden": "true" }),
  );
  const paint = () => {
    const shown = optionsOf(spec).filter((option) => chosen.has(option.value));
    face.classList.toggle("empty", !shown.length);
    face.replaceChildren(
      ...(shown.length
        ? shown.map((option) => el("span", { class: "chosen" }, emoji(option.emoji), option.label))
        : [empty]),
    );
    node.dataset.values = JSON.stringify([...chosen]);
  };
  opensDropdown(node, () => ({
    options: optionsOf(spec),
    chosen,
    min,
    max,
    search: spec.type !== STRING_SELECT,
    done: (values) => {
      chosen = new Set(values);
      paint();
      changed(values, node);
    },
  }));
  paint();
  return node;
}

function component(spec, message, told) {
  if (spec.type === BUTTON) return button(spec, message, told);
  if ([STRING_SELECT, USER_SELECT, CHANNEL_SELECT].includes(spec.type))
    return select(spec, (values, node) =>
      send(node, message, { custom_id: spec.custom_id, component_type: spec.type, values }, told),
    );
  if (spec.type === TEXT) return el("div", { class: "content" }, markdown(spec.content));
  return null;
}

/** One action row of a message. */
export function row(spec, message, told) {
  return el(
    "div",
    { class: "row", role: "group" },
    (spec.components ?? [spec]).map((part) => component(part, message, told)),
  );
}
