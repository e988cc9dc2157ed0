// The choice of colours: "light", "dark", or none of both, which follows the device. Loaded before the page is
// painted, so that a chosen theme never flashes; without scripts the stylesheet follows the device by itself.
(() => {
  const root = document.documentElement;
  const order = ["auto", "light", "dark"];

  const remembered = () => {
    try {
      const choice = localStorage.getItem("theme");
      return order.includes(choice) ? choice : "auto";
    } catch {
      return "auto";
    }
  };

  const apply = (choice) => {
    root.dataset.themeChoice = choice;
    if (choice === "auto") {
      delete root.dataset.bsTheme;
    } else {
      root.dataset.bsTheme = choice;
    }
  };

  const choose = (choice) => {
    apply(choice);
    try {
      localStorage.setItem("theme", choice);
    } catch {
      // Storage is closed (private window): the choice lasts for this page.
    }
  };

  // How many columns a ranking shows on a small screen; without scripts all of them.
  const columns = (chosen) => {
    try {
      if (chosen) localStorage.setItem("columns", chosen);
      root.dataset.columns = chosen ?? localStorage.getItem("columns") ?? "few";
    } catch {
      root.dataset.columns = chosen ?? "few";
    }
  };

  apply(remembered());
  columns();
  addEventListener("storage", (event) => event.key === "theme" && apply(remembered()));
  addEventListener("DOMContentLoaded", () => {
    // Where the ways through an event scroll sideways, the one taken is in sight.
    for (const here of document.querySelectorAll(".site-nav [aria-current], .tabs [aria-current]")) {
      const ways = here.closest("ul");
      ways.scrollLeft = here.offsetLeft - ways.offsetLeft - (ways.clientWidth - here.offsetWidth) / 2;
    }
    for (const button of document.querySelectorAll("button[data-columns]")) {
      button.hidden = false;
      button.addEventListener("click", () => columns(button.dataset.columns));
    }
    for (const button of document.querySelectorAll("[data-theme-button]")) {
      button.hidden = false;
      button.addEventListener("click", () => {
        choose(order[(order.indexOf(root.dataset.themeChoice) + 1) % order.length]);
      });
    }
  });
})();
