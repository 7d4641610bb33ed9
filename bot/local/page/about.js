// A person's context menu: what the bot's commands do to them. A right click on a name opens it, or a long press.

import { el, say } from "./dom.js";
import { COMMAND, interact } from "./interactions.js";
import { openModal } from "./modal.js";
import { commandsOnPeople } from "./commands.js";
import { store } from "./store.js";

let menu = null;

function close() {
  menu?.remove();
  menu = null;
}

function open(user, x, y) {
  close();
  const trouble = el("p", { class: "trouble", role: "alert", hidden: true });
  const use = async (command) => {
    const { t, d } = await interact(COMMAND, { type: command.type, name: command.name, target_id: user });
    if (t === "FAILED") return say(trouble, d.message || "The application did not respond");
    close();
    if (t === "MODAL") openModal(d);
  };
  const rows = commandsOnPeople().map((command) =>
    el("button", { type: "button", role: "menuitem", class: "plain", on: { click: () => use(command) } }, command.name),
  );
  if (!rows.length) return;
  menu = el(
    "div",
    { class: "about", role: "menu", "aria-label": `About ${store.name(user)}`, "data-about": user },
    el("b", {}, store.name(user)),
    rows,
    trouble,
  );
  document.body.append(menu);
  menu.style.left = `${Math.max(4, Math.min(x, innerWidth - menu.offsetWidth - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(y, innerHeight - menu.offsetHeight - 4))}px`;
  rows[0].focus();
}

document.addEventListener("contextmenu", (event) => {
  const about = event.target.closest?.("[data-user-id]");
  if (!about || !commandsOnPeople().length) return;
  event.preventDefault();
  open(about.dataset.userId, event.clientX, event.clientY);
});
document.addEventListener("pointerdown", (event) => menu && !menu.contains(event.target) && close());
document.addEventListener("keydown", (event) => event.key === "Escape" && close());
