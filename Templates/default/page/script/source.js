// Parses the source of a message. The text of waiting messages is read without creating elements.
// In it `<` and `>` always belong to a tag, because values have them as `&lt;` and `&gt;`.

import { $, $$ } from './base.js';

// Attributes of a message's own tag, which comes first, and of the word for its change.
const ATTRIBUTES = {
  id: /\sid="m(\d+)"/,
  key: /\sdata-key="(\w+)"/,
  urgency: /\sdata-urgency="(\w+)"/,
  change: /<[^>]*\sdata-(?:news|change)="(\w+)"/,
};
export const attributeOf = (source, name) => ATTRIBUTES[name].exec(source)?.[1];

// The content of the first element with an attribute; '' if there is none. The attribute has no
// value; its name may also occur in words or in a value.
const openings = {};
export const insideOf = (source, attribute) => {
  const opening = (openings[attribute] ||= new RegExp(`<([\\w-]+)\\s(?:"[^"]*"|[^">])*?(?<=\\s)${attribute}(?=[\\s=/>])[^>]*>`));
  const [tag, name] = (source.includes(attribute) && opening.exec(source)) || [];
  if (!tag) return '';
  const rest = source.slice(source.indexOf(tag) + tag.length);
  let depth = 1;
  for (const { 1: isEnd, index } of rest.matchAll(new RegExp(`<(/?)${name}(?![\\w-])`, 'g'))) {
    depth += isEnd ? -1 : 1;
    if (!depth) return rest.slice(0, index);
  }
  return '';
};

// The text of HTML.
export const wordsOf = (html) =>
  html.replace(/<[^>]*>/g, '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

// Elements with words that the message or entry does not own: labels, times, links, actions,
// summaries. They are neither searched nor marked.
export const ASIDE = 'time, :not([data-row]) > summary, svg, progress, button, [data-label], [data-aside], [data-change], [data-link], [data-role]';
const ASIDES = /<(?:(time|svg|progress|(?<!data-row[^>]*><)summary)\b|(\w+)(?=[^>]*\sdata-(?:label|aside|change|link|role)\b))[^]*?<\/\1\2>/g;
export const withoutAsides = (html) => html.replace(ASIDES, '');

// The parts of a message for sorting. A file has no line and column.
const PARTS = {
  title: (source) => wordsOf(withoutAsides(insideOf(source, 'data-title'))).trim(),
  file: (source) => wordsOf(insideOf(source, 'data-file') || insideOf(source, 'data-place')).trim().replace(/(:\d+){1,2}$/, ''),
  owner: (source) => wordsOf(insideOf(source, 'data-owner')).trim(),
  time: (source) => /<time\s[^>]*?datetime="([^"]*)"/.exec(source)?.[1] || '',
};
export const partOf = (source, key) => PARTS[key](source);

// The title in an element, without the word for its change and the cause.
export const titleIn = (node) => {
  const copy = $('[data-title]', node)?.cloneNode(true);
  for (const aside of copy ? $$('[data-change], .why', copy) : []) aside.remove();
  return copy?.textContent.trim() || '';
};
