// An exported site keeps itself for when there is no network (offline.js), and fetches the other instruments while nobody waits.

const CALM = 50; // ms between two files

/** Keep the site of a version; without one, as with a server that makes its files, nothing is kept. */
export async function keepSite(version) {
  if (!version || !navigator.serviceWorker) return;
  await navigator.serviceWorker.register(`offline.js?${version}`);
  const worker = navigator.serviceWorker;
  await new Promise((done) => {
    worker.addEventListener("controllerchange", done, { once: true });
    if (worker.controller) done();
  });
  if (navigator.connection?.saveData) return;
  const { all } = await (await fetch("files.json")).json();
  for (const path of all) {
    await new Promise((done) => setTimeout(done, CALM));
    await fetch(path).catch(() => {});
  }
}
