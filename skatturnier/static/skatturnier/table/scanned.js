// The direction's device has scanned a list from a phone's screen: it stands behind the # and is now to be read. As
// long as it stands there, no server sees it.

function read() {
  const packed = location.hash.slice(1);
  if (packed) location.replace(`${location.pathname}?${new URLSearchParams({ packed })}`);
}

addEventListener("hashchange", read);
read();
