// Loads a previewed page again when there is a newer one, and shows why there is none. Warnings about the page
// are in a folded box.
(() => {
  const { version } = document.currentScript.dataset;
  const style = {
    position: "fixed", inset: "auto 0 0 0", zIndex: "2147483647", margin: "0", padding: "12px 16px",
    maxHeight: "45vh", overflow: "auto", whiteSpace: "pre-wrap", overflowWrap: "anywhere",
    font: "14px/1.5 ui-monospace, monospace", color: "#ffffff", background: "#7a0c0c",
  };
  let box = null;
  let fold = null;
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
  const warn = (warnings) => {
    if (!warnings) {
      fold?.remove();
      fold = null;
      return;
    }
    if (!fold) {
      fold = document.createElement("details");
      fold.id = "tidemark-warnings";
      Object.assign(fold.style, style, { inset: "auto auto 0 0", maxWidth: "100%", background: "#5c3d00" });
      fold.append(document.createElement("summary"), document.createElement("div"));
      document.body.append(fold);
    }
    const [summary, text] = fold.children;
    if (text.textContent === warnings) return;
    const count = warnings.match(/: (warning|error): /g)?.length ?? 1;
    summary.textContent = count === 1 ? "1 warning" : `${count} warnings`;
    text.textContent = warnings;
  };
  const look = async () => {
    let pause = 500;
    try {
      const state = await (await fetch("/.tidemark/state", { cache: "no-store" })).json();
      if (state.version !== version) return location.reload();
      show(state.problems);
      warn(state.warnings);
    } catch {
      // The preview has ended, or begins again.
      pause = 2000;
    }
    setTimeout(look, pause);
  };
  look();
})();
