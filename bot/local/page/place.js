// Where this tab is: which person, which channel, which message. Kept in the address, so that tabs and links work.

import { secret } from "./api.js";

export function place() {
  const hash = new URLSearchParams(location.hash.slice(1));
  return { user: hash.get("user"), channel: hash.get("channel"), message: hash.get("message") };
}

export function address({ user = place().user, channel = null, message = null }) {
  const hash = new URLSearchParams();
  if (user) hash.set("user", user);
  if (channel) hash.set("channel", channel);
  if (message) hash.set("message", message);
  return `#${hash}`;
}

export const tabAddress = (where) => `?${new URLSearchParams({ secret })}${address(where)}`;

export const go = (where) => (location.hash = address(where));

/** Change the address without leaving a step in the history. */
export const settle = (where) => history.replaceState(null, "", address(where));
