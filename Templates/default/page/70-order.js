// Sorting by several criteria (O4), in the same order as the command line's --sort: stable, what is missing last in
// either direction, texts by case-folded Unicode scalars with runs of digits by their value.
//
// Each criterion becomes a column of numbers, worked out from the cells' text when it is first asked for.

const between = (text, open, close) => {
  const start = text.indexOf(open) + open.length;
  return start < open.length ? '' : text.slice(start, text.indexOf(close, start));
};
const ENTITIES = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const wordsOf = (html) => html.replace(/<[^>]*>/g, '').replace(/&[lga]\w+;/g, (entity) => ENTITIES[entity] || entity);

// A date without a time begins its day where the report speaks from.
const offset = /.{6}$/.exec($('.as-of time')?.dateTime)?.[0];
const PARTS = {
  title: (html) => wordsOf(between(html, '<p class="t" dir="auto">', '</p>').split(' <span class="c"')[0]),
  file: (html) => wordsOf(between(html, '<p class="l"', '</p>').replace(/.*?>/, '')).replace(/(:\d+){1,2}$/, ''),
  time(html) {
    const time = between(html, '<time class="w" datetime="', '"');
    return Date.parse(time[10] ? time : time + 'T00:00' + offset);
  },
};

// Lower case by way of upper case, so that ς and σ, ẞ and ss fall together.
const mapped = (text, change) => [...text].map(change).join('');
const foldScalar = (scalar) =>
  scalar === 'ı' ? scalar : mapped(folded(scalar), (lower) => mapped(lower.toUpperCase(), folded));

// A text's place in the order as a string to compare. What is written with surrogates stands behind the rest, as its
// numbers do; a number is a 0, how many digits it has, and those.
const orderKey = (text) =>
  text
    .replace(/[A-Z]|[^\0-\x7f]/gu, foldScalar)
    .replace(/[\ud800-\uffff]/g, (unit) => String.fromCharCode(unit.charCodeAt() + (unit < '\ue000' ? 0x2000 : -0x800)))
    .replace(/0*(\d*)/g, (run, digits) => run && '0' + String.fromCharCode(digits.length) + digits);

// Does something with each message, in slices; says whether it came to the end before it was stale.
const eachMessage = async (act, isStale) => {
  const slice = slices();
  for (let i = 0; i < list.count; i++) {
    act(i);
    if (!slice.isOver()) continue;
    await slice.next();
    if (isStale?.()) return false;
  }
  return true;
};
const compareText = (a, b) => (a < b ? -1 : +(a > b));

// Ranks of a part of all messages: of the different texts, each once, and which one a message has.
const ranksOf = async (part) => {
  const places = new Map();
  const of = new Uint32Array(list.count);
  const keys = [];
  await eachMessage((i) => {
    const text = PARTS[part](list.html(i));
    if (!places.has(text)) {
      places.set(text, keys.length);
      keys.push(orderKey(text));
    }
    of[i] = places.get(text);
  });
  const order = await sorted([...keys.keys()], (a, b) => compareText(keys[a], keys[b]), slices());
  const ranks = [];
  order.forEach((place, at) => (ranks[place] = !keys[place] ? NaN : at && keys[place] === keys[order[at - 1]] ? ranks[order[at - 1]] : at));
  if (part === 'file') Object.assign(files, { of, names: [...places.keys()] });
  return Float64Array.from(of, (place) => ranks[place]);
};
const files = {};

// What is missing is not a number.
const makeColumn = async (key) => {
  if (key === 'title' || key === 'file') return ranksOf(key);
  const column = new Float64Array(list.count);
  await eachMessage((i) => {
    column[i] = key === 'time' ? PARTS.time(list.html(i)) : key === 'urgency' ? -list.urgency[i] : list.change[i] || NaN;
  });
  return column;
};
const columns = {};
const columnOf = (key) => (columns[key] ||= makeColumn(key));

// How two messages compare; null for the order that the page came in. Equal ones stand as the dataset has them.
const comparing = async () => {
  if (isStandard()) return null;
  const steps = [];
  for (const { key, isDescending } of sortOf(query.sort)) {
    if (key !== 'category') steps.push([await columnOf(key), isDescending ? -1 : 1]);
  }
  return (a, b) => {
    for (const [column, sign] of steps) {
      const [x, y] = [column[a], column[b]];
      if (x === y || (x !== x && y !== y)) continue;
      return x !== x ? 1 : y !== y ? -1 : sign * (x - y);
    }
    return list.ids[a] - list.ids[b];
  };
};

// Sections stand by their titles when categories are what is sorted by first, else as the page came. Those of messages
// without a category stand last in either case, and are called by their urgency.
const arrange = () => {
  const order = [...list.sections];
  const [{ key, isDescending }] = sortOf(query.sort);
  if (key === 'category' && !isStandard()) {
    const rest = [];
    while (order.length && order.at(-1).title === titleOf('urgency', URGENCIES[list.urgency[order.at(-1).first]])) rest.unshift(order.pop());
    const keys = new Map(order.map((section) => [section, orderKey(section.title)]));
    order.sort((a, b) => compareText(keys.get(a), keys.get(b)) * (isDescending ? -1 : 1));
    order.push(...rest);
  }
  const standing = $$(':scope > .s', list.home);
  if (order.some(({ element }, place) => element !== standing[place])) standing.pop().after(...order.map(({ element }) => element));
};
