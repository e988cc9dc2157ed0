// Rules are offered for as many as have typed a name; what was chosen before is chosen again as soon as it fits.

const form = document.querySelector("form.company");
const rules = form.elements.profile;
const players = [...form.querySelectorAll(".player input")];
const FEWEST = 2;
let wanted = rules.value;

function fit() {
  const count = players.filter((player) => player.value.trim()).length;
  for (const option of rules.options) {
    option.hidden = option.disabled = count >= FEWEST && !option.dataset.seats.split(" ").includes(String(count));
  }
  const fitting = [...rules.options].filter((option) => !option.disabled);
  rules.value = (fitting.find((option) => option.value === wanted) ?? fitting[0] ?? rules.options[0]).value;
}

form.addEventListener("input", ({ target }) => {
  if (target === rules) wanted = rules.value;
  fit();
});
fit();
