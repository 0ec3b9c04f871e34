// What is said to the visitor: what happened, what it waits for, and a way out.

const PATIENCE = 200; // ms after which a wait is shown
const READ = 9000; // ms after which good news goes by itself

export class Notices {
  /** @param parts  the elements notice, message, act and close */
  constructor({ notice, message, act, close }) {
    Object.assign(this, { notice, message, act });
    close.addEventListener("click", () => this.say());
    act.addEventListener("click", () => this.acted?.());
  }

  /** Say something, with a button for what can be done about it: [label, work]. Without words the notice goes. */
  say(words = "", kind = "wrong", offer = null) {
    clearTimeout(this.timer);
    this.message.textContent = words;
    this.notice.hidden = !words;
    for (const each of [this.notice, this.message]) each.classList.toggle("wrong", kind === "wrong" && Boolean(words));
    this.act.hidden = !offer;
    if (offer) [this.act.textContent, this.acted] = offer;
    if (words && kind === "done") this.timer = setTimeout(() => this.say(), READ);
  }

  /** Do something that may fail, and say so where it does. */
  async guarded(work) {
    try {
      this.say();
      return (await work()) ?? true;
    } catch (error) {
      this.say(error.message);
      return false;
    }
  }

  /** Do something that may take a while: what it waits for is shown, and `leave`, if there is one, gives it up. */
  async patiently(words, work, leave = null) {
    const timer = setTimeout(() => this.say(words, "wait", leave), PATIENCE);
    try {
      return await this.guarded(work);
    } finally {
      clearTimeout(timer);
      if (this.message.textContent === words) this.say();
    }
  }
}
