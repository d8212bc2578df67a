// The state of the list: sorting, filters, grouping and search. The query of the URL stores it with
// the names and the meaning of `--sort` and `--filter`, so that a view can be linked:
// `?urgency=error,warning&file=Sources/*&sort=time:asc,title&group=file`. `find` is the search of
// the timeline. A comma in a value is %2C before the value is encoded.

import { memento, pushEntry, replaceEntry } from './history.js';
import { listHome } from './list.js';

export const FILTERS = ['category', 'urgency', 'kind', 'change', 'file', 'text'];
const NAMES = [...FILTERS, 'tense', 'status', 'find', 'sort', 'group'];

export const listed = (text) => text.split(',').map((value) => value.trim().replace(/%2C/g, ',')).filter(Boolean);
export const joined = (values) => values.map((value) => value.replace(/,/g, '%2C')).join();

// A list for each name. Criteria include their direction: `title:asc`.
export const query = { listeners: [] };
// The state of the page as rendered.
export const nothing = Object.fromEntries(NAMES.map((name) => [name, []]));
nothing.sort = listed(listHome?.dataset.sort || '');
nothing.group = [listHome?.dataset.group || 'category'];
export const isUsual = (name) => joined(query[name]) === joined(nothing[name]);
export const isNarrow = (names) => names.some((name) => query[name].length);

memento.read = () => Object.fromEntries(NAMES.map((name) => [name, query[name]]));
const change = (changes) => {
  Object.assign(query, changes);
  return Promise.all(query.listeners.map((listener) => listener()));
};
memento.restore = (then) => NAMES.some((name) => joined(then[name]) !== joined(query[name])) && change(then);

// Changes these names: query.set({urgency: ['error']}). Other parameters of the URL stay. Back
// undoes the change, unless it continues the last one, like typing. Resolves when it is applied.
query.set = (changes, goesOn) => {
  const before = memento.read();
  const done = change(changes);
  const address = new URLSearchParams(location.search);
  for (const name of NAMES) {
    address.delete(name);
    if (!isUsual(name)) address.set(name, joined(query[name]));
  }
  const text = `${address}`.replace(/%(2C|2F|3A)/g, decodeURIComponent);
  const url = location.pathname + (text && '?' + text) + location.hash;
  if (goesOn) replaceEntry(url);
  else if (url !== location.pathname + location.search + location.hash) pushEntry(url, before);
  return done;
};

export const asked = new URLSearchParams(location.search);
for (const name of NAMES) query[name] = listed(asked.get(name) || '');
if (!query.group[0]) query.group = nothing.group;

export const folded = (text) => text.toLowerCase();
// Delays a call; a further call within that time restarts the delay.
export const calmly = (act, wait) => {
  let waiting;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(act, wait);
  };
};
