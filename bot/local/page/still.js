// While somebody presses, nothing moves under the finger: what comes meanwhile waits until they let go.

const TAP = 60; // milliseconds; after a tap the click comes a little later than the end of the touch
let down = false;
let waiting = null;

/** Do it now, or as soon as nobody presses; always in turn. */
export function whenStill(work) {
  if (waiting) waiting.push(work);
  else work();
}

function go() {
  if (down || !waiting) return;
  waiting.forEach((work) => queueMicrotask(work)); // if one fails, the others are done all the same
  waiting = null;
}

function letGo(after) {
  down = false;
  setTimeout(go, after);
}

addEventListener("pointerdown", () => ((down = true), (waiting ??= [])), true);
addEventListener("pointerup", () => letGo(TAP), true);
addEventListener("click", () => setTimeout(go), true);
addEventListener("pointercancel", () => letGo(0), true);
addEventListener("blur", () => letGo(0));
