// Action rows: buttons, selects, and the lines of text among them.

import { el, emoji } from "./dom.js";
import { COMPONENT, interact } from "./interactions.js";
import { markdown } from "./markdown.js";
import { openModal } from "./modal.js";
import { BUTTON, CHANNEL_SELECT, ROLE_SELECT, STRING_SELECT, TEXT, USER_SELECT, select } from "./select.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

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

function component(spec, message, told) {
  if (spec.type === BUTTON) return button(spec, message, told);
  if ([STRING_SELECT, USER_SELECT, ROLE_SELECT, CHANNEL_SELECT].includes(spec.type))
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
