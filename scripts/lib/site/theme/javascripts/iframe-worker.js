// Browsers start no worker from a file of the disk. There the search runs in a hidden frame instead, with a worker's interface.
if (location.protocol === "file:") {
  window.Worker = class FrameWorker extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.documentElement.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.inside.importScripts = () => {};
      const script = this.inside.document.createElement("script");
      this.loaded = new Promise((loaded) => script.addEventListener("load", loaded));
      script.src = new URL(url, document.baseURI).href;
      this.inside.document.documentElement.append(script);
    }

    postMessage(data) {
      this.loaded.then(() => this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data })));
    }

    terminate() {
      this.inside.frameElement?.remove();
    }

    set onmessage(listener) {
      this.addEventListener("message", listener);
    }
  };
}
