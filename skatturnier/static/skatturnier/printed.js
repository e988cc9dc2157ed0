// A paper that was asked for opens as soon as it is made; who comes back to the page finds its button.

const open = () => {
  const link = document.querySelector("[data-opens]");
  if (link) location.assign(link.href);
};

document.body.addEventListener("htmx:afterSwap", open);
if (performance.getEntriesByType("navigation")[0]?.type === "navigate") open();
