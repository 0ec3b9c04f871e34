// What this browser keeps from one visit to the next. A page that may keep nothing works without it.

/** What was kept under a name, as data; null where there is nothing that can be read. */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

/** Keep data under a name. */
export function keep(name, data) {
  try {
    localStorage.setItem(name, JSON.stringify(data));
  } catch {
    // it lasts as long as the page
  }
}
