// Times as Discord shows them; relative ones stay alive.

import { el } from "./dom.js";

const LOCALE = "en-GB";
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: "always" });
const SIZES = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const formats = Object.fromEntries(
  Object.entries(STYLES).map(([style, options]) => [style, new Intl.DateTimeFormat(LOCALE, options)]),
);

function relativeTo(now, seconds) {
  const ahead = seconds - now / 1000;
  const [unit, size] = SIZES.find(([, size]) => Math.abs(ahead) >= size) ?? SIZES.at(-1);
  return relative.format(Math.round(ahead / size), unit);
}

/** A `<t:seconds:style>` stamp. */
export function stamp(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  return el(
    "time",
    {
      class: "stamp",
      datetime: date.toISOString(),
      title: formats.F.format(date),
      "data-relative": style === "R" && seconds,
    },
    style === "R" ? relativeTo(Date.now(), seconds) : formats[style].format(date),
  );
}

/** The time beside an author's name: the hour today, else the day too. */
export function sentAt(iso) {
  const date = new Date(iso);
  const today = date.toDateString() === new Date().toDateString();
  const text = today ? formats.t.format(date) : `${formats.d.format(date)}, ${formats.t.format(date)}`;
  return el("time", { datetime: iso, title: formats.F.format(date) }, text);
}

setInterval(() => {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const text = relativeTo(Date.now(), Number(node.dataset.relative));
    if (node.textContent !== text) node.textContent = text;
  }
}, 1000);
