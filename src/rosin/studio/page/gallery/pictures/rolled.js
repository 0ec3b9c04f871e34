// What is rolled, scraped or shaken.
import { bead, cast, row } from "./pen.js";

const ball = () => `${cast(60, 52)}<path class="k wood" d="M6 92L22 78H114L100 92Z"/><path class="k wood deep" d="M6 92h94v9H6zM100 92l14-14v9l-14 14z"/><path class="k wood" d="M16 101h7v11h-7zM84 101h7v11h-7z"/>
  <path class="k thin" d="M22 88h34M34 83h24M74 88h22M84 82h20"/><path class="shine" d="M26 81h14"/><ellipse class="cast" cx="66" cy="86" rx="17" ry="2.6"/>
  <path class="k thin dash" d="M8 66h22M12 74h18M14 58h12"/><g class="stir-roll" transform-origin="62 66"><circle class="k steel" cx="62" cy="66" r="19"/><path class="k thin" d="M52 74a14 14 0 0 0 17 5"/></g>
  <path class="shine" d="M49 63a14 14 0 0 1 10-10"/>${bead(62, 85)}`;

const marble = () => `${cast(60, 52)}<path class="k glassy" d="M4 98L24 80H116L96 98Z"/><path class="k glassy" d="M4 98h92v6H4zM96 98l20-18v6l-20 18z"/><path class="shine" d="M22 93l10-9M30 93l6-5"/>
  <path class="k ebony" d="M14 104h10v8H14zM78 104h10v8H78z"/><ellipse class="k thin" cx="62" cy="89" rx="15" ry="3"/><path class="k thin dash" d="M14 70h20M20 78h12"/>
  <g class="stir-roll" transform-origin="60 72"><circle class="k glassy full" cx="60" cy="72" r="17"/><path class="ribbon" d="M47 78c5-16 12 4 26-12"/><path class="k thin" d="M50 62c6 8 12 10 24 10"/></g>
  <path class="shine" d="M48 69a13 13 0 0 1 9-9.5"/>${bead(60, 89)}`;

const slate = () => `${cast(60, 50)}<path class="k slate" d="M6 90L22 72L106 70L114 86L98 98L14 100Z"/><path class="k slate deep" d="M6 90l8 10 84-2 16-12v10l-15 14-86 2-7-12z"/><path class="shine" d="M22 78l20-1.5"/>
  ${row(5, (i) => `<path class="scratch" d="M${26 + i * 5} ${91 - i * 2.6}q${18} ${-3} ${32} ${-2}"/>`)}<path class="k thin" d="M16 104l26-1M52 107l20-.5M84 103l8-1"/>
  <g class="stir-rub"><path class="k wood" d="M74 64L102 8q6-2 9 2L82 68z"/><path class="k steel" d="M74 64l8 4-9 15z"/><path class="shine" d="M84 52l17-34"/></g>${bead(73, 83.5)}`;

const gourd = () => `${cast(60, 26)}<g class="stir-hop"><path class="k wood" d="M55 76h10v32q-5 4-10 0z"/><path class="shine" d="M58 84v18"/>
  <path class="k varnish" d="M60 8C84 8 94 28 92 46C90 66 76 80 60 80C44 80 30 66 28 46C26 28 36 8 60 8Z"/><path class="shine" d="M38 34c2-9 8-15 16-17M36 46c0 5 1 9 3 13"/>
  <path class="dots" d="M50 66v.1M58 70v.1M66 67v.1M74 62v.1M62 62v.1M54 60v.1M46 58v.1"/><path class="k thin" d="M34 50q26 12 52 0"/></g>
  <path class="k thin dash" d="M18 26v28M102 26v28M12 34v12M108 34v12"/>${bead(62, 79)}`;

export default { rolling_ball: ball, marble, scraping: slate, rattle: gourd };
