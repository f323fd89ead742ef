// Boards in the address: what is on the screen can be sent as a link, and going back brings it back.

/** The longest part of an address that is made. */
export const LONGEST = 8000;

export function packed(text) {
  const bytes = new TextEncoder().encode(text);
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export function unpacked(text) {
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** The pane and what belongs to it. */
export function route() {
  const [, pane, ...rest] = location.hash.slice(1).split("/");
  return { pane: pane || "gallery", rest };
}

/** Goes somewhere; `replace` leaves no step to go back to. Says whether all of it fits into the address. */
export function go(parts, { replace = false } = {}) {
  const whole = `#/${parts.join("/")}`;
  const fits = whole.length <= LONGEST;
  const address = fits ? whole : `#/${parts.slice(0, 2).join("/")}`;
  history[replace ? "replaceState" : "pushState"](null, "", address);
  return fits;
}
