// Groups other than the categories (F8): by file, by owner, or none. Their sections are made of the index when they are
// first asked for, with the elements of the page's own.

import { $, $$, number, say, words } from './base.js';
import { above, eachMessage, groupBy, htmlOf, list, listGroups, listHome, listListeners, listSections } from './list.js';
import { isUsual, query } from './state.js';
import { partOf } from './source.js';

// A section without messages: what is around its header, and the header without what the script has added.
const emptySection = () => {
  const { element, header } = listSections[0];
  const head = header.cloneNode(true);
  let made = head;
  for (const added of $$('button', head)) added.remove();
  for (let at = header; at !== element; ) {
    at = at.parentElement;
    const around = at.cloneNode(false);
    around.append(made);
    made = around;
  }
  for (const name of ['id', 'data-urgency', 'data-position']) made.removeAttribute(name);
  for (const fold of $$('details', made)) fold.open = true;
  return made;
};

const make = async (key) => {
  const mould = emptySection();
  const sections = new Map();
  const places = [];
  await eachMessage((i) => {
    if (above[i]) return;
    const title = key === 'none' ? words.messages : partOf(htmlOf(i), key) || words.groupOther;
    let section = sections.get(title);
    if (!section) {
      const element = mould.cloneNode(true);
      const header = $('[data-header]', element) || element.firstElementChild;
      section = { element, header, place: sections.size, total: 0, shown: [] };
      element.dataset.filed = section.place;
      $('[data-title]', header).textContent = title;
      sections.set(title, section);
    }
    section.total++;
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

listListeners.push(() => {
  if (listGroups === listSections) return;
  for (const { header, total, shown: { length: position } } of listGroups) {
    const count = $('[data-count]', header);
    if (count) count.textContent = position < total ? say('positionOf', { position, total }) : number(total);
  }
});
