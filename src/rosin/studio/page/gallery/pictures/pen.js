// The pen of all pictures: 120 by 120, standing on y = 112, lit from the upper left. Classes name materials; stir-* is what moves under the eye.

export const row = (count, draw) => Array.from({ length: count }, (_, index) => draw(index)).join("");

/** Where two things meet: one in every picture. */
export const bead = (x, y) => `<circle class="halo" cx="${x}" cy="${y}" r="10"/><circle class="bead" cx="${x}" cy="${y}" r="3.4"/>`;

/** The shadow of what stands on the shelf. */
export const cast = (x, half) => `<ellipse class="cast" cx="${x}" cy="112" rx="${half}" ry="3.2"/>`;

/** A bow whose hair crosses (x, y); its frog is at the right. */
export function bow(x, y, angle, length = 88) {
  const tip = -length / 2, frog = length / 2 - 12;
  return `<g transform="translate(${x} ${y}) rotate(${angle})"><g class="stir-bow"><path class="k hair" d="M${tip} 0H${frog + 2}"/>
    <path class="k stick" d="M${tip} 0l-1-4.4Q0-1.6 ${frog + 14}-5"/><path class="k ebony" d="M${frog} .8v-4.4l8-.6v5z"/></g></g>`;
}

/** A mallet whose head, at (x, y), has a shaft of that angle from upright. */
export const mallet = (x, y, angle, head = "felt", radius = 5.6, length = 50) => `<g transform="translate(${x} ${y}) rotate(${angle})">
  <g class="stir-mallet" transform-origin="0 ${-length}"><path class="k stick" d="M0 0V-${length}"/><ellipse class="k ${head}" rx="${radius}" ry="${radius * 0.92}"/>
  <path class="shine" d="M${-radius * 0.5}-${radius * 0.1}a${radius * 0.6} ${radius * 0.6} 0 0 1 ${radius * 0.5}-${radius * 0.5}"/></g></g>`;
