// Small pictures on buttons: 24 by 24, drawn with one pen in the colour of the text.

const SHAPES = {
  again: '<path d="M6 7h12v10H6z"/><path d="M10.500 9.500v5l4-2.500z" fill="currentColor"/>',
  back: '<path d="m14 6-6 6 6 6"/>',
  close: '<path d="m6 6 12 12M18 6 6 18"/>',
  full: '<path d="M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5"/>',
  hand: '<path d="M9 12V6a1.500 1.500 0 0 1 3 0v5-1a1.500 1.500 0 0 1 3 0v1a1.500 1.500 0 0 1 3 0v4a5 5 0 0 1-5 5c-3 0-4-1-5-3l-3-5c0-2 2-2 4 0z"/>',
  knobs: '<circle cx="12" cy="12" r="7"/><path d="M12 12 8.500 7"/>',
  listen: '<path d="M8 5.500v13l11-6.500z" fill="currentColor"/>',
  lock: '<rect x="6" y="11" width="12" height="9" rx="2"/><path d="M9 11V8a3 3 0 0 1 6 0v3"/>',
  loop: '<path d="M7 8h9a4 4 0 0 1 0 8H8a4 4 0 0 1-3-6M9.500 5 7 8l2.500 3"/>',
  midi: '<rect x="4" y="5" width="16" height="14" rx="2"/><path d="M9 5v8m6-8v8M9 19v-6m6 6v-6"/>',
  next: '<path d="m10 6 6 6-6 6"/>',
  power: '<path d="M5 10v4h3l4 4V6L8 10zM15.500 9a4 4 0 0 1 0 6"/>',
  record: '<circle cx="12" cy="12" r="5.500" fill="var(--crunch)" stroke="none"/>',
  redo: '<path d="m16 6 4 4-4 4m4-4H10a5 5 0 0 0 0 10h3"/>',
  scopes: '<path d="M3 12c3-9 6-9 9 0s6 9 9 0"/>',
  search: '<circle cx="11" cy="11" r="6"/><path d="m16 16 4 4"/>',
  share: '<path d="M12 15V4m0 0L8 8m4-4 4 4M6 12v7h12v-7"/>',
  sliders: '<path d="M4 7h9m4 0h3M4 17h3m4 0h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>',
  sound: '<path d="M5 10v4h3l4 4V6L8 10zM15.500 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11"/>',
  theme: '<circle cx="12" cy="12" r="7"/><path d="M12 5a7 7 0 0 1 0 14z" fill="currentColor"/>',
  undo: '<path d="M8 6 4 10l4 4M4 10h10a5 5 0 0 1 0 10h-3"/>',
};

/** The markup of an icon. */
export function icon(name) {
  return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">${SHAPES[name]}</svg>`;
}

/** Fill every element that names its icon. */
export function drawIcons(root) {
  for (const holder of root.querySelectorAll("[data-icon]")) holder.innerHTML = icon(holder.dataset.icon);
}
