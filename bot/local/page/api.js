// The server's page API: JSON over fetch, and one stream of events.

export const secret = new URLSearchParams(location.search).get("secret") ?? "";

async function answer(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.message ?? body.error ?? `The server answered ${response.status}.`);
  return body;
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, { cache: "no-store", ...options });
  } catch {
    throw new Error("The local Discord does not answer. Is it still running?");
  }
  return answer(response);
}

export const get = (path) => ask(path, { headers: { "X-Secret": secret } });

export const post = (path, body) =>
  ask(path, {
    method: "POST",
    headers: { "X-Secret": secret, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

/** Files carry the server's own address, which may be another name of this machine: ask where the page came from. */
export function fileAddress(url) {
  const address = new URL(url, location.href);
  return ["127.0.0.1", "localhost"].includes(address.hostname) ? address.pathname + address.search : url;
}

/**
 * Listen to a person's events until the returned function is called. `heard` gets each event; `up` is told true when
 * the stream is open, and false, once, when it is broken. A WebSocket, since a browser shares six plain connections
 * among all its tabs: with a person in each, a stream of events in each would starve them.
 */
export function listen(user, heard, up) {
  const stream = new WebSocket(`ws://${location.host}/app/events?${new URLSearchParams({ user, secret })}`);
  stream.onmessage = (event) => heard(JSON.parse(event.data));
  stream.onopen = () => up(true);
  stream.onclose = () => up(false);
  return () => {
    stream.onclose = null;
    stream.close();
  };
}
