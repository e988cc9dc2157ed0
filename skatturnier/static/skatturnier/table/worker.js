// The worker of the site: it answers for the pages at a table and in the hall, and for the doors that lead to them.

// Return it once it works. The one of before answered for "/t/" alone, and would go on to before this one.
export async function activeWorker() {
  for (const one of await navigator.serviceWorker.getRegistrations()) {
    if (new URL(one.scope).pathname === "/t/") await one.unregister();
  }
  await navigator.serviceWorker.register("/sw.js", { scope: "/" });
  return (await navigator.serviceWorker.ready).active;
}
