// Where pages are opened from a folder, browsers allow no workers: the search then runs in a hidden frame instead, with the same interface.
if (location.protocol === "file:") {
  globalThis.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      addEventListener("message", (event) => {
        if (event.source !== inside) return;
        const told = new MessageEvent("message", {data: event.data});
        this.dispatchEvent(told);
        this.onmessage?.(told);
      });
      const begin = `
        globalThis.postMessage = (data) => parent.postMessage(data, "*");
        globalThis.importScripts = (...urls) => urls.reduce((before, url) => before.then(() => new Promise((done) => {
          const script = Object.assign(document.createElement("script"), {src: url, onload: done});
          document.body.append(script);
        })), Promise.resolve());`;
      inside.document.open();
      inside.document.write(`<html><body><script>${begin}<\/script><script src="${url}"><\/script></body></html>`);
      inside.document.close();
      this.ready = new Promise((done) => inside.addEventListener("load", done, {once: true}));
    }

    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", {data: structuredClone(data)})));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
