// A page with scripts of its own, in a frame that has no origin, no network and no token.

import { el } from "./dom.js";

export function framed(text, title) {
  const frame = el("iframe", { src: "/assets/frame.html", sandbox: "allow-scripts", title, class: "frame" });
  const ready = (event) => {
    if (event.source !== frame.contentWindow || event.data !== "ready") return;
    removeEventListener("message", ready);
    frame.contentWindow.postMessage(text, "*");
  };
  addEventListener("message", ready);
  return frame;
}
