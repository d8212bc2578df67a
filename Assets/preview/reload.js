// Loads a previewed page again when there is a newer one, and shows why there is none.
(() => {
  const { version } = document.currentScript.dataset;
  const style = {
    position: "fixed", inset: "auto 0 0 0", zIndex: "2147483647", margin: "0", padding: "12px 16px",
    maxHeight: "45vh", overflow: "auto", whiteSpace: "pre-wrap", overflowWrap: "anywhere",
    font: "14px/1.5 ui-monospace, monospace", color: "#ffffff", background: "#7a0c0c",
  };
  let box = null;
  const show = (problems) => {
    if (!problems) {
      box?.remove();
      box = null;
      return;
    }
    if (!box) {
      box = document.createElement("pre");
      box.id = "tidemark-problems";
      box.setAttribute("role", "alert");
      Object.assign(box.style, style);
      document.body.append(box);
    }
    if (box.textContent !== problems) box.textContent = problems;
  };
  const look = async () => {
    let pause = 500;
    try {
      const state = await (await fetch("/.tidemark/state", { cache: "no-store" })).json();
      if (state.version !== version) return location.reload();
      show(state.problems);
    } catch {
      // The preview has ended, or begins again.
      pause = 2000;
    }
    setTimeout(look, pause);
  };
  look();
})();
