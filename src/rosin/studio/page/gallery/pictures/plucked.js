// Strings that are plucked, or struck by a hammer.
import { bead, cast, row } from "./pen.js";

const fret = (n) => 6 + 88 * (1 - 2 ** (-n / 12));

const fretted = () => `${cast(62, 50)}<path class="k varnish" d="M58 84C58 62 80 58 90 62C106 60 118 70 117 86C118 104 104 114 88 110C74 114 58 106 58 84Z"/><path class="shine" d="M66 74c3-6 9-9 15-9"/>
  <circle class="k hole" cx="84" cy="86" r="9"/><path class="k ebony" d="M2 79h64v14H2z"/><path class="k wood" d="M2 76h5v20H2z"/>
  ${row(7, (i) => `<path class="k brass" d="M${fret(i + 1) - 0.8} 79h1.6v14h-1.6z"/>`)}<path class="k pale" d="M101 78h5v16h-5z"/>
  <g class="stir-tremble"><path class="string" d="M5 86L82 58L103 86"/></g><path class="k thin dash" d="M5 86H103"/>${bead(82, 58)}`;

const sitar = () => `${cast(74, 36)}<path class="k varnish" d="M48 88C48 66 66 62 78 64C98 62 112 74 111 90C110 108 92 114 78 111C62 114 48 106 48 88Z"/><path class="shine" d="M57 78c3-6 8-9 14-10"/>
  <path class="k wood" d="M2 30L14 24L74 74L66 84Z"/><path class="k" d="M4 22l5 6M14 16l4 8M1 38l7-3"/>
  ${row(9, (i) => `<path class="k brass" d="M${15 + 5.6 * i} ${24 + 4.7 * i}q-3 1-9 ${7 + 0.4 * i}l1.6 1.4q5-5 9-6.6z"/>`)}
  <path class="k pale" d="M84 82l12-7 3 5-12 7z"/><path class="string" d="M8 30L90 84M10 32L88 87"/>
  <g class="stir-tremble"><path class="string" d="M9 28L62 54L93 79"/></g>${bead(62, 54)}`;

const piano = () => `${cast(60, 50)}<path class="k wood" d="M8 70h104v42H8z"/><path class="shine" d="M14 76h40"/><path class="k brass" d="M14 62h7v34h-7zM99 62h7v34h-7z"/>
  <g class="stir-tremble"><path class="k steel" d="M17 70H103v2H17zM17 78H103v2H17zM17 86H103v2H17z"/></g>
  <g class="stir-mallet" transform-origin="112 26"><path class="k stick" d="M46 62L112 26"/><path class="k felt" d="M36 50q12-6 20 6q-2 12-12 12q-10-2-8-18z"/><path class="shine" d="M41 53q5-3 9 0"/></g>${bead(45, 69.5)}`;

export default { sitar, fretted, piano_note: piano };
