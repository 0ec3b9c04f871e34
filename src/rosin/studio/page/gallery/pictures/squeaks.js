// Squeaks and creaks.
import { bead, cast, row } from "./pen.js";

const leaf = (near, far, top) => {
  const at = (share) => near + (far - near) * share, high = (share) => 15 + (top - 15) * share;
  const panel = (from, to) => `M${at(0.2)} ${from + high(0.2) - 15}L${at(0.8)} ${from + high(0.8) - 15}V${to}L${at(0.2)} ${to}Z`;
  return `<path class="k wood" d="M${near} 15L${far} ${top}V112H${near}Z"/><path class="k thin" d="${panel(25, 58)}${panel(68, 102)}"/><circle class="k brass" cx="${at(0.88)}" cy="66" r="2.6"/>`;
};
const door = () => `${cast(60, 44)}<path class="k hole" d="M16 112V8H104V112Z"/><path class="night" d="M22 112V14H98V112Z"/><g class="stir-door" transform-origin="22 60">${leaf(22, 54, 22)}<path class="shine" d="M26 22v40"/></g>
  <g class="stir-door" transform-origin="98 60">${leaf(98, 78, 26)}</g><path class="k wood deep" d="M14 112V6H106V112H98V14H22V112Z"/><path class="k brass" d="M18 30h8v15h-8zM18 82h8v15h-8zM94 30h8v15h-8zM94 82h8v15h-8z"/>${bead(22, 37.5)}`;

const chalk = () => `${cast(60, 50)}<path class="k wood" d="M8 20H112V98H8Z"/><path class="k slate" d="M15 27H105V91H15Z"/><path class="shine" d="M11.5 30v36"/><path class="k wood deep" d="M4 98H116v7H4z"/><path class="k wood" d="M16 105h6v7h-6zM98 105h6v7h-6z"/>
  <path class="chalkline" d="M23 72C32 34 42 84 52 60S62 50 68 57"/><path class="chalkline dotted" d="M24 83h48"/><path class="k pale" d="M88 95.5h12v3H88z"/>
  <g class="stir-rub"><path class="k chalk" d="M66 54L92 28q5-1 7 6L72 60q-5 1-6-6z"/><path class="k thin" d="M91 29q1 5 7 6"/></g>${bead(68.5, 57.5)}`;

const shoe = () => `${cast(60, 48)}<g class="stir-twist" transform-origin="88 110"><path class="k felt" d="M22 52Q34 60 46 48L66 74C76 84 104 78 107 97V101H17C16 84 23 70 22 52"/>
  <path class="k chalk" d="M15 98H108q5 9-3 14H20q-8-5-5-14"/><path class="k thin" d="M20 105h84"/><path class="k" d="M49 60l-9 6M55 67l-9 7M61 74l-8 8"/><path class="k thin" d="M92 81q-8 6-8 17"/><path class="shine" d="M26 66c0 8-3 14-3 24"/></g>
  <path class="k thin dash" d="M2 104h9M4 96h8"/>${bead(90, 111)}`;

const wiper = () => `<path class="k screen" d="M4 102C12 30 108 30 116 102Q60 84 4 102"/><path class="wiped" d="M60 106L21 62A60 60 0 0 1 80 50.5Z"/><path class="shine" d="M20 78c3-9 8-16 14-21"/>
  ${["90 66", "97 80", "86 82", "104 92", "93 90", "100 69"].map((place, i) => `<circle class="drop" r="${1.6 + (i % 3) * 0.5}" transform="translate(${place})"/>`).join("")}
  <g class="stir-wipe" transform-origin="60 106"><path class="k" d="M60 106L76 66"/><path class="k ebony" d="M65 92L88 41l4.5 2L69.5 94z"/></g><circle class="k steel" cx="60" cy="106" r="5"/>${bead(79.5, 65)}`;

