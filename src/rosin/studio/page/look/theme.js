// Dark or light: what the visitor chose last, kept on this machine; dark at first.

import { keep, kept } from "../files/keeping.js";

const KEPT = "rosin theme";

function become(theme) {
  document.documentElement.dataset.theme = theme;
  document.querySelector("meta[name='theme-color']")?.setAttribute("content", getComputedStyle(document.documentElement).getPropertyValue("--ground").trim());
}

/** Be as it was last; every click of a button among `buttons` turns it. */
export function followTheme(buttons) {
  become(kept(KEPT) === "light" ? "light" : "dark");
  for (const button of buttons) button.addEventListener("click", () => {
    become(document.documentElement.dataset.theme === "light" ? "dark" : "light");
    keep(KEPT, document.documentElement.dataset.theme);
  });
}
