// What the list is sorted by, filtered by and searched for (F7). It lives in the URL's query under the names and with
// the meaning of the command line's --sort and --filter, so that a view can be linked:
// `?urgency=error,warning&file=Sources/*&sort=time:asc,title`. `find` is what the timeline is searched for.
// A comma between values stays a comma; one inside a value is written as %2C.

const FILTERS = ['category', 'urgency', 'change', 'file', 'text'];
const NAMES = [...FILTERS, 'tense', 'status', 'find', 'sort'];

// As written in the URL, taken apart: a list by each name. `standard` is the order that the page came in.
const query = { standard: list.home?.dataset.sort || '', listeners: [] };
for (const name of NAMES) query[name] = [];

const folded = (text) => text.toLowerCase();
const decoded = (text) => {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' ')).trim();
  } catch {
    return '';
  }
};
const nameOf = (part) => decoded(part.split('=')[0]);
const inAddress = () => location.search.slice(1).split('&').filter(Boolean);

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

// Changes what it names: query.set({urgency: ['error']}). What is not ours in the URL stays as it is.
query.set = (changes) => {
  Object.assign(query, changes);
  const parts = inAddress().filter((part) => !NAMES.includes(nameOf(part)));
  for (const name of NAMES) {
    const values = query[name].map((value) => encodeURIComponent(value).replace(/%(2F|3A)/g, decodeURIComponent).replace(/%20/g, '+'));
    if (values.length && (name !== 'sort' || !isStandard())) parts.push(name + '=' + values.join());
  }
  try {
    history.replaceState(history.state, '', location.pathname + (parts.length ? '?' + parts.join('&') : '') + location.hash);
  } catch {
    // A sandbox has no address to change.
  }
  for (const listener of query.listeners) listener();
};

query.toggle = (name, value) => query.set({
  [name]: query[name].includes(value) ? query[name].filter((other) => other !== value) : [...query[name], value] });

for (const part of inAddress()) {
  const name = nameOf(part);
  if (NAMES.includes(name)) query[name] = part.slice(part.indexOf('=') + 1).split(',').map(decoded).filter(Boolean);
}
query.sort = written(sortOf(query.sort));
if (!query.sort.length) query.sort = query.standard.split(',');
