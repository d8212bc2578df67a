// Searches title, text, details, file and category, ignoring case. A message must contain all typed
// words, in any order. Of several texts, as in a link (`text=disk,memory`), it must match one, as
// on the command line.

import { $$, el, page } from './base.js';
import { listDecorators } from './list.js';
import { calmly, folded, query } from './state.js';
import { ASIDE, withoutAsides, wordsOf } from './source.js';

export const needlesOf = (texts) => texts.map((text) => folded(text).split(/\s+/));
export const isHit = (search, textOf) => !search[0] || search.some((needles) => needles.every((needle) => textOf().includes(needle)));

// The searchable text of a message or entry, from its source without its own tag. A line break
// separates blocks but not inline elements.
export const plain = [];
export const plainOf = (source) =>
  folded(wordsOf(withoutAsides(source.slice(source.indexOf('>') + 1)).replace(/<(?!\/?(a|bdi|em|strong|code|i|del|mark|span)\b)[^>]*>/g, '\n')));

// The elements with this text in the document.
const ENTRY = '[data-component="timeline-entry"]';
const SAID = `[data-urgency][data-key], ${ENTRY}`;

// Marks hits if the browser can do so without changing the document; skips single letters. Messages
// and the timeline have separate searches. If only the hidden part of a closed message has a hit,
// its line is shown below the title.
const escaped = (text) => text.replace(/\W/g, '\\$&');
const patternOf = (texts) => needlesOf(texts).flat().filter((needle) => needle[1] || needle > '~').map(escaped).join('|');
export const mark = calmly(() => {
  const patterns = [patternOf(query.text), patternOf(query.find)];
  const hits = window.Highlight && new Highlight();
  for (const old of $$('[data-hit]', page)) old.remove();
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let row;
  let said = new Set();
  while (patterns.some(Boolean) && nodes.nextNode()) {
    const node = nodes.currentNode;
    const parent = node.parentNode;
    const pattern = patterns[+!!parent.closest(ENTRY)];
    const found = pattern ? [...node.data.matchAll(new RegExp(pattern, 'gi'))] : [];
    if (!found.length || !parent.closest(SAID) || parent.closest(ASIDE)) continue;
    const its = parent.closest('details[data-row]');
    if (its !== row) {
      row = its;
      said = new Set();
    }
    const summary = row?.firstElementChild;
    for (const { index, 0: word } of found) {
      const isSaid = !row || said.has(folded(word)) || summary.contains(node);
      said.add(folded(word));
      if (!isSaid) {
        // The walk continues with this line, so that its hits are marked, too.
        const [line] = new RegExp(`.{0,40}${escaped(word)}.{0,160}`).exec(parent.closest('p, li, pre, td, div').textContent);
        nodes.currentNode = el('span', { className: 'hit', dir: 'auto' }, line);
        nodes.currentNode.dataset.hit = '';
        summary.append(nodes.currentNode);
        break;
      }
      const hit = new Range();
      hit.setStart(node, index);
      hit.setEnd(node, index + word.length);
      hits?.add(hit);
    }
  }
  if (hits) CSS.highlights.set('hit', hits);
}, 60);
listDecorators.push(() => query.text[0] && mark());

// Searches after a pause in typing; until then nothing else changes the field. Escape clears it.
// Everything typed until Enter or the loss of focus is one step for Back. Losing the focus redraws
// nothing, because a click on a replaced element would be lost.
export const listenTo = (field) => {
  let isOwn;
  let goesOn;
  const show = () => {
    goesOn = false;
    if (!isOwn) field.value = query[field.name].join(', ');
  };
  const tell = () => {
    query.set({ [field.name]: [field.value.trim()].filter(Boolean) }, goesOn);
    isOwn = false;
    goesOn = true;
  };
  const tellSoon = calmly(tell, 150);
  field.oninput = () => {
    isOwn = true;
    tellSoon();
  };
  field.onchange = calmly(() => (goesOn = false), 150);
  field.onkeydown = (event) => {
    if (event.key !== 'Escape' || !field.value) return;
    event.preventDefault();
    field.value = '';
    tell();
  };
  query.listeners.push(show);
  show();
};
