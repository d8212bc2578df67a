// What the list is sorted by, filtered by, grouped by and searched for (F7). It lives in the URL's query under the names
// and with the meaning of the command line's --sort and --filter, so that a view can be linked:
// `?urgency=error,warning&file=Sources/*&sort=time:asc,title&group=file`. `find` is what the timeline is searched for.
// A comma inside a value is written as %2C before the value is encoded as all are.

import { memento, pushEntry, replaceEntry } from './history.js';
import { listHome } from './list.js';

export const FILTERS = ['category', 'urgency', 'kind', 'change', 'file', 'text'];
const NAMES = [...FILTERS, 'tense', 'status', 'find', 'sort', 'group'];

export const listed = (text) => text.split(',').map((value) => value.trim().replace(/%2C/g, ',')).filter(Boolean);
export const joined = (values) => values.map((value) => value.replace(/,/g, '%2C')).join();

// By each name a list. What is sorted by says its direction: `title:asc`.
export const query = { listeners: [] };
// As the page came.
export const nothing = Object.fromEntries(NAMES.map((name) => [name, []]));
nothing.sort = listed(listHome?.dataset.sort || '');
nothing.group = ['category'];
export const isUsual = (name) => joined(query[name]) === joined(nothing[name]);
export const isNarrow = (names) => names.some((name) => query[name].length);

memento.read = () => Object.fromEntries(NAMES.map((name) => [name, query[name]]));
const change = (changes) => {
  Object.assign(query, changes);
  return Promise.all(query.listeners.map((listener) => listener()));
};
memento.restore = (then) => NAMES.some((name) => joined(then[name]) !== joined(query[name])) && change(then);

// Changes what it names: query.set({urgency: ['error']}). What is not ours in the URL stays. Back undoes it, unless it goes
// on with what was changed last, as typing does. Settled when it is carried out.
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
// A report has no groups but these.
if (!/^(file|owner|none)$/.test(query.group)) query.group = nothing.group;

export const folded = (text) => text.toLowerCase();
// Calls what was asked for last, when nothing more has been asked for a while.
export const calmly = (act, wait) => {
  let waiting;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(act, wait);
  };
};
