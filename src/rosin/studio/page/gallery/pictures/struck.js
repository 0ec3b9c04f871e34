// What is struck.
import { bead, cast, mallet, row } from "./pen.js";

const bars = (count, x, width, gap, long, fall, y) => row(count, (i) => {
  const left = x + i * (width + gap), high = long - fall * i;
  return `<g class="${i === 2 ? "stir-tremble" : ""}"><rect class="k rose" x="${left}" y="${y - high / 2}" width="${width}" height="${high}" rx="1.5"/>
    <path class="shine" d="M${left + 2.6} ${y - high / 2 + 4}v${high * 0.3}"/><path class="dots" d="M${left + width / 2} ${y - high * 0.28}v.1m0 ${high * 0.56}v.1"/></g>`;
});

const marimba = () => `${cast(58, 48)}<path class="k wood" d="M10 66h4v46h-4zM106 66h4v46h-4z"/>${row(7, (i) => `<path class="k brass" d="M${15.5 + i * 13.4} 64h8v${42 - i * 4.5}q-4 4-8 0z"/>`)}
  <path class="k" d="M6 48L114 54M6 76l108-8"/>${bars(7, 13, 12, 1.4, 52, 4, 62)}${mallet(47, 53, 30)}${mallet(92, 58, 44)}${bead(46, 58.5)}`;

const xylophone = () => `${cast(60, 50)}<path class="k wood" d="M6 92L114 85v7L6 101zM6 68L114 74v6L6 75z"/><path class="k wood" d="M10 100h4v12h-4zM106 92h4v20h-4z"/>
  ${bars(8, 10, 10.4, 2.4, 54, 4.2, 82)}${mallet(41, 70, 26, "ebony", 4.8)}${mallet(84, 74, 42, "ebony", 4.8)}${bead(40.4, 74.8)}`;

const steelBar = () => `${cast(60, 42)}<path class="k wood" d="M14 100h92v12H14z"/><path class="shine" d="M20 104h40"/><path class="k felt" d="M28 100l4-12h6l4 12zM78 100l4-12h6l4 12z"/>
  <g class="stir-tremble"><path class="k steel" d="M6 80L14 70H114L106 80Z"/><path class="k steel deep" d="M6 80h100v9H6zM106 80l8-10v9l-8 10z"/><path class="shine" d="M20 74h48"/></g>
  ${mallet(66, 68, 34, "pale", 4.4, 60)}${bead(64, 73.5)}`;

const plate = () => `${cast(60, 48)}<path class="k wood" d="M10 112V12h100v100h-6V18H16v94z"/><path class="shine" d="M13 20v50"/><path class="k thin" d="M36 18v18M84 18v18"/>
  <g class="stir-swing" transform-origin="60 18"><path class="k steel" d="M26 34h68v58H26z"/><circle class="k hole" cx="36" cy="39" r="2"/><circle class="k hole" cx="84" cy="39" r="2"/>
  <path class="shine" d="M31 50v28M38 46v10"/><path class="k thin" d="M46 63a14 10 0 1 1 28 0a14 10 0 1 1-28 0M38 63a22 18 0 1 1 44 0a22 18 0 1 1-44 0"/></g>
  ${mallet(80, 74, 50, "pale", 4.4, 46)}${bead(77.5, 71.5)}`;

const tumbler = () => `${cast(54, 26)}<path class="k glassy" d="M24 36L31 110Q54 115 77 110L84 36"/><path class="glassy" d="M30 100q24 6 48 0l-1 10q-23 5-46 0z"/><path class="k thin" d="M30 101q24 6 48 0"/>
  <ellipse class="k glassy stir-ring" cx="54" cy="36" rx="30" ry="8"/><path class="shine" d="M33 50l4 44M40 54l2 20"/>
  <g class="stir-spoon" transform-origin="112 4"><path class="k steel" d="M92 40C86 46 80 44 83 37C86 31 92 31 94 34L111 4q3-1 3.5 1.5L97 37z"/><path class="shine" d="M86 40c0-3 2-5 4-5.5"/></g>${bead(84.5, 42)}`;

const drum = () => `${cast(60, 38)}<path class="k varnish" d="M22 52V98q38 19 76 0V52"/><path class="shine" d="M30 70v28M36 74v10"/>
  <ellipse class="k skin stir-ring" cx="60" cy="52" rx="38" ry="12.5"/><path class="k brass" d="M22 52q38 25 76 0v7q-38 25-76 0zM22 91q38 21 76 0v7q-38 21-76 0z"/>
  <path class="k" d="M34 67v30M60 71v33M86 67v30"/>${row(3, (i) => `<rect class="k brass" x="${31.5 + 26 * i}" y="${i === 1 ? 82 : 77}" width="5" height="10" rx="2"/>`)}
  ${mallet(74, 48, 46, "pale", 4.4, 54)}${bead(71.5, 52)}`;

const bell = () => `${cast(60, 34)}<path class="k wood" d="M18 112V10h84v102h-6V16H24v96z"/><path class="shine" d="M21 18v46"/><path class="k steel" d="M50 16h20v6H50z"/>
  <g class="stir-swing" transform-origin="60 18"><g class="stir-clapper" transform-origin="60 30"><path class="k" d="M60 80v16"/><circle class="k ebony" cx="60" cy="98" r="6"/></g>
  <path class="k brass" d="M51 26q9-7 18 0C81 34 78 72 95 90Q60 99 25 90C42 72 39 34 51 26"/><path class="k thin" d="M43.5 64q16.5 5 33 0M41.5 70q18.5 5.5 37 0M31 84q29 7.5 58 0"/>
  <path class="shine" d="M51 34c-6 12-5 34-14 48M57 30c-3 5-4 12-4.5 20"/></g>${bead(88.5, 90)}`;

const gong = () => `${cast(60, 48)}<path class="k wood" d="M12 112V12h96v100h-6V18H18v94z"/><path class="shine" d="M15 20v50"/><path class="k thin" d="M42 18l5 16M78 18l-5 16"/>
  <g class="stir-swing" transform-origin="60 18"><circle class="k brass" cx="60" cy="66" r="36"/><circle class="k thin" cx="60" cy="66" r="29"/><circle class="k thin" cx="60" cy="66" r="20"/><circle class="k brass bright" cx="60" cy="66" r="10"/>
  <path class="shine" d="M32 54a32 32 0 0 1 20-18M53 63a8 8 0 0 1 4-4"/></g>${mallet(78, 78, 50, "felt", 7, 44)}${bead(72.5, 74)}`;

const bouncing = () => `${cast(60, 52)}<path class="k glassy" d="M4 104h104l8 4v4H12l-8-4z"/><path class="shine" d="M14 106.5h30"/>
  <path class="k thin dash" d="M10 104Q24-14 42 104Q58 44 74 104Q84 74 94 104Q100 90 106 104"/><g class="stir-bounce" transform-origin="42 104"><circle class="k felt" cx="42" cy="85" r="18.5"/>
  <path class="k thin" d="M25.5 77q16.5 10 33 0M26 94q16-10 32 0"/><path class="shine" d="M30 79a14 14 0 0 1 9-8"/></g>${bead(42, 104)}`;

export default {
  marimba, xylophone, drum, bell, gong, struck_plate: plate, struck_bar: steelBar, struck_glass: tumbler, bouncing_ball: bouncing,
};
