// The page without a network: an exported site keeps itself, once it was visited, and what was opened of it sounds with the server gone.
// A new export has another version, which is the query of this file's address: then all is fetched anew.

const VERSION = new URL(location.href).search;
const KEPT = `rosin ${VERSION}`;
const FRESH = /(\/|index\.html|plans\/index\.json)$/; // what says which version is there
const AGAIN = [500, 2000, 5000]; // ms until a file that did not come is asked for again

addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const kept = await caches.open(KEPT);
    const { page } = await (await fetched("files.json")).json();
    await Promise.all([...page, "plans/index.json", "files.json"].map(async (path) => kept.put(path, await fetched(path))));
    await skipWaiting();
  })());
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("rosin ") && name !== KEPT) await caches.delete(name);
    await clients.claim();
  })());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) event.respondWith(answered(request));
});

/** A file from the network, which may fail now and then. */
async function fetched(path, tried = 0) {
  const response = await fetch(path, { cache: "no-cache" }).catch((error) => ({ ok: false, statusText: `${error}` }));
  if (response.ok) return response;
  if (tried === AGAIN.length) throw new Error(`${path} does not come: ${response.statusText}`);
  await new Promise((done) => setTimeout(done, AGAIN[tried]));
  return fetched(path, tried + 1);
}

/** From what is kept, or from the network and kept from then on; what says the version, from the network where there is one. */
async function answered(request) {
  const kept = await caches.open(KEPT);
  const known = await kept.match(request, { ignoreSearch: true });
  if (known && !FRESH.test(new URL(request.url).pathname)) return known;
  try {
    const response = await fetch(request);
    if (response.ok) await kept.put(request, response.clone());
    return response;
  } catch (error) {
    if (known) return known;
    throw error;
  }
}
