// An exported site keeps itself for when there is no network (offline.js), and fetches the other instruments while nobody waits.

const CALM = 50; // ms between two files
const LATER = 5000; // ms until those that did not come are asked for again
const ROUNDS = 5;

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
  let { all: left } = await (await fetch("files.json")).json();
  for (let round = 0; left.length > 0 && round < ROUNDS; round++) {
    if (round > 0) await pause(LATER);
    const failed = [];
    for (const path of left) {
      await pause(CALM);
      const response = await fetch(path).catch(() => null);
      if (!response?.ok) failed.push(path);
    }
    left = failed;
  }
}

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
