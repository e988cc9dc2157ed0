// Goes on once the site answers again. It still answers for a moment after it was told to end: that does not count.
const pause = 500;
const ends = 6000;
const back = document.getElementById("back");
const begun = Date.now();
let wasAway = false;

async function look() {
  try {
    const answer = await fetch("/health/", { cache: "no-store" });
    if (answer.ok && (wasAway || Date.now() - begun > ends)) {
      location.replace(back.href);
      return;
    }
  } catch {
    wasAway = true;
  }
  setTimeout(look, pause);
}

look();