const creak = () => `${cast(60, 52)}<path class="k wood deep" d="M4 98H116V112H4z"/><path class="k thin" d="M12 105h34M70 106h32"/><path class="k wood" d="M4 80H38V96H4zM84 80h32v16H84z"/><path class="shine" d="M9 84h18"/><path class="dots" d="M32 85v.1m0 6v.1M90 85v.1m0 6v.1"/>
  <g class="stir-lean" transform-origin="38 82"><path class="k pale" d="M39 78Q62 94 83 80V95Q62 107 39 93Z"/><path class="k thin" d="M45 85q16 11 32 2M48 93q14 7 26 1"/>
  <path class="k leather" d="M48 18h19l1.5 38q18 5 21 20L86 82Q66 90 47 80Z"/><path class="k ebony" d="M47 80q19 10 43-4l1 4q-20 15-44 5z"/><path class="k thin" d="M48 26h19M64 58l-7 3M67 63l-7 4"/><path class="shine" d="M52 32v32"/></g>${bead(38.5, 84)}`;

const brake = () => `${cast(56, 34)}<g class="stir-spin" transform-origin="54 68"><circle class="k steel" cx="54" cy="68" r="43"/>${row(12, (i) => `<circle class="k thin hole" r="3" transform="rotate(${i * 30} 54 68) translate(54 35)"/>`)}
  <circle class="k steel deep" cx="54" cy="68" r="19"/>${row(5, (i) => `<circle class="k thin hole" r="2.2" transform="rotate(${i * 72} 54 68) translate(54 57)"/>`)}</g><path class="shine" d="M21 56a35 35 0 0 1 22-22"/>
  <path class="k ebony" d="M74 40q10 11 10 28t-8 27l8 5q11-14 11-32t-13-33z"/><path class="k felt" d="M82 35l10-7q22 14 22 40t-16 40l-14-8q11-14 11-32T82 35"/><path class="shine" d="M96 38c6 6 10 14 11 22"/>${bead(84, 68)}`;

const wheel = () => `${cast(60, 50)}<path class="k steel" d="M4 104h112v4H4z"/><path class="k wood deep" d="M12 108h12v4H12zM40 108h12v4H40zM68 108h12v4H68zM96 108h12v4H96z"/>
  <g class="stir-spin" transform-origin="60 62"><circle class="k steel" cx="60" cy="62" r="42"/><circle class="k thin" cx="60" cy="62" r="36"/>${row(6, (i) => `<path class="k hole" d="M53 33q7-3 14 0l-3 14h-8z" transform="rotate(${i * 60} 60 62)"/>`)}<circle class="k brass" cx="60" cy="62" r="11"/></g>
  <circle class="k ebony" cx="60" cy="62" r="4"/><path class="shine" d="M27 50a35 35 0 0 1 22-21"/><path class="k felt" d="M99.5 45q6 17 0 34l9 4q8-21 0-42z"/><path class="k steel" d="M111 56h7v12h-7z"/>${bead(60, 104)}`;

const SPRING = "l4 1.8-8 3.6 8 3.6-8 3.6 8 3.6-4 1.8";
const masses = () => `${cast(60, 50)}<path class="k wood" d="M6 100h108v12H6z"/><path class="shine" d="M12 104h40"/>
  ${row(6, (i) => `<path class="k" d="M${17 + i * 17.2} 82${SPRING}"/><g class="${i === 2 || i === 3 ? "stir-hop" : ""}"><rect class="k brass" x="${10.5 + i * 17.2}" y="${58 + i * 2.5}" width="13" height="${24 - i * 2.5}" rx="2"/><path class="shine" d="M${13.5 + i * 17.2} ${62 + i * 2.5}v6"/></g>`)}
  <g class="stir-slide"><path class="k pale" d="M50 61L84 10q5-2 7 3L56 64q-5 1-6-3"/><path class="shine" d="M60 49l22-32"/></g>${bead(52, 63.5)}`;

export default { door, chalk, shoe, wiper, creaking_wood: creak, brake, wheel, rubbed_masses: masses };
