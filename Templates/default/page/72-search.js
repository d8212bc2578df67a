// Search in title, text, details, file and category, whatever the case. All the words typed must occur, in any order and
// anywhere in a message: who adds a word narrows the search. Several texts, as a link may give them (`text=disk,memory`),
// widen it, as on the command line.

const needlesOf = (texts) => texts.map((text) => folded(text).split(/\s+/));
const isHit = (search, textOf) => !search.length || search.some((needles) => needles.every((needle) => textOf().includes(needle)));

// What a cell says, without the words that every cell has. Blocks are kept apart; what is inside a line is not.
const plain = [];
const plainOf = (html) =>
  folded(wordsOf(html
    .replace(/<(\w+) class="(u|k|w|c|vh|btn[^"]*|sheet|track)"[^]*?<\/\1>|<summary.*?<\/summary>/g, '')
    .replace(/<(?!\/?(a|bdi|em|strong|code)\b)[^>]*>/g, '\n')));

// What is looked for is marked where the browser can mark words without touching the document; a single letter is not
// worth it.
const mark = calmly(() => {
  if (!window.Highlight) return;
  const needles = needlesOf(query.text.concat(query.find)).flat().filter((needle) => needle[1] || needle > '~');
  const pattern = new RegExp(needles.map((needle) => needle.replace(/\W/g, '\\$&')).join('|'), 'gi');
  const hits = new Highlight();
  const nodes = document.createTreeWalker($('.page'), NodeFilter.SHOW_TEXT);
  while (needles.length && nodes.nextNode()) {
    const node = nodes.currentNode;
    if (node.parentNode.matches('.c') || !node.parentNode.closest('.t, .x, .l, .p, :is(h2, h3, .st, .at) > bdi')) continue;
    for (const { index, 0: word } of node.data.matchAll(pattern)) {
      const hit = new Range();
      hit.setStart(node, index);
      hit.setEnd(node, index + word.length);
      hits.add(hit);
    }
  }
  CSS.highlights.set('hit', hits);
}, 60);
listDecorators.push(() => query.text.length && mark());

// A field says what is typed when nothing more has been typed for a while. Escape clears it.
const listenTo = (field) => {
  const show = () => {
    if (document.activeElement !== field) field.value = query[field.name].join(', ');
  };
  const tell = () => query.set({ [field.name]: [field.value.trim()].filter(Boolean) });
  field.oninput = calmly(tell, 150);
  field.onkeydown = (event) => {
    if (event.key !== 'Escape' || !field.value) return;
    event.preventDefault();
    field.value = '';
    tell();
  };
  query.listeners.push(show);
  show();
};
