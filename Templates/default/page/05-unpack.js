// Unpacks the messages after the first thousand of a very large page; smaller pages do not have
// this file. MessagePack.swift makes the data, which is in elements of the type application/gzip.
// Each list has an empty <noscript data-packed>.
//
// A packed message is a text without its form: the number of the form, then the values that differ
// from message to message. `unfold` makes its HTML whenever the page's script asks for it. This
// text needs a fifth of the memory.

// Without it, the page is as without script, and says so.
if (!window.DecompressionStream) throw new Error('This browser cannot read the messages after the first thousand.');

// Each form as [HTML, number of a value, HTML, …].
const forms = [];

const unfold = (source) => {
  if (source[0] === '<') return source;
  const values = source.split('\x1f');
  const form = forms[values[0]];
  let html = form[0];
  for (let at = 1; at < form.length; at += 2) html += values[form[at]] + form[at + 1];
  return html;
};

window.unfold = unfold;

const textOf = (data) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt());
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
};

// The lists of messages in a piece of data.
const listsIn = (text) => {
  const [lists, ...parts] = text.split('\x1d');
  const next = parts.map((part) => {
    const [form, ...columns] = part.split('\x1e');
    // A copy, because a part of the text would keep all of it in memory.
    const number = forms.push([form, ''].join('').split('\x1b')) - 1;
    const values = columns.map((column) => column.split('\x1f'));
    let at = 0;
    return () => {
      const message = [number, ...values.map((column) => column[at])].join('\x1f');
      at++;
      return message;
    };
  });
  return lists.split('\x1e').map((list) => list.split('\x1f').map((form) => next[form]()));
};

// Resolves when each place has its messages.
const places = document.querySelectorAll('[data-packed]');
const unpacked = (async () => {
  let at = 0;
  for (const data of document.querySelectorAll('[type="application/gzip"]')) {
    for (const messages of listsIn(await textOf(data.textContent))) {
      const place = places[at++];
      place.messages = messages;
      // The page's script shows this text if it does not find its lists (base.js).
      Object.defineProperty(place, 'textContent', { get: () => `<ul role="list">${messages.map(unfold).join('')}</ul>` });
    }
    data.remove();
  }
})();
window.unpacked = unpacked;

// Shows all messages if the page's script fails.
window.addEventListener('error', async () => {
  await unpacked;
  for (const place of places) if (place.isConnected) place.outerHTML = place.textContent;
});
