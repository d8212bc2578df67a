// What the list is sorted by, filtered by and searched for (F7). It lives in the URL's query under the names and with
// the meaning of the command line's --sort and --filter, so that a view can be linked:
// `?urgency=error,warning&file=Sources/*&sort=time:asc,title`. `find` is what the timeline is searched for.
// A comma between values stays a comma; one inside a value is written as %2C.

const FILTERS = ['category', 'urgency', 'change', 'file', 'text', 'tense', 'status', 'find'];
const CRITERIA = ['urgency', 'category', 'time', 'title', 'file', 'change'];

const query = {
  // Lists of values by the names in FILTERS; those that the page does not know are dropped when it is known what it has.
  values: {},
  // [{key, isDescending}], and the same for the order that the page came in.
  sort: [],
  standard: [],
  // Called with what has changed: {urgency: [...]}.
  listeners: [],
};

const folded = (text) => text.toLowerCase();

// As the command line reads it: what matters most comes first when no direction is given.
const readSort = (text) => {
  const sort = [];
  for (const part of text.split(',')) {
    const [key, direction = /^(urgency|time)$/.test(key) ? 'desc' : 'asc'] = part.trim().split(':');
    if (!CRITERIA.includes(key) || !/^(asc|desc)$/.test(direction) || sort.some((other) => other.key === key)) continue;
    sort.push({ key, isDescending: direction === 'desc' });
  }
  return sort;
};

const writeSort = (sort) => sort.map(({ key, isDescending }) => key + (isDescending ? ':desc' : ':asc')).join();
const isStandard = (sort) => writeSort(sort) === writeSort(query.standard);

const decoded = (text) => {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' ')).trim();
  } catch {
    return '';
  }
};
const encoded = (text) => encodeURIComponent(text).replace(/%2F/g, '/').replace(/%20/g, '+');

const inAddress = () => location.search.slice(1).split('&').filter(Boolean);
const nameOf = (part) => decoded(part.split('=')[0]);

// Names in the query that are not ours stay as they are, and so does the fragment.
const writeAddress = () => {
  const parts = inAddress().filter((part) => ![...FILTERS, 'sort'].includes(nameOf(part)));
  for (const name of FILTERS) {
    if (query.values[name].length) parts.push(name + '=' + query.values[name].map(encoded).join());
  }
  if (!isStandard(query.sort)) parts.push('sort=' + writeSort(query.sort));
  try {
    history.replaceState(history.state, '', location.pathname + (parts.length ? '?' + parts.join('&') : '') + location.hash);
  } catch {
    // A sandbox has no address to change.
  }
};

// query.set({urgency: ['error'], sort: […]}) changes what it names.
query.set = ({ sort = query.sort, ...values }) => {
  query.sort = sort;
  Object.assign(query.values, values);
  writeAddress();
  for (const listener of query.listeners) listener();
};

for (const name of FILTERS) query.values[name] = [];
query.sort = query.standard = readSort(list.home?.dataset.sort || '');
for (const part of inAddress()) {
  const name = nameOf(part);
  const values = part.slice(part.indexOf('=') + 1).split(',').map(decoded).filter(Boolean);
  if (FILTERS.includes(name)) query.values[name] = values;
  if (name === 'sort' && readSort(values.join()).length) query.sort = readSort(values.join());
}
