// What is rubbed until it sings.
import { bead, bow, cast, row } from "./pen.js";

const wineglass = () => `${cast(60, 22)}<path class="k glassy" d="M34 22C33 54 44 70 57.5 72.5V103C49 104.5 42 107 40 112H80C78 107 71 104.5 62.5 103V72.5C76 70 87 54 86 22"/>
  <path class="water" d="M36.4 44C40 61 48 69.5 60 70C72 69.5 80 61 83.6 44Z"/><ellipse class="k thin surface" cx="60" cy="44" rx="23.6" ry="5.5"/>
  <ellipse class="k glassy stir-ring" cx="60" cy="22" rx="26" ry="7.5"/><path class="shine" d="M40.5 31c0 14 3 24 8 30M44 108.5q6-2 11-2.5"/><g class="stir-orbit">${bead(77, 27.7)}</g>`;

const harmonica = () => `${cast(60, 36)}<path class="k wood" d="M26 102h68l4 10H22z"/><path class="shine" d="M30 105.5h34"/><path class="k brass" d="M54 88h12l3 14H51z"/>
  <path class="k brass" d="M38 92.5q22 7 44 0v5q-22 7-44 0z"/>
  <path class="k glassy" d="M14 44C16 74 40 88 54 89H66C80 88 104 74 106 44"/><ellipse class="k glassy stir-ring" cx="60" cy="44" rx="46" ry="12.5"/>
  <path class="k thin dash stir-belt" d="M27 50C46 58.5 76 58 93 50"/><path class="shine" d="M23 58c5 11 13 18 23 23"/>${bead(90, 53.2)}`;

const armonica = () => `${cast(60, 50)}<path class="k wood" d="M8 86H112L105 112H15Z"/><path class="shine" d="M16 91h44"/><path class="k thin" d="M14 106h92"/>
  <path class="k brass" d="M4 75h16v3.2H4zM102 75h14v3.2h-14z"/>${row(8, (i) => `<ellipse class="k glassy ${i === 3 ? "stir-ring" : ""}" cx="${25 + i * 10.4}" cy="76" rx="${6.8 - i * 0.3}" ry="${34 - i * 3.2}"/><path class="rimline" d="M${25 + i * 10.4 + 1.5} ${76 - 34 + i * 3.2 + 0.8}q${4.2 - i * 0.2} ${8 - i * 0.6} ${4.6 - i * 0.2} ${24 - i * 2.2}"/>`)}
  <path class="k wood" d="M8 86H112l-1.5 5H9.5z"/>${bead(56.2, 51.4)}`;

const bowl = () => `${cast(60, 38)}<path class="k felt" d="M24 105q36-9 72 0q4 4 0 7H24q-4-3 0-7"/><path class="k brass" d="M18 60C19 90 38 104 60 104S101 90 102 60"/>
  <path class="k thin" d="M21 74q39 14 78 0M25 82q35 12 70 0"/><ellipse class="k brass deep stir-ring" cx="60" cy="60" rx="42" ry="11.5"/><path class="shine" d="M25 74c3 11 10 19 19 23"/>
  <g class="stir-orbit"><path class="k pale" d="M84.5 66L100 16q6-2 9 3L93 69q-5 3-8.5-3"/><path class="shine" d="M92 50l8-26"/>${bead(88, 69.5)}</g>`;

/** The blade of a saw in the S into which it is bent, smooth on the left and toothed on the right. */
function blade(teeth = 17) {
  const at = (t) => [35 + 46 * t - 9 * Math.sin(2 * Math.PI * t), 98 - 92 * t, 13 - 6 * t]; // x, y, half the width
  const edge = (t, side, out = 0) => {
    const [x, y, half] = at(t), [x1, y1] = at(t + 0.01), long = Math.hypot(x1 - x, y1 - y);
    const reach = side * (half + out);
    return `${(x - reach * (y1 - y) / long).toFixed(1)} ${(y + reach * (x1 - x) / long).toFixed(1)}`;
  };
  const smooth = Array.from({ length: 25 }, (_, i) => edge(i / 24, -1));
  const toothed = Array.from({ length: teeth }, (_, i) => [edge(1 - i / teeth, 1), edge(1 - (i + 0.2) / teeth, 1, 3.4)]).flat();
  return `M${smooth.join("L")}L${toothed.join("L")}L${edge(0, 1)}Z`;
}
const saw = () => `${cast(36, 28)}<g class="stir-tremble"><path class="k steel" d="${blade()}"/><path class="shine" d="M27 86C26 74 32 64 42 56"/></g>
  <path class="k wood" d="M14 96q-2-8 6-8h32q8 0 6 8l-4 16H18z"/><path class="k hole" d="M28 98h16q3 4 0 7H30q-5-2-2-7"/><path class="shine" d="M19 93h14"/>
  ${bow(51, 45.5, 26, 80)}${bead(51, 45.5)}`;

