// Bowed strings.
import { bead, bow, cast, row } from "./pen.js";

const ROUND = (s) => `M0-29C${s * 8}-30 ${s * 14}-26 ${s * 14.2}-19C${s * 14.3}-15 ${s * 12.6}-12.8 ${s * 13.6}-10.4`;
const SLOPING = (s) => `M0-34C${s * 4}-33 ${s * 4}-28 ${s * 9}-24.5C${s * 13}-21 ${s * 14.2}-16 ${s * 13.6}-10.4`;
const REST = (s) => `C${s * 10.2}-8.6 ${s * 8.8}-4.5 ${s * 9.2}-1C${s * 9.5} 2.6 ${s * 11.2} 5.4 ${s * 15} 6.8C${s * 14.8} 9 ${s * 18} 11.5 ${s * 18} 18C${s * 18} 26 ${s * 10} 29.2 0 29`;
const HOLE = (s) => `<path class="k thin" d="M${s * 6.4}-4c${s * 2.4}-.8 ${s * 2.6} 1.6 ${s * 1.6} 3.6s${s * -1} 5 ${s * 2} 5.2"/>`;
const SCROLL = `<path class="k wood" d="M-2.2-49L-1.7-58C-3.8-60-3.2-65.5.6-65.5c3.6 0 4.2 4.6 1.2 5.4l.4 11.1z"/><path class="k thin" d="M1-62.2a1 1 0 1 1-1-1"/>`;
const WOLF = `<path class="k wood" d="M-2.2-49l.3-7C-6-55-9.5-57.5-12-60.5l1.5-1.5c3 .5 4-1.5 6-3.5L-5-71l4 3.5L3.5-71 4-64c2.5 4 1.5 8-2 9.5l.2 5.5z"/><path class="k thin" d="M-11-60c2 .8 3.5.6 5-.3M-2.6-64.5l-.1.1"/>`;

function fiddle({ size = 1, shoulders = ROUND, gleam = "M-8.5-26c-3.5 2-4 6-3.2 10", pin = 0, tilt = -16, scroll = SCROLL, more = "" }) {
  const middle = 112 - pin - 29 * size, contact = middle + 0.5 * size;
  const pegs = scroll === SCROLL ? `<path class="k" d="M-5.5-52.5h4M1.5-54.5h4M-5.5-56.5h4"/>` : `<path class="k" d="M-5.5-51.5h4M1.5-52.5h4"/>`;
  return `${cast(60, 20 * size)}${more}<g transform="translate(60 ${middle}) scale(${size})"><g class="stir-tremble">
    ${pin ? `<path class="k" d="M0 29V${29 + pin / size}"/>` : ""}${pegs}${scroll}
    <path class="k varnish" d="${shoulders(1)}${REST(1)}${shoulders(-1)}${REST(-1)}"/>
    <path class="shine" d="${gleam}M-15 14c-1.5 4-.5 8.5 3 11"/>${HOLE(1)}${HOLE(-1)}
    <path class="k ebony" d="M-2-49.5h4L3.4-9h-6.8z"/><path class="k ebony" d="M-3 13h6L1.6 26h-3.2z"/>
    <path class="k pale" d="M-6.4 7.6Q0 1.8 6.4 7.6L5.4 9.2h-10.8z"/>
    <path class="string" d="M-1.3-49L-1.8 13M0-49V13M1.3-49L1.8 13"/></g></g>
    ${bow(60, contact, tilt, 66 + 20 * size)}${bead(60, contact)}`;
}

const stammer = row(3, (i) => `<path class="k thin stir-swell" d="M${30 - 7 * i} ${66 - 2 * i}q${-5 - i} ${15 + 2 * i} 0 ${30 + 4 * i}M${90 + 7 * i} ${66 - 2 * i}q${5 + i} ${15 + 2 * i} 0 ${30 + 4 * i}"/>`);

function hurdyGurdy() {
  const keys = row(7, (i) => `<rect class="k pale" x="${27 + i * 5.2}" y="80" width="3.2" height="${8 - (i % 2) * 2.5}" rx=".8"/>`);
  return `${cast(62, 42)}<path class="k varnish" d="M22 84C22 64 44 58 60 64C72 56 104 58 104 84C104 108 78 112 62 110C40 112 22 104 22 84Z"/>
    <path class="shine" d="M28 76c3-7 10-10 18-11"/><path class="k thin" d="M34 98c4 5 12 7 20 6.5M90 98c-3 3-8 5-13 6"/>
    <path class="k wood" d="M22 76L9 70q-6-4-5 4l2 10q2 5 6 3l10-3z"/><path class="k" d="M6 66l3 5M12 67l1 5M7 92l2-5M13 90l0-4"/>
    <g class="stir-spin" transform-origin="78 84"><ellipse class="k pale" cx="78" cy="84" rx="17" ry="17"/><path class="k thin" d="M78 67v34M61 84h34"/></g><circle class="k ebony" cx="78" cy="84" r="3"/>
    <path class="string" d="M8 75L100 71M8 78L100 75"/>${keys}<path class="k wood" d="M22 70L62 68V80H22z"/><path class="shine" d="M26 73h22"/>
    <path class="k ebony" d="M98 68h7l2 12h-7z"/><path class="k steel" d="M95 82.5h14v3H95z"/>
    <g class="stir-crank" transform-origin="109 84"><path class="k steel" d="M107.5 84V66h3v18z"/><path class="k pale" d="M106 60q5-3 10 0v5q-5 3-10 0z"/></g>${bead(78, 67.5)}`;
}

export default {
  violin: () => fiddle({ size: 0.96, tilt: -20 }),
  viola: () => fiddle({ size: 1.06, tilt: -14 }),
  cello: () => fiddle({ size: 1.12, pin: 6, tilt: 9 }),
  double_bass: () => fiddle({ size: 1.16, pin: 5, tilt: 13, shoulders: SLOPING, gleam: "M-9-22c-2.5 2-3 5-2.6 8" }),
  wolf_cello: () => fiddle({ size: 1.07, pin: 6, tilt: 9, scroll: WOLF, more: stammer }),
  hurdy_gurdy: hurdyGurdy,
};
