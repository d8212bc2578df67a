// Downloads the shown messages in order as CSV and JSON. They are made here, so nothing is sent.

import { $, $$, el, looks, parsed, slices } from './base.js';
import { above, CHANGES, htmlOf, list, listGroups, listHome, URGENCIES } from './list.js';
import { categoryNames } from './filter.js';
import { titleIn } from './source.js';

const valuesOf = (i) => {
  const node = parsed(htmlOf(i));
  const textOf = (selector) => $$(selector, node).map((part) => part.textContent.trim()).join('\n');
  for (const line of $$('br', node)) line.replaceWith('\n');
  return {
    urgency: URGENCIES[list.urgency[i]],
    change: CHANGES[list.change[i]],
    category: categoryNames[list.category[i]] || '',
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

const buttons = $('#download')?.content;
if (buttons) {
  for (const button of $$('[data-save]', buttons)) button.onclick = () => save(button.dataset.save);
  looks.lastChild.append(buttons);
}
