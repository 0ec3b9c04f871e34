// MIDI ports: asked for when the button is pressed, listened to as they come and go.

/** Let every MIDI input play notes, from one press of the button to the next; `learning` may take controllers for itself. */
export function followPorts({ button, status, say, start, notes, learning }) {
  const listening = new Set(); // inputs
  let access = null;

  function refresh() {
    const there = access ? [...access.inputs.values()].filter(({ state }) => state !== "disconnected") : [];
    for (const input of listening) if (!there.includes(input)) leave(input);
    for (const input of there) {
      if (listening.has(input)) continue;
      listening.add(input);
      input.onmidimessage = ({ data }) => learning.hear(data) || notes.channels.hear(data);
    }
    const names = there.map(({ name }) => name || "an input without a name").join(", ");
    status.textContent = access ? `MIDI: ${names || "no input yet"}` : "";
    button.setAttribute("aria-pressed", String(Boolean(access)));
    learning.offer(Boolean(access));
  }

  function leave(input) {
    input.onmidimessage = null;
    notes.channels.silence();
    listening.delete(input);
  }

  async function ask() {
    if (!navigator.requestMIDIAccess) return say("This browser has no Web MIDI, or this page was not opened on this machine or by https.");
    try {
      access = await navigator.requestMIDIAccess();
    } catch (error) {
      return say(`MIDI is not permitted: ${error.message}`);
    }
    access.onstatechange = refresh;
    return refresh();
  }

  button.addEventListener("click", () => {
    start();
    if (!access) return ask();
    access.onstatechange = null;
    access = null;
    return refresh();
  });
}
