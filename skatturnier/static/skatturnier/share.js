// A link that is handed on: by what the phone has for it, else by copying the address. Without a script it is a link.

async function share(link) {
  const words = link.querySelector("span") ?? link;
  if (navigator.share) {
    await navigator.share({ title: link.dataset.share, url: link.href });
    return;
  }
  await navigator.clipboard.writeText(link.href);
  words.textContent = link.dataset.shared;
  words.setAttribute("role", "status");
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-share]");
  // On a plain http address there is neither: the link leads to the page, whose address can be taken from there.
  if (!link || !(navigator.share || navigator.clipboard)) return;
  event.preventDefault();
  share(link).catch(() => {}); // Somebody thought better of it.
});
