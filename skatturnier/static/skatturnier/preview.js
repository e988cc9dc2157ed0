// The first page beside the form of the print desk follows what is chosen; it is asked for again while others are made.

const picture = document.querySelector(".print-preview");
const form = picture?.parentElement.querySelector("form");
const AGAIN = 2000;
let asked = 0;

const show = () => {
  const values = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && !/^(csrf|entry_key)/.test(name));
  const address = new URL(picture.src);
  address.search = new URLSearchParams([["kind", address.searchParams.get("kind")], ...values]);
  picture.src = address;
};

form?.addEventListener("change", () => {
  asked = 0;
  show();
});
const failed = () => {
  picture.hidden = true;
  if (asked++ < 5) setTimeout(show, AGAIN);
};

picture?.addEventListener("load", () => (picture.hidden = false));
picture?.addEventListener("error", failed);
// It may have been there, or not, before this was read.
if (picture?.complete && !picture.naturalWidth) failed();
