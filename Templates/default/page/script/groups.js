// Groupings other than that of the page (see "Grouping the list"): by category, by file, by owner,
// or none. Their sections are created from the index at first use and take the page's own cells.

import { $, emptySection, words } from './base.js';
import { above, eachMessage, groupBy, headerOf, htmlOf, list, listHome, listSections } from './list.js';
import { isUsual, query } from './state.js';
import { categoryNames } from './filter.js';
import { partOf } from './source.js';

const make = async (key) => {
  const sections = new Map();
  const places = [];
  await eachMessage((i) => {
    if (above[i]) return;
    const title = key === 'none' ? words.messages : key === 'category' ? categoryNames[list.category[i]] : partOf(htmlOf(i), key) || words.groupOther;
    if (!sections.has(title)) {
      const element = emptySection.cloneNode(true);
      const header = headerOf(element);
      const place = sections.size;
      // Of a category, its place in the report.
      element.dataset.filed = key === 'category' ? list.category[i] : place;
      $('[data-title]', header).textContent = title;
      // `control` replaces the clear button of a category.
      sections.set(title, { element, header, place, first: 0, end: 0, inSight: [], control: {} });
    }
    const section = sections.get(title);
    section.end++;
    places[i] = section.place;
  });
  return [[...sections.values()], places];
};

const made = {};
export const regroup = async () => {
  const [key] = query.group;
  const [sections, places] = isUsual('group') ? [listSections, list.section] : await (made[key] ||= make(key));
  if (key !== query.group[0]) return;
  groupBy(sections, places);
  listHome.dataset.group = key;
};
