// Search in title, text, details, file and category, whatever the case. All the words typed must occur, in any order and
// anywhere in a message: who adds a word narrows the search. Several texts, as a link may give them (`text=disk,memory`),
// widen it, as on the command line.

const needlesOf = (texts) => texts.map((text) => folded(text).split(/\s+/).filter(Boolean)).filter(([first]) => first);
const isHit = (search, textOf) => !search.length || search.some((needles) => needles.every((needle) => textOf().includes(needle)));

// What a cell says, without the words that every cell has. Blocks are kept apart; what is inside a line is not.
const plain = [];
const plainOf = (html) =>
  folded(wordsOf(html
    .replace(/<(\w+) class="(u|k|w|c|vh|btn|sheet)"[^]*?<\/\1>|<summary.*?<\/summary>/g, '')
    .replace(/<(?!\/?(a|bdi|em|strong|code)\b)[^>]*>/g, '\n')));

// Hits are marked where the browser can mark words without touching the document; a single letter is not worth it.
const PLACES = '.t, .x, .l, .p, :is(h3, .st, .at) > bdi';
const mark = calmly(() => {
  if (!window.Highlight) return;
  const hits = new Highlight();
  for (const [home, texts] of [[list.home, query.text], [timeline, query.find]]) {
    const needles = needlesOf(texts).flat().filter((needle) => needle[1] || needle > '~');
    const nodes = home && needles.length && document.createTreeWalker(home, NodeFilter.SHOW_TEXT);
    while (nodes && nodes.nextNode()) markIn(nodes.currentNode, needles, hits);
  }
  CSS.highlights.set('hit', hits);
}, 60);
const markIn = (node, needles, hits) => {
  const text = folded(node.data);
  const { parentNode } = node;
  if (text.length !== node.length || parentNode.className === 'c' || !parentNode.closest(PLACES)) return;
  for (const needle of needles) {
    for (let at = -1; (at = text.indexOf(needle, at + 1)) >= 0 && hits.size < 20000; ) {
      hits.add(new StaticRange({ startContainer: node, startOffset: at, endContainer: node, endOffset: at + needle.length }));
    }
  }
};
list.decorators.push(() => query.text.length && mark());

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
