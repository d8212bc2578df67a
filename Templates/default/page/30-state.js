// What the list is sorted by, filtered by and searched for (F7). It lives in the URL's query under the names and with
// the meaning of the command line's --sort and --filter, so that a view can be linked:
// `?urgency=error,warning&file=Sources/*&sort=time:asc,title`. `find` is what the timeline is searched for.
// A comma inside a value is written as %2C before the value is encoded as all are.

const FILTERS = ['category', 'urgency', 'change', 'file', 'text'];
const NAMES = [...FILTERS, 'tense', 'status', 'find', 'sort'];

// As written in the URL, taken apart: a list by each name. `standard` is the order that the page came in.
const query = { standard: list.home?.dataset.sort || '', listeners: [] };
for (const name of NAMES) query[name] = [];

const folded = (text) => text.toLowerCase();
// [{key, isDescending}]. As the command line reads it: what matters most comes first when no direction is given.
const sortOf = (parts) => {
  const sort = new Map();
  for (const part of parts) {
    const [, key, direction] = /^(urgency|category|time|title|file|change)(?::(asc|desc))?$/.exec(part) || [];
    if (key && !sort.has(key)) sort.set(key, { key, isDescending: direction ? direction === 'desc' : /y$|^time/.test(key) && key !== 'category' });
  }
  return [...sort.values()];
};
const written = (sort) => sort.map(({ key, isDescending }) => key + (isDescending ? ':desc' : ':asc'));
const isStandard = () => query.sort.join() === query.standard;

// Changes what it names: query.set({urgency: ['error']}). What is not ours in the URL stays.
query.set = (changes) => {
  Object.assign(query, changes);
  const address = new URLSearchParams(location.search);
  for (const name of NAMES) {
    address.delete(name);
    if (query[name].length && (name !== 'sort' || !isStandard())) address.set(name, query[name].map((value) => value.replace(/,/g, '%2C')).join());
  }
  const text = String(address).replace(/%(2C|2F|3A)/g, decodeURIComponent);
  try {
    history.replaceState(history.state, '', location.pathname + (text && '?' + text) + location.hash);
  } catch {
    // A sandbox has no address to change.
  }
  for (const listener of query.listeners) listener();
};

query.toggle = (name, value) => query.set({
  [name]: query[name].includes(value) ? query[name].filter((other) => other !== value) : [...query[name], value] });

for (const [name, text] of new URLSearchParams(location.search)) {
  if (NAMES.includes(name)) query[name] = text.split(',').map((value) => value.trim().replace(/%2C/g, ',')).filter(Boolean);
}
