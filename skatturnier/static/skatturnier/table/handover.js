// The whole list in one code, for a phone that reaches no network at all: a head, who sits there, four bytes a deal and a
// checksum, in an address that the direction's device opens. scoring/rules/notation/packed.py reads it.

const FORMAT = 2;
const GAMES = ["", "diamonds", "hearts", "spades", "clubs", "grand", "null"];
const LEVELS = ["hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert"];
const FLAGS = [...LEVELS, "won", "overbid", "overruled"];
const HEAD = 6;
const SEAT = 2;
const DEAL = 4;
const ZERO_MATADORS = 16;

function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

function word(deal) {
  const matadors = deal.game && Number.isInteger(deal.matadors) ? deal.matadors + ZERO_MATADORS : 0;
  const flags = FLAGS.reduce((bits, flag) => bits * 2 + (deal[flag] ? 1 : 0), 0);
  const head = ((deal.declarer || 0) << 29) | (GAMES.indexOf(deal.game || "") << 26) | (matadors << 21);
  return (head | ((deal.bid || 0) << 12) | (flags << 3)) >>> 0;
}

// Return the deals of a list as bytes; they are numbered from 1 on, without a gap.
export function pack({ series, table, second, sits, deals }) {
  const first = HEAD + 1 + SEAT * sits.length;
  const bytes = new Uint8Array(first + DEAL * deals.length + 4);
  const view = new DataView(bytes.buffer);
  bytes.set([FORMAT, second ? 1 : 0, series]);
  view.setUint16(3, table);
  bytes[5] = deals.length;
  bytes[HEAD] = sits.length;
  sits.forEach((number, at) => view.setUint16(HEAD + 1 + SEAT * at, number));
  deals.forEach((deal, at) => view.setUint32(first + DEAL * at, word(deal)));
  view.setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)));
  return bytes;
}

const inAddress = (bytes) =>
  btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

function packed(table, sits) {
  const [, series, number] = /\/series\/(\d+)\/table\/(\d+)\//.exec(table.data.path);
  const second = table.copy === "second";
  return inAddress(pack({ series: Number(series), table: Number(number), second, sits, deals: table.deals() }));
}

// Return the list of a table as it is shown here, to say what was signed; `table` is the Table of queue.js.
export const shown = (table) => packed(table, table.list().sits || []);

// Return the address that hands a list over. What follows the # is not sent by whoever opens it before they want to.
export function address(table) {
  const [slug] = /^.*\/t\/[^/]+/.exec(table.data.path);
  // What was written while others sat there is not of those who sit there now.
  const { sits = [] } = table.deals().find((deal) => deal.waits && deal.sits) || table.list();
  return `${location.origin}${slug}/handover/#${packed(table, sits)}`;
}
