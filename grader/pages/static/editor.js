"use strict";
// The page of the editor: what is drawn, what a search makes of it, and the problem's file.
//
// editorPage is for scripts that come after this one: { root, text }, the tree as editor-text.js has it and problem.yaml.
const editorPage = (() => {
  const data = JSON.parse(document.getElementById("editor-data").textContent), file = data.file;
  const NUMBER = new RegExp(data.number);
  const kindOf = (name) => data.kinds.find((kind) => kind.name === name);
  const begun = () => (file ? editorText.opened(file, NUMBER) : regular(2, 3));

  function regular(depth, children, level = 0) {
    if (level === depth) return editorText.node("leaf");
    return editorText.node(level % 2 ? "min" : "max", { kids: Array.from({ length: children }, () => regular(depth, children, level + 1)) });
  }

  return { begun, regular };
})();
