// Interactions on their way: what was sent, and what came back for it.

import { post } from "./api.js";
import { fresh } from "./dom.js";
import { store } from "./store.js";

export const COMMAND = 2;
export const COMPONENT = 3;
export const AUTOCOMPLETE = 4;
export const MODAL_SUBMIT = 5;
// An acknowledgement of these kinds is followed by an event that carries what was asked for.
const FOLLOWED = [8, 9];

const waiting = new Map();

store.on("interaction", ({ t, d }) => {
  const settle = waiting.get(d.nonce);
  if (!settle || (t === "ACK" && FOLLOWED.includes(d.type))) return;
  waiting.delete(d.nonce);
  settle({ t, d });
});

/**
 * Send an interaction and wait for its answer: {t: "ACK" | "MODAL" | "CHOICES" | "FAILED", d}. A refusal by the server
 * is a FAILED too, with its sentence in `d.message`.
 */
export async function interact(type, data, { message, channel = message?.channel_id ?? store.here } = {}) {
  const nonce = fresh();
  const answer = new Promise((settle) => waiting.set(nonce, settle));
  try {
    await post("/app/interact", { user: store.me.id, channel_id: channel, nonce, type, data, message_id: message?.id });
  } catch (error) {
    waiting.delete(nonce);
    return { t: "FAILED", d: { nonce, message: error.message } };
  }
  return answer;
}
