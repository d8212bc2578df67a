// Downloads of the messages that are shown, in their order, as CSV and JSON: made here, so that nothing is sent.

import { $, $$, el, parsed, slices } from './base.js';
import { above, CHANGES, htmlOf, list, listGroups, listHome, listSections, URGENCIES } from './list.js';
import { arranged } from './refresh.js';
import { titleIn } from './source.js';

const COLUMNS = ['urgency', 'change', 'category', 'title', 'place', 'owner', 'time', 'text'];

const valuesOf = (i) => {
  const node = parsed(htmlOf(i));
  const textOf = (selector) => $(selector, node)?.textContent.trim() || '';
  for (const line of $$('br', node)) line.replaceWith('\n');
  return [
    URGENCIES[list.urgency[i]],
    CHANGES[list.change[i]],
    listSections[list.section[i]]?.title || '',
    titleIn(node),
    textOf('[data-file]') || textOf('[data-place]'),
    textOf('[data-owner]'),
    $('time', node)?.dateTime || '',
    textOf('div[dir]:not([data-details])'),
  ];
};

// A spreadsheet carries out what begins like a formula; an apostrophe before it makes it text (F8).
const cellOf = (value) => `"${value.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;

const save = async (kind) => {
  const shown = $$('[data-component="section"]', listHome).flatMap((element) => listGroups.find((section) => section.element === element).shown);
  const rows = [];
  const slice = slices();
  for (const i of [...above.keys()].filter((at) => !above[at].hidden).concat(shown)) {
    const values = valuesOf(i);
    rows.push(kind === 'csv' ? values.map(cellOf) : JSON.stringify(Object.fromEntries(values.map((value, at) => [COLUMNS[at], value]))));
    if (slice.isOver()) await slice.next();
  }
  // A spreadsheet knows UTF-8 by its mark.
  const text = kind === 'csv' ? '\ufeff' + [COLUMNS, ...rows, ''].join('\r\n') : `[\n${rows.join(',\n')}\n]\n`;
  const link = el('a', { href: URL.createObjectURL(new Blob([text])), download: `${document.title}.${kind}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 6e4);
};

const menu = $('#download')?.content.firstElementChild;
if (menu) {
  menu.onclick = ({ target }) => {
    const { save: kind } = target.dataset;
    if (!kind) return;
    menu.open = false;
    save(kind);
  };
  arranged.then(() => $('#messages [data-found]')?.before(menu));
}
