// Search in title, text, details, file and category, whatever the case. All the words typed must occur, in any order and
// anywhere in a message: who adds a word narrows the search. Several texts, as a link may give them (`text=disk,memory`),
// widen it, as on the command line.

import { page } from './base.js';
import { listDecorators } from './list.js';
import { calmly, folded, query } from './state.js';
import { ASIDE, withoutAsides, wordsOf } from './source.js';

export const needlesOf = (texts) => texts.map((text) => folded(text).split(/\s+/));
export const isHit = (search, textOf) => !search.length || search.some((needles) => needles.every((needle) => textOf().includes(needle)));

// What a message or an entry says itself, from its source without its own tag. Blocks are kept apart; what is inside a
// line is not.
export const plain = [];
export const plainOf = (source) =>
  folded(wordsOf(withoutAsides(source.slice(source.indexOf('>') + 1)).replace(/<(?!\/?(a|bdi|em|strong|code|i|del|mark|span)\b)[^>]*>/g, '\n')));

// Where that stands in the document; details may be open in a view of their own.
const SAID = '[data-urgency][data-key], [data-component="timeline-entry"], [data-details]';

// What is looked for is marked where the browser can mark words without touching the document; a single letter is not
// worth it.
export const mark = calmly(() => {
  if (!window.Highlight) return;
  const needles = needlesOf(query.text.concat(query.find)).flat().filter((needle) => needle[1] || needle > '~');
  const pattern = new RegExp(needles.map((needle) => needle.replace(/\W/g, '\\$&')).join('|'), 'gi');
  const hits = new Highlight();
  const nodes = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (needles.length && nodes.nextNode()) {
    const node = nodes.currentNode;
    const found = [...node.data.matchAll(pattern)];
    if (!found.length || !node.parentNode.closest(SAID) || node.parentNode.closest(ASIDE)) continue;
    for (const { index, 0: word } of found) {
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
export const listenTo = (field) => {
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
