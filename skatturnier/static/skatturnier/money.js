// The desk of money: what stands where the hand goes next is selected, so that another amount or name replaces it at once.

addEventListener("DOMContentLoaded", () => {
  const field = document.querySelector("main [aria-invalid=true][data-select]") ?? document.querySelector("main [data-select][autofocus]");
  field?.focus();
  field?.select();
});
