// Pictures: at most 550 by 350 as Discord shows them, with their alt text, enlarged on a click.

import { fileAddress } from "./api.js";
import { el } from "./dom.js";

const PICTURE = /\.(png|jpe?g|gif|webp|svg)$/i;
const WAIT_FOR_PICTURE = 4000;

export const isPicture = (file) => file.content_type?.startsWith("image/") || PICTURE.test(file.filename);

/** One picture with its ALT badge. `file` is an attachment or an embed's image: {url, width, height, description?}. */
export function picture(file, name = "Picture") {
  const alt = file.description ?? "";
  const image = el("img", {
    src: fileAddress(file.url),
    alt: alt || name,
    width: file.width,
    height: file.height,
    decoding: "async",
  });
  const enlarge = el(
    "button",
    { type: "button", class: "enlarge", "aria-label": `Enlarge: ${alt || name}`, on: { click: () => show(file, alt) } },
    image,
  );
  const shape = file.width && file.height ? `--w:${file.width};--h:${file.height}` : null;
  const figure = el("figure", { class: "picture", style: shape }, enlarge);
  if (alt) {
    const caption = el("figcaption", { hidden: true }, alt);
    const badge = el(
      "button",
      { type: "button", class: "alt", "aria-label": "Picture description", "aria-expanded": "false" },
      "ALT",
    );
    badge.addEventListener("click", () => {
      caption.hidden = !caption.hidden;
      badge.setAttribute("aria-expanded", String(!caption.hidden));
    });
    figure.append(badge, caption);
  }
  return figure;
}

function show(file, alt) {
  const close = () => dialog.close();
  const dialog = el(
    "dialog",
    { class: "viewer", "aria-label": "Picture", on: { click: close } },
    el("img", { src: fileAddress(file.url), alt: alt || "Picture" }),
    alt && el("p", {}, alt),
    el(
      "p",
      { class: "links" },
      el("a", { href: fileAddress(file.url), target: "_blank", rel: "noopener" }, "Open in a tab"),
      el("button", { type: "button", on: { click: close } }, "Close"),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

export function fileCard(file) {
  const size = file.size < 1024 ? `${file.size} bytes` : `${(file.size / 1024).toFixed(1)} kB`;
  return el(
    "a",
    { class: "file", href: fileAddress(file.url), download: file.filename },
    el("span", { "aria-hidden": "true" }, "📄"),
    el("span", {}, el("b", {}, file.filename), el("small", {}, size)),
  );
}

/** Resolve once every picture under `node` can be painted, or cannot be had, or takes too long. */
export function painted(node) {
  // A tab in the background paints nothing, and may be kept waiting for it.
  if (document.hidden) return Promise.resolve();
  const images = [...node.querySelectorAll("img")];
  const late = new Promise((resolve) => setTimeout(resolve, WAIT_FOR_PICTURE));
  return Promise.race([late, Promise.allSettled(images.map((image) => image.decode()))]);
}
