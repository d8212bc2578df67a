// Sorting by several criteria (O4), in the same order as the command line's --sort: stable, what is missing last in
// either direction, texts by case-folded Unicode scalars with runs of digits by their value.
//
// Each criterion becomes a column of numbers, worked out from the cells' text when it is first asked for.

const between = (text, open, close) => {
  const start = text.indexOf(open);
  return start < 0 ? '' : text.slice(start + open.length, text.indexOf(close, start));
};
const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
const wordsOf = (html) => html.replace(/<[^>]*>/g, '').replace(/&\w+;/g, (entity) => ENTITIES[entity] || entity);

const PARTS = {
  title: (html) => wordsOf(between(html, '<p class="t" dir="auto">', '</p>').split(' <span class="c"')[0]),
  file: (html) => wordsOf('<' + between(html, '<p class="l"', '</p>')).replace(/(:\d+){1,2}$/, ''),
};

// Lower case by way of upper case, so that ς and σ, ẞ and ss fall together.
const foldScalar = (scalar) =>
  scalar === 'ı' ? scalar : [...scalar.toLowerCase()].map((lower) => [...lower.toUpperCase()].map(folded).join('')).join('');

// A text's place in the order as a string to compare: folded; scalars beyond the surrogates in front of what is
// written with them; a number as 0, how many digits it has, and those.
const orderKey = (text) =>
  text
    .replace(/[A-Z]|[^\0-\x7f]/gu, foldScalar)
    .replace(/[\ud800-\uffff]/g, (unit) => String.fromCharCode(unit.charCodeAt() + (unit < '\ue000' ? 0x2000 : -0x800)))
    .replace(/\d+/g, (digits) => {
      const value = digits.replace(/^0+/, '');
      return '0' + String.fromCharCode(value.length) + value;
    });

// A date without a time begins its day where the report speaks from.
const offset = /(Z|[+-]\d\d:\d\d)$/.exec($('.as-of time')?.getAttribute('datetime'))?.[0] || 'Z';
const instantOf = (html) => {
  const time = between(html, '<time class="w" datetime="', '">');
  if (!time) return Infinity;
  const instant = Date.parse(time.length < 11 ? time + 'T00:00' + offset : time);
  return isNaN(instant) ? Infinity : instant;
};

// Ranks of a part of all messages, and for files what they stand for.
const ranksOf = async (key, slice) => {
  const keys = [];
  const texts = [];
  const present = [];
  for (let i = 0; i < list.count; i++) {
    const text = PARTS[key](list.html(i));
    if (text) present.push(i);
    keys.push(orderKey(text));
    if (key === 'file') texts.push(text);
    if (slice.isOver()) await slice.next();
  }
  const order = await sorted(present, (a, b) => (keys[a] < keys[b] ? -1 : +(keys[a] > keys[b])), slice);
  const column = new Float64Array(list.count).fill(Infinity);
  let rank = 0;
  order.forEach((i, at) => {
    if (at && keys[i] !== keys[order[at - 1]]) rank++;
    column[i] = rank;
  });
  if (key === 'file') columns.files = filesOf(texts);
  return column;
};

// The names of files once each, and for each message its place among them; 0 is none.
const filesOf = (texts) => {
  const names = new Map([['', 0]]);
  const places = Uint32Array.from(texts, (text) => names.get(text) ?? names.set(text, names.size).size - 1);
  return { names: [...names.keys()], places };
};

const makeColumn = async (key) => {
  const slice = slices();
  if (PARTS[key]) return ranksOf(key, slice);
  const column = new Float64Array(list.count);
  for (let i = 0; i < list.count; i++) {
    if (key === 'time') column[i] = instantOf(list.html(i));
    else column[i] = key === 'urgency' ? -list.urgency[i] : list.change[i] || Infinity;
    if (slice.isOver()) await slice.next();
  }
  return column;
};

// Promises of columns by their criteria.
const columns = {};
const columnOf = (key) => (columns[key] ||= makeColumn(key));

// How two messages compare; null for the order that the page came in. Equal ones stand as the dataset has them.
const comparing = async (sort) => {
  if (isStandard(sort)) return null;
  const steps = [];
  for (const { key, isDescending } of sort) {
    if (key !== 'category') steps.push({ column: await columnOf(key), sign: isDescending ? -1 : 1 });
  }
  return (a, b) => {
    for (const { column, sign } of steps) {
      const [x, y] = [column[a], column[b]];
      if (x !== y) return x === Infinity ? 1 : y === Infinity ? -1 : sign * (x - y);
    }
    return list.ids[a] - list.ids[b];
  };
};

// Sections for messages without a category stand last and are called by their urgency.
const withoutCategory = () => {
  const found = new Set();
  for (const section of [...list.sections].reverse()) {
    const urgency = URGENCIES[list.urgency[section.first]];
    if (section.title !== words['urgency' + capitalized(urgency)]) break;
    found.add(section);
  }
  return found;
};
const capitalized = (text) => text[0].toUpperCase() + text.slice(1);

// Sections stand by their titles when categories are what is sorted by first, else as the page came.
const arrange = ([first]) => {
  let order = list.sections;
  if (first?.key === 'category' && !isStandard(query.sort)) {
    const last = withoutCategory();
    const sign = first.isDescending ? -1 : 1;
    const keys = new Map(order.map((section) => [section, orderKey(section.title)]));
    order = [...order].sort((a, b) => last.has(a) - last.has(b) ||
      (last.has(a) ? 0 : keys.get(a) < keys.get(b) ? -sign : keys.get(a) > keys.get(b) ? sign : 0));
  }
  const standing = $$(':scope > .s', list.home);
  if (standing.every((element, place) => element === order[place].element)) return;
  standing.pop().after(...order.map((section) => section.element));
};
