// Search in title, text, details, file and category, whatever the case. All the words typed must occur, in any order and
// anywhere in a message: who adds a word narrows the search. Several texts, as a link may give them (`text=disk,memory`),
// widen it, as on the command line.

import { $$, el, page } from './base.js';
import { listDecorators } from './list.js';
import { calmly, folded, query } from './state.js';
import { ASIDE, withoutAsides, wordsOf } from './source.js';

export const needlesOf = (texts) => texts.map((text) => folded(text).split(/\s+/));
export const isHit = (search, textOf) => !search.length || search.some((needles) => needles.every((needle) => textOf().includes(needle)));

// What a message or an entry says itself, from its source without its own tag. Blocks are kept apart; what is inside a
// line is not.
export const plain = [];
export const plainOf = (source) =>
  folded(wordsOf(withoutAsides(source.slice(source.indexOf('>') + 1)).replace(/<(?!\/?(a|bdi|em|strong|code)\b)[^>]*>/g, '\n')));

// Where that stands in the document.
const ENTRY = '[data-component="timeline-entry"]';
const SAID = `[data-urgency][data-key], ${ENTRY}`;

// The line in which something is found, as the summary of a closed message shows it; returns where in it the hit begins.
const quote = (summary, node, index) => {
  const block = node.parentNode.closest('p, li, pre, td, h5, h6, div');
  const before = new Range();
  before.setStart(block, 0);
  before.setEnd(node, index);
  const start = String(before).length;
  const text = block.textContent;
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const from = Math.max(line, start - 40);
  const end = text.indexOf('\n', start);
  const shown = (from > line ? '…' : '') + text.slice(from, end < 0 ? from + 200 : Math.min(end, from + 200)).trimEnd();
  const place = el('span', { class: 'hit', 'data-hit': '', 'data-aside': '', dir: 'auto' }, shown);
  summary.append(place);
  return [place.firstChild, start - from + (from > line)];
};

// What is looked for is marked where the browser can mark words without touching the document; a single letter is not
// worth it. Messages and the timeline are searched each on its own. Of a message that is closed the line is shown in which
// something is found that its row does not say.
const patternOf = (texts) => {
  const needles = needlesOf(texts).flat().filter((needle) => needle[1] || needle > '~');
  return needles.length && new RegExp(needles.map((needle) => needle.replace(/\W/g, '\\$&')).join('|'), 'gi');
};
export const mark = calmly(() => {
  const patterns = [patternOf(query.text), patternOf(query.find)];
  const hits = window.Highlight && new Highlight();
  const add = (node, start, { length }) => {
    const hit = new Range();
    hit.setStart(node, start);
    hit.setEnd(node, start + length);
    hits?.add(hit);
  };
  for (const old of $$('[data-hit]', page)) old.remove();
  const nodes = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  let row;
  let said;
  let isQuoted;
  while (patterns.some(Boolean) && nodes.nextNode()) {
    const node = nodes.currentNode;
    const parent = node.parentNode;
    const pattern = patterns[+!!patterns[1] && +!!parent.closest(ENTRY)];
    const found = pattern ? [...node.data.matchAll(pattern)] : [];
    if (!found.length || !parent.closest(SAID) || parent.closest(ASIDE)) continue;
    const its = parent.closest('details[data-row]');
    if (its !== row) {
      row = its;
      said = new Set();
      isQuoted = false;
    }
    for (const { index, 0: word } of found) {
      add(node, index, word);
      const summary = row?.firstElementChild;
      if (!row || isQuoted || said.has(folded(word))) continue;
      if (summary.contains(node)) {
        said.add(folded(word));
      } else {
        isQuoted = true;
        add(...quote(summary, node, index), word);
      }
    }
  }
  window.Highlight && CSS.highlights.set('hit', hits);
}, 60);
listDecorators.push(() => query.text.length && mark());

// A field says what is typed when nothing more has been typed for a while. Escape clears it. What is typed until the field
// is left, or Enter is pressed, is one search: Back undoes all of it.
export const listenTo = (field) => {
  let isOwn;
  let goesOn = false;
  const show = () => {
    if (isOwn) return;
    field.value = query[field.name].join(', ');
    goesOn = false;
  };
  const tell = () => {
    isOwn = true;
    query.set({ [field.name]: [field.value.trim()].filter(Boolean) }, goesOn);
    isOwn = false;
    goesOn = true;
  };
  field.oninput = calmly(tell, 150);
  field.onchange = () => (goesOn = false);
  field.onkeydown = (event) => {
    if (event.key !== 'Escape' || !field.value) return;
    event.preventDefault();
    field.value = '';
    tell();
  };
  query.listeners.push(show);
  show();
};
