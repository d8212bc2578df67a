// Downloads the shown messages in order as CSV and JSON. They are made here, so nothing is sent.

import { $, $$, el, parsed, slices } from './base.js';
import { above, CHANGES, htmlOf, list, listGroups, listHome, listSections, URGENCIES } from './list.js';
import { arranged } from './refresh.js';
import { titleIn } from './source.js';

const valuesOf = (i) => {
  const node = parsed(htmlOf(i));
  const textOf = (selector) => $$(selector, node).map((part) => part.textContent.trim()).join('\n');
  for (const line of $$('br', node)) line.replaceWith('\n');
  return {
    urgency: URGENCIES[list.urgency[i]],
    change: CHANGES[list.change[i]],
    category: listSections[list.section[i]]?.title || '',
    title: titleIn(node),
    place: textOf('[data-file]') || textOf('[data-place]'),
    owner: textOf('[data-owner]'),
    time: $('time', node)?.dateTime || '',
    text: textOf(':is([data-rest], [data-component]) > :is([dir], [tabindex])'),
  };
};

// A spreadsheet runs text that begins like a formula; an apostrophe prevents it.
const cellOf = (value) => `"${value.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;

const lineOf = (values) => values.map(cellOf).join() + '\r\n';

const save = async (kind) => {
  const shown = $$('[data-component="section"]', listHome).flatMap((element) => listGroups.find((section) => section.element === element).inSight);
  const csv = kind === 'csv';
  const rows = [];
  const slice = slices();
  for (const i of [...above.keys()].filter((place) => !above[place].hidden).concat(shown)) {
    const values = valuesOf(i);
    rows.push(csv ? lineOf(Object.values(values)) : JSON.stringify(values, null, 1));
    if (slice.isOver()) await slice.next();
  }
  // A spreadsheet recognizes UTF-8 by the byte order mark.
  const text = csv ? '\ufeff' + lineOf(Object.keys(valuesOf(0))) + rows.join('') : `[${rows.join()}]\n`;
  const link = el('a', { href: URL.createObjectURL(new Blob([text])), download: `${document.title}.${kind}` });
  link.click();
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
