// A button beside a text that copies it. Without scripts, or where copying is not allowed, the button stays hidden.
for (const button of document.querySelectorAll("[data-copy]")) {
  const text = document.getElementById(button.dataset.copy);
  if (!navigator.clipboard || !text) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    if ("copyHtml" in button.dataset && window.ClipboardItem) {
      // An editor of pages takes it as a table, a field for code as code.
      const as = (type) => new Blob([text.value], { type });
      await navigator.clipboard.write([new ClipboardItem({ "text/html": as("text/html"), "text/plain": as("text/plain") })]);
    } else {
      await navigator.clipboard.writeText(text.value);
    }
    const said = document.getElementById(button.dataset.copied);
    if (said) said.hidden = false;
  });
}
