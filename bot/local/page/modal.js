// Modals: a form that the bot opens in answer to a press or a command.

import { el, fresh, say } from "./dom.js";
import { MODAL_SUBMIT, interact } from "./interactions.js";
import { markdown } from "./markdown.js";
import {
  CHANNEL_SELECT,
  CHECKBOX,
  CHECKBOX_GROUP,
  LABEL,
  RADIO_GROUP,
  STRING_SELECT,
  TEXT,
  TEXT_INPUT,
  USER_SELECT,
  select,
} from "./select.js";

const PARAGRAPH = 2;

/** One field: {node, read() -> the component as it is sent, wrong() -> a sentence or undefined}. */
function textField(spec, label, description) {
  const id = fresh();
  const required = spec.required ?? true;
  const long = spec.style === PARAGRAPH;
  const input = el(long ? "textarea" : "input", {
    id,
    "data-custom-id": spec.custom_id,
    placeholder: spec.placeholder,
    maxlength: spec.max_length ?? 4000,
    required,
    rows: long && 4,
    type: long ? null : "text",
    autocomplete: "off",
    "aria-describedby": `${id}-note`,
  });
  input.value = spec.value ?? "";
  const note = el("small", { id: `${id}-note`, class: "note" });
  const wrong = () => {
    const { length } = input.value;
    if (required && !length) return `${label} is needed.`;
    if (length && length < (spec.min_length ?? 0)) return `${label} needs at least ${spec.min_length} characters.`;
  };
  const count = () => (note.textContent = spec.max_length ? `${input.value.length} of ${spec.max_length}` : "");
  input.addEventListener("input", count);
  count();
  const node = el(
    "div",
    { class: "field" },
    el("label", { for: id }, label, required && el("span", { class: "needed", "aria-hidden": "true" }, " *")),
    description && el("small", {}, description),
    input,
    note,
  );
  return { node, wrong, read: () => ({ type: TEXT_INPUT, custom_id: spec.custom_id, value: input.value }) };
}

function selectField(spec, label, description) {
  let values = null;
  const required = spec.required ?? true;
  const node = select(
    { ...spec, min_values: required ? (spec.min_values ?? 1) : 0 },
    (chosen) => (values = chosen),
    label,
  );
  const current = () => values ?? JSON.parse(node.dataset.values);
  const wrong = () => (required && !current().length ? `Choose something for ${label}.` : undefined);
  const box = el(
    "div",
    { class: "field" },
    el("span", { class: "label" }, label, required && el("span", { class: "needed", "aria-hidden": "true" }, " *")),
    description && el("small", {}, description),
    node,
  );
  return { node: box, wrong, read: () => ({ type: spec.type, custom_id: spec.custom_id, values: current() }) };
}

/** Radio buttons of which one is chosen, or boxes to tick. */
function groupField(spec, label, description) {
  const radio = spec.type === RADIO_GROUP;
  const required = spec.required ?? true;
  const name = fresh();
  const boxes = spec.options.map((option) => {
    const box = el("input", { type: radio ? "radio" : "checkbox", name, value: option.value, checked: option.default });
    const node = el("label", {}, box, el("span", {}, option.label), option.description && el("small", {}, option.description));
    return { box, node };
  });
  const chosen = () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
  const least = radio ? 1 : (spec.min_values ?? 1);
  const most = radio ? 1 : (spec.max_values ?? boxes.length);
  const wrong = () => {
    const { length } = chosen();
    if (!required && !length) return undefined;
    if (length < least) return `Choose something for ${label}.`;
    if (length > most) return `Choose at most ${most} for ${label}.`;
  };
  const node = el(
    "fieldset",
    { class: "field choices", "data-custom-id": spec.custom_id },
    el("legend", { class: "label" }, label, required && el("span", { class: "needed", "aria-hidden": "true" }, " *")),
    description && el("small", {}, description),
    boxes.map((one) => one.node),
  );
  const value = () => (radio ? { value: chosen()[0] ?? null } : { values: chosen() });
  return { node, wrong, read: () => ({ type: spec.type, custom_id: spec.custom_id, ...value() }) };
}

function boxField(spec, label, description) {
  const box = el("input", { type: "checkbox", checked: spec.default, "data-custom-id": spec.custom_id });
  const node = el(
    "div",
    { class: "field choices" },
    el("label", {}, box, el("span", {}, label), description && el("small", {}, description)),
  );
  return { node, wrong: () => undefined, read: () => ({ type: CHECKBOX, custom_id: spec.custom_id, value: box.checked }) };
}

const FIELDS = {
  [STRING_SELECT]: selectField,
  [USER_SELECT]: selectField,
  [CHANNEL_SELECT]: selectField,
  [RADIO_GROUP]: groupField,
  [CHECKBOX_GROUP]: groupField,
  [CHECKBOX]: boxField,
};

function field(spec) {
  if (spec.type === TEXT)
    return { node: el("div", { class: "content" }, markdown(spec.content)), wrong: () => undefined, read: () => null };
  const inner = spec.type === LABEL ? spec.component : spec.components[0];
  const label = spec.label ?? inner.label ?? "";
  const kind = FIELDS[inner.type] ?? textField;
  const made = kind(inner, label, spec.description);
  const read = () =>
    spec.type === LABEL ? { type: LABEL, component: made.read() } : { type: 1, components: [made.read()] };
  return { ...made, read };
}

/** Show a modal: {custom_id, title, components}. `message` is the one whose component opened it, if one did. */
export function openModal({ custom_id, title, components }, message) {
  const fields = components.map(field);
  const trouble = el("p", { class: "trouble", role: "alert", hidden: true });
  const submit = el("button", { type: "submit", class: "button primary" }, "Submit");
  const heading = fresh();
  const form = el(
    "form",
    { method: "dialog", novalidate: true },
    el("h2", { id: heading }, title),
    el(
      "div",
      { class: "fields" },
      fields.map(({ node }) => node),
      trouble,
    ),
    el(
      "footer",
      {},
      el("button", { type: "button", class: "button secondary", on: { click: () => dialog.close() } }, "Cancel"),
      submit,
    ),
  );
  const dialog = el("dialog", { class: "modal", "data-custom-id": custom_id, "aria-labelledby": heading }, form);
  dialog.addEventListener("close", () => dialog.remove());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = fields.map((one) => one.wrong()).find(Boolean);
    say(trouble, wrong);
    if (wrong || submit.disabled) return;
    submit.disabled = true;
    const data = { custom_id, components: fields.map((one) => one.read()).filter(Boolean) };
    const { t, d } = await interact(MODAL_SUBMIT, data, { message });
    submit.disabled = false;
    if (t === "FAILED") say(trouble, d.message || "Something went wrong. Try again.");
    else dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("input, textarea, .select")?.focus();
}
