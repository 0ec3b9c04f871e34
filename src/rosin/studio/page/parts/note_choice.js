// Which notes there are: scale, root and tuning in the drawer, with a Scala file that the visitor opens.

import { readScala } from "../hands/scala.js";
import { ROOTS, SCALES, TUNINGS } from "../hands/tuning.js";

const MARKUP = `<summary>Notes <span></span></summary>
<label>Scale <select id="scale"></select></label>
<label>Root <select id="root"></select></label>
<label>Tuning <select id="temperament"></select></label>
<label class="quiet file">Open a Scala file <input id="scala" type="file" accept=".scl" aria-label="Open a Scala file"></label>
<small></small>`;

export class NoteChoice {
  /** @param tuning  hands/tuning.js, which it shows and changes */
  constructor(holder, tuning, notices) {
    holder.innerHTML = MARKUP;
    const [summary, , , , , note] = holder.children;
    const [scale, root, temperament, file] = holder.querySelectorAll("select, input");
    Object.assign(this, { tuning, said: summary.firstElementChild, note, scale, root, temperament });
    scale.replaceChildren(...Object.keys(SCALES).map((name) => new Option(name)));
    root.replaceChildren(...ROOTS.map((name, place) => new Option(name, place)));
    for (const field of [scale, root, temperament]) {
      field.addEventListener("change", () => {
        tuning.choose({ scale: scale.value, root: Number(root.value), tuning: temperament.value });
        this.show();
      });
    }
    file.addEventListener("change", () => notices.guarded(async () => {
      const [chosen] = file.files;
      if (chosen) this.open(chosen.name, await chosen.text());
      file.value = "";
    }));
    this.show();
  }

  open(name, text) {
    this.tuning.choose({ tuning: name, file: { name, ...readScala(text, name) } });
    this.show();
  }

  show() {
    const { tuning } = this;
    const names = [...Object.keys(TUNINGS), ...(tuning.file ? [tuning.file.name] : [])];
    this.temperament.replaceChildren(...names.map((name) => new Option(name)));
    [this.scale.value, this.root.value, this.temperament.value] = [tuning.scale, tuning.root, tuning.tuning];
    this.scale.disabled = !tuning.locks;
    const opened = tuning.tuning === tuning.file?.name;
    this.said.textContent = [tuning.locks ? tuning.scale : "", `on ${ROOTS[tuning.root]}`, tuning.tuning].filter(Boolean).join(", ");
    this.note.textContent = opened ? `${tuning.file.description || tuning.file.name}: ${tuning.file.cents.length} notes, one to a key, from ${ROOTS[tuning.root]}4 up and down.` : "";
  }
}
