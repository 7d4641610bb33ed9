// What components there are, and selects, which stand on messages and in forms alike.

import { mark } from "./channel.js";
import { opensDropdown } from "./dropdown.js";
import { el, emoji } from "./dom.js";
import { store } from "./store.js";

export const [BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT] = [2, 3, 4, 5, 6];
export const [CHANNEL_SELECT, TEXT, LABEL] = [8, 10, 18];
export const [RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX] = [21, 22, 23];

function optionsOf(spec) {
  if (spec.type === STRING_SELECT) return spec.options;
  if (spec.type === CHANNEL_SELECT)
    return [...store.channels.values()]
      .filter(
        (channel) => channel.guild_id && (!spec.channel_types?.length || spec.channel_types.includes(channel.type)),
      )
      .map((channel) => ({ value: channel.id, label: channel.name, channel }));
  if (spec.type === ROLE_SELECT) return store.roles.map((role) => ({ value: role.id, label: `@${role.name}` }));
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
        ? shown.map((option) => el("span", { class: "chosen" }, option.channel ? mark(option.channel) : emoji(option.emoji), option.label))
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
