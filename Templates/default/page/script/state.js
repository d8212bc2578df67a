// What the list is sorted by, filtered by and searched for (F7). It lives in the URL's query under the names and with
// the meaning of the command line's --sort and --filter, so that a view can be linked:
// `?urgency=error,warning&file=Sources/*&sort=time:asc,title`. `find` is what the timeline is searched for.
// A comma inside a value is written as %2C before the value is encoded as all are.

import { listHome } from './list.js';

export const FILTERS = ['category', 'urgency', 'kind', 'change', 'file', 'text'];
const NAMES = [...FILTERS, 'tense', 'status', 'find', 'sort'];

export const listed = (text) => text.split(',').map((value) => value.trim().replace(/%2C/g, ',')).filter(Boolean);
export const joined = (values) => values.map((value) => value.replace(/,/g, '%2C')).join();

// By each name a list. What is sorted by says its direction: `title:asc`.
export const query = { listeners: [] };
export const nothing = Object.fromEntries(NAMES.map((name) => [name, []]));
// The order that the page came in.
const standard = listHome?.dataset.sort || '';
nothing.sort = listed(standard);
export const isStandard = () => joined(query.sort) === standard;

// Changes what it names: query.set({urgency: ['error']}). What is not ours in the URL stays. Settled when it is carried out.
query.set = (changes) => {
  Object.assign(query, changes);
  const address = new URLSearchParams(location.search);
  for (const name of NAMES) {
    address.delete(name);
    if (query[name].length && (name !== 'sort' || !isStandard())) address.set(name, joined(query[name]));
  }
  const text = String(address).replace(/%(2C|2F|3A)/g, decodeURIComponent);
  try {
    history.replaceState(null, '', location.pathname + (text && '?' + text) + location.hash);
  } catch {
    // A sandbox has no address to change.
  }
  return Promise.all(query.listeners.map((listener) => listener()));
};

export const asked = new URLSearchParams(location.search);
for (const name of NAMES) query[name] = listed(asked.get(name) || '');

export const folded = (text) => text.toLowerCase();
// Calls what was asked for last, when nothing more has been asked for a while.
export const calmly = (act, wait) => {
  let waiting;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(act, wait);
  };
};
