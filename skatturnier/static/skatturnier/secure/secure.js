// Whether this browser keeps a list: it does where the site's worker may begin. A warning that was tapped away is no hindrance
// to some, and one to others.

import { activeWorker } from "../table/worker.js";

const isKept = await activeWorker().then(
  () => true,
  () => false,
);
document.getElementById(isKept ? "kept" : "not-kept").hidden = false;
