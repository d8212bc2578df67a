// Unpacks the messages after the first thousand of a very large page; smaller pages do not have
// this file. MessagePack.swift makes the data, which is in elements of the type application/gzip.
// Each list has an empty <noscript data-packed>.
//
// A packed message is a number: that of its block, which has all messages of a form in a piece of
// data, and its row there. `unfold` makes its HTML whenever the page's script asks for it. The
// columns of a block stay as bytes, which need less than half of the memory of texts, and are
// divided into values only while they are used.

// Without it, the page is as without script, and says so.
if (!window.DecompressionStream) throw new Error('This browser cannot read the messages after the first thousand.');

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const blocks = [];
// More than the messages in one piece of data.
const ROWS = 1 << 16;

// Caches the shaped form, [text, number of a column, text, …], and the shaped columns of the 64
// blocks that were begun last.
const begun = new Set();
const shaped = (block, shape) => {
  block.shapes ||= new Map();
  if (!block.shapes.has(shape)) block.shapes.set(shape, [shape(block.form).split('\x1b'), []]);
  begun.add(block);
  if (begun.size > 64) {
    const [first] = begun;
    begun.delete(first);
    first.shapes = null;
  }
  return block.shapes.get(shape);
};

// The page of a project has the messages of a run, with links that begin in the folder of the run
// (AttachedLinks.swift).
const { run } = document.documentElement.dataset;
const LINKS = /<(?:a href|img src|video src)="(?=file-|\.\.\/\.\.\/tests\/)/g;
const located = (text) => (run ? text.replace(LINKS, (link) => link + run) : text);

// The HTML of a message, or what `shape` makes of it. For the whole, `shape` must give what it gives
// for the parts.
const unfold = (source, shape) => {
  if (source[0] === '<') return shape(source);
  const block = blocks[Math.floor(source / ROWS)];
  const [form, columns] = shaped(block, shape);
  let text = form[0];
  for (let at = 1; at < form.length; at += 2) {
    const number = form[at];
    columns[number] ||= shape(decoder.decode(block.columns[number - 1])).split('\x1f');
    text += columns[number][source % ROWS] + form[at + 1];
  }
  return shape === String ? located(text) : text;
};

window.unfold = unfold;

const bytesOf = (data) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt());
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
};

const split = (bytes, separator) => {
  const parts = [];
  let start = 0;
  for (let end; (end = bytes.indexOf(separator, start)) >= 0; start = end + 1) parts.push(bytes.subarray(start, end));
  return [...parts, bytes.subarray(start)];
};

// The lists of messages in a piece of data.
const listsIn = (bytes) => {
  const [lists, ...parts] = split(bytes, 0x1d);
  const next = parts.map((part) => {
    const [form, ...columns] = split(part, 0x1e);
    return (blocks.push({ form: decoder.decode(form), columns }) - 1) * ROWS;
  });
  return decoder.decode(lists).split('\x1e').map((list) => list.split('\x1f').map((form) => next[form]++));
};

// Resolves when each place has its messages.
const places = document.querySelectorAll('[data-packed]');
const unpacked = (async () => {
  let at = 0;
  for (const data of document.querySelectorAll('[type="application/gzip"]')) {
    for (const messages of listsIn(new Uint8Array(await bytesOf(data.textContent)))) {
      const place = places[at++];
      place.messages = messages;
      // The page's script shows this text if it does not find its lists (base.js).
      Object.defineProperty(place, 'textContent', {
        get: () => `<ul role="list">${messages.map((message) => unfold(message, String)).join('')}</ul>`,
      });
    }
    data.remove();
  }
})();
window.unpacked = unpacked;

// Shows all messages if the page's script fails, which otherwise ends with this class.
window.addEventListener('error', async () => {
  if (document.documentElement.matches('.js')) return;
  await unpacked;
  for (const place of places) if (place.isConnected) place.outerHTML = place.textContent;
});
