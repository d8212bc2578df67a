// Downloads of the messages that are shown, in their order, as CSV and JSON: made here, so that nothing is sent.

import { $, $$, el, parsed, slices } from './base.js';
import { above, CHANGES, htmlOf, list, listHome, listSections, URGENCIES } from './list.js';
import { arranged } from './refresh.js';
import { titleIn } from './source.js';

const COLUMNS = ['urgency', 'change', 'category', 'title', 'place', 'owner', 'time', 'text'];

const recordOf = (i) => {
  const node = parsed(htmlOf(i));
  const textOf = (selector) => $(selector, node)?.textContent.trim() || '';
  for (const line of $$('br', node)) line.replaceWith('\n');
  return {
    urgency: URGENCIES[list.urgency[i]],
    change: CHANGES[list.change[i]],
    category: listSections[list.section[i]]?.title || '',
    title: titleIn(node),
    place: textOf('[data-file]') || textOf('[data-place]'),
    owner: textOf('[data-owner]'),
    time: $('time', node)?.dateTime || '',
    text: textOf('div[dir]:not([data-details])'),
  };
};

// A spreadsheet carries out what begins like a formula; an apostrophe before it makes it text (F8).
const cellOf = (value) => `"${value.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;

const save = async (kind) => {
  const shown = $$('[data-component="section"]', listHome).flatMap((element) => listSections.find((section) => section.element === element).shown);
  const slice = slices();
  const rows = [];
  for (const i of [...above.keys()].filter((i) => !above[i].hidden).concat(shown)) {
    const record = recordOf(i);
    rows.push(kind === 'csv' ? COLUMNS.map((name) => cellOf(record[name])) + '\r\n' : (rows[0] ? ',\n' : '') + JSON.stringify(record));
    if (slice.isOver()) await slice.next();
  }
  // A spreadsheet knows UTF-8 by its mark.
  const parts = kind === 'csv' ? ['\ufeff', COLUMNS + '\r\n', ...rows] : ['[\n', ...rows, '\n]\n'];
  const link = el('a', {
    href: URL.createObjectURL(new Blob(parts)), download: document.title.replace(/[^\p{L}\p{N}]+/gu, '-') + '.' + kind });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
};

arranged.then(() => {
  const menu = $('#download')?.content.firstElementChild;
  if (!menu || !listSections.length) return;
  menu.onclick = ({ target }) => {
    const { save: kind } = target.dataset;
    if (!kind) return;
    menu.open = false;
    save(kind);
  };
  $('[data-found]', listHome).before(menu);
});