const bowedBar = () => `${cast(60, 42)}<path class="k wood" d="M24 94h10v18H24zM86 94h10v18H86z"/><path class="k wood" d="M16 104h88v8H16z"/><path class="shine" d="M22 107.5h40"/>
  <path class="k" d="M29 80v15M91 80v15"/><g class="stir-tremble"><path class="k steel" d="M8 76L18 62H102L112 76Z"/><path class="k steel deep" d="M8 76h104v7H8z"/><path class="shine" d="M24 66h40"/>
  <circle class="k hole" cx="30" cy="69" r="2"/><circle class="k hole" cx="90" cy="69" r="2"/></g><path class="k thin" d="M4 69h24M32 69h56M92 69h24"/>
  ${bow(13, 70, -76, 84)}${bow(107, 70, 256, 84)}${bead(12.5, 69.5)}`;

const NAILS = [[24, 93, 34], [30, 97, 30], [38, 100, 26], [47, 102, 23], [57, 103, 21], [67, 103, 19], [77, 101.5, 17], [86, 99, 15], [94, 95.5, 13]];
const nails = () => `${cast(60, 46)}<path class="k wood" d="M16 88V100C16 116 104 116 104 100V88"/><path class="k pale" d="M16 88C16 78 40 74 60 74S104 78 104 88C104 104 16 104 16 88Z"/>
  <path class="k thin" d="M34 87c8-4 18-6 30-6M40 91c10-3 22-4 36-3"/><path class="shine" d="M20 96c3 6 9 9 16 11"/>
  ${NAILS.map(([x, y, high], i) => `<g class="${i === 1 ? "stir-tremble" : ""}"><path class="k steel" d="M${x - 1.2} ${y - 1}V${y - high * 1.5}h2.4V${y - 1}z"/><path class="k steel" d="M${x - 3} ${y - high * 1.5}h6"/></g>`).join("")}
  ${bow(30.5, 66, -24, 90)}${bead(30, 66)}`;

const daxophone = () => `${cast(40, 34)}<path class="k" d="M30 80L10 112M34 80L34 112M38 80L60 112"/><path class="k wood" d="M18 70h32v13H18z"/>
  <g class="stir-tremble"><path class="k pale" d="M14 62H66C76 62 80 57 88 58S98 66 106 63Q113 61 112 66Q111 71 102 71C92 71 88 69 66 70H14Z"/><path class="k thin" d="M20 66h60"/></g>
  <path class="k ebony" d="M20 55h24v7H20zM29 48h6v7h-6z"/><path class="k brass" d="M27 45h10v4H27z"/>
  <g class="stir-slide"><path class="k varnish" d="M53 59Q66 65 79 59Q83 43 70 36Q57 39 53 59Z"/><path class="shine" d="M60 55c1-6 3-9 6-11"/></g>
  ${bow(105, 64, -72, 86)}${bead(104.5, 64)}`;

const cuica = () => `${cast(60, 24)}<path class="k steel" d="M32 40L40 112H80L88 40"/><path class="shine" d="M42 58l5 46"/><path class="k thin" d="M46 70v36M60 72v38M74 70v36"/>
  <ellipse class="k skin stir-ring" cx="60" cy="40" rx="28" ry="8.5"/><path class="k brass" d="M31 42q29 17 58 0v6.5q-29 17-58 0z"/><path class="k" d="M37 52v14M60 57v13M83 52v14"/>
  <path class="k pale" d="M58.3 40V2h3.4V40z"/><g class="stir-rub"><path class="k felt" d="M50 15q10-6 20 0l2.5 9q-12.5 6-25 0z"/><path class="k thin" d="M54 17l-1 8M60 15v11M66 17l1 8"/></g>${bead(60, 29)}`;

export default {
  wineglass, glass_harmonica: harmonica, glass_armonica: armonica, singing_bowl: bowl, musical_saw: saw,
  bowed_bar: bowedBar, nail_violin: nails, daxophone, cuica,
};
