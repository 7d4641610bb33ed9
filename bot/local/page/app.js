// The page of the local Discord: a stand-in for Discord's own client, one person per tab.

import "./about.js";
import { get, listen } from "./api.js";
import { THREADS, isText, mark } from "./channel.js";
import { byId, el, say } from "./dom.js";
import { showComposer } from "./composer.js";
import { jump, showChannel } from "./messages.js";
import { showPerson } from "./people.js";
import { place, settle } from "./place.js";
import { showSidebar, slide } from "./sidebar.js";
import { whenStill } from "./still.js";
import { store } from "./store.js";

const offline = byId("offline");
const RETRY = 2000;
let hangUp = () => {};
let runs = 0;
const SILENT = "The local Discord does not answer. Trying again…";

function showPlace() {
  const channel = store.channels.get(store.here);
  const title = byId("place");
  if (!channel) return title.replaceChildren("Nowhere");
  const parent = THREADS.includes(channel.type) && store.channels.get(channel.parent_id);
  title.replaceChildren(
    ...(parent
      ? [
          el(
            "a",
            {
              href: `#${new URLSearchParams({ user: store.me.id, channel: parent.id })}`,
              "data-channel-id": parent.id,
            },
            `# ${parent.name}`,
          ),
          el("span", { class: "mark" }, "›"),
        ]
      : [mark(channel)]),
    el("span", { class: "name" }, store.channelName(channel)),
  );
  if (channel.topic) title.append(el("small", {}, channel.topic));
}

function showTyping() {
  const user = store.typist(store.here);
  say(byId("typing"), user && user.id !== store.me.id ? `${store.name(user.id)} is typing…` : "");
}

function turn(channel) {
  const known = store.channels.has(channel);
  const first =
    [...store.channels.values()].find((one) => one.guild_id && isText(one)) ?? [...store.channels.values()][0];
  store.here = known ? channel : (first?.id ?? null);
  if (!known) settle({ channel: store.here });
  showPlace();
  showComposer();
  showSidebar();
  showChannel();
  showTyping();
}

const fetchState = (user) => get(`/app/state?${new URLSearchParams({ user })}`);

/** The person of the address, or the first one if nobody has that id (any more). */
async function whoever(id) {
  const people = (await get("/app/people")).filter((user) => !user.bot);
  return (people.find((user) => user.id === id) ?? people[0]).id;
}

/** Become the person of the address: listen first, then fetch, so that nothing that happens between is missed. */
async function begin() {
  const run = ++runs;
  hangUp();
  const again = (error) => {
    if (run !== runs) return;
    runs += 1;
    hangUp();
    say(offline, error?.message ?? SILENT);
    setTimeout(begin, RETRY);
  };
  let user = null;
  let early = [];
  const opened = async () => {
    const state = await fetchState(user);
    if (run !== runs) return;
    store.load(state);
    showPerson();
    turn(place().channel);
    early.forEach((event) => store.heard(event));
    early = null;
    say(offline, "");
  };
  try {
    user = await whoever(place().user);
    if (run !== runs) return;
    if (user !== place().user) settle({ user, channel: place().channel });
    const heard = (event) => (early ? early.push(event) : whenStill(() => store.heard(event)));
    // A refused stream does not say why; a refused question does.
    const broken = () => fetchState(user).then(() => again(), again);
    hangUp = listen(user, heard, (up) => (up ? opened().catch(again) : broken()));
  } catch (error) {
    again(error);
  }
}

addEventListener("hashchange", () => {
  const { user, channel, message } = place();
  if (user && user !== store.me?.id) begin();
  else if (channel && channel !== store.here) turn(channel);
  else if (message) jump(message);
  slide(false);
});
store.on("channels", () => (store.channels.has(store.here) ? showPlace() : turn(null)));
store.on("typing", showTyping);
store.on("message", showTyping);
setInterval(showTyping, 2000);

begin();
