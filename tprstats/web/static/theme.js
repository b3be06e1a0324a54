// Before the page is painted: the colours that were chosen last time.
(() => {
  const root = document.documentElement;
  const kept = () => { try { return localStorage.getItem("theme") || ""; } catch { return ""; } };
  const show = (theme) => { if (theme) root.dataset.theme = theme; else delete root.dataset.theme; };
  show(kept());
  document.addEventListener("DOMContentLoaded", () => {
    const choice = document.getElementById("theme");
    choice.value = kept();
    choice.addEventListener("change", () => {
      try { localStorage.setItem("theme", choice.value); } catch { /* asked again next time */ }
      show(choice.value);
    });
  });
})();
