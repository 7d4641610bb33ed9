// Channels by their kinds, and the sign that stands before the name of each.

import { el } from "./dom.js";

export const [TEXT, VOICE] = [0, 2];
const [DM, STAGE] = [1, 13];
export const THREADS = [10, 11, 12];

export const isText = (channel) => channel.type === TEXT;
export const isDirect = (channel) => channel.type === DM;
export const isVoice = (channel) => channel.type === VOICE || channel.type === STAGE;

/** What whoever does not see the sign hears in its place. */
export const spokenKind = (channel) => ({ [VOICE]: ", voice channel", [STAGE]: ", stage" })[channel.type] ?? "";

/** The sign as it is written: voice channels and stages have a drawn one instead. */
export const sign = (channel) => (isDirect(channel) ? "@" : isVoice(channel) ? "" : "#");

/** The sign as it is shown. */
export function mark(channel, text = sign(channel)) {
  const drawn = { [VOICE]: " voice", [STAGE]: " stage" }[channel.type] ?? "";
  return el("span", { class: `mark${drawn}`, "aria-hidden": "true" }, drawn ? "" : text);
}
