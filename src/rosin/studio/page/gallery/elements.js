// Elements of a page, made without markup from outside.

/** An element with attributes (true and false as present and absent, functions as listeners) and children (elements or text). */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

/** What our own markup draws: pictures and icons. */
export function drawn(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content.firstElementChild;
}

const ICONS = {
  search: '<circle cx="11" cy="11" r="6"/><path d="m16 16 4 4"/>',
  file: '<path d="M12 5v14M5 12h14"/>',
};

export const icon = (name) => drawn(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${ICONS[name]}</svg>`);
