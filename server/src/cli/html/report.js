"use strict";
{
  const by = (id) => document.getElementById(id);
  const cards = [...document.querySelectorAll(".finding")];
  const [rule, file, text, nothing] = ["rule", "file", "text", "nothing"].map(by);

  // Hides what the filters exclude. The verdicts are the style's concern, but the note about nothing is not.
  const filter = () => {
    const wanted = text.value.toLowerCase();
    let shown = 0;
    for (const card of cards) {
      card.hidden = (rule.value !== "" && card.dataset.rule !== rule.value) ||
        (file.value !== "" && card.dataset.file !== file.value) ||
        !card.textContent.toLowerCase().includes(wanted);
      shown += getComputedStyle(card).display === "none" ? 0 : 1;
    }
    nothing.hidden = shown > 0;
  };

  // Opens the finding that the address names.
  const follow = () => {
    const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
    const card = target?.closest(".finding");
    if (card) {
      card.open = true;
      target.scrollIntoView();
    }
  };

  if (cards.length > 0) {
    document.querySelector(".scripted").hidden = false;
    document.querySelector(".filters").addEventListener("input", filter);
    document.querySelector(".filters").addEventListener("submit", (event) => event.preventDefault());
    const all = (open) => cards.forEach((card) => { card.open = open; });
    by("open").addEventListener("click", () => all(true));
    by("close").addEventListener("click", () => all(false));
    addEventListener("hashchange", follow);
    follow();
  }
}
