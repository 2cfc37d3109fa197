"use strict";
// A chosen node says below the tree what the class did there.
const words = JSON.parse(document.getElementById("words").textContent);
for (const [id, said] of Object.entries(words)) {
  const card = document.getElementById(`${id}-card`);
  card.hidden = false;
  document.getElementById(id).addEventListener("pick", (event) => {
    card.textContent = said[event.detail] || "Nothing was asked at this node.";
  });
}
