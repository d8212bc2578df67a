// What can be filtered by: the groups of the form in components/form.page, of which only what occurs is offered. Values
// of one group widen the choice, groups narrow it (F2, M7).

const form = $('#sort-and-filter').content.firstElementChild;
const groups = {};
for (const element of $$('[data-key]', form)) {
  groups[element.dataset.key] = { element, label: $('legend', element).textContent, boxes: $$('input', element) };
}
const nameOfBox = (box) => $('bdi', box.parentNode).textContent;
const titleOf = (key, value) => nameOfBox(groups[key].boxes.find((box) => box.value === value));

// Counts the values by `counts`, drops those that do not occur, and of what is asked for what is not known. Categories
// are asked for by title, whatever the case.
const offer = (key, counts) => {
  const { element, boxes } = groups[key];
  const known = boxes.filter((box, at) => {
    $('.n', box.parentNode).textContent = number(counts[at]);
    return counts[at] || box.parentNode.remove();
  });
  groups[key].boxes = known;
  const asked = query[key].map(folded);
  query[key] = known.filter((box) => asked.includes(folded(box.value)) || asked.includes(folded(nameOfBox(box)))).map((box) => box.value);
  if (known.length < 2 && !query[key].length) {
    element.remove();
    delete groups[key];
  }
};

// For each group the values by their number in its column.
const codes = { urgency: URGENCIES, change: CHANGES };
const offerMessages = () => {
  const { boxes } = groups.category;
  // Two categories with one title are told apart by their places.
  for (const [place, box] of boxes.entries()) {
    if (boxes.some((other) => other !== box && other.value.split('~')[0] === box.value)) box.value += '~' + (place + 1);
  }
  codes.category = boxes.map(({ value }) => value);
  list.category = list.section;
  for (const [key, values] of Object.entries(codes)) {
    const counts = values.map(() => 0);
    for (const code of list[key]) counts[code]++;
    if (groups[key]) offer(key, key === 'change' ? counts.slice(1) : counts);
  }
};

// `*` and `?` stay within one part of a path, `**` stands for any number of parts; without a slash it is about the last part.
const globbed = (pattern) => {
  const source = pattern.replace(/\[[!^]?.[^\]]*\]|\*\*\/|\*+|[^\w]/gu, (sign) =>
    ({ '**/': '(?:.*/)?', '*': '[^/]*', '?': '[^/]' })[sign] ||
    (sign[1] === '*' ? '.*' : sign[0] === '[' && sign[1] ? '(?!/)' + sign.replace(/^\[[!^]/, '[^').replace(/\\/g, '\\\\') : '\\u{' + sign.codePointAt().toString(16) + '}'));
  try {
    return new RegExp(`^${pattern.includes('/') ? '' : '(?:.*/)?'}${source}$`, 'su');
  } catch {
    return /^\b$/;
  }
};

// A function that says whether a message passes what is `wanted`: lists of values, as in query.
const passing = async (wanted, isStale) => {
  const steps = [];
  for (const key of Object.keys(codes)) {
    if (!wanted[key].length) continue;
    const chosen = codes[key].map((value) => wanted[key].includes(value));
    steps.push((i) => chosen[list[key][i]]);
  }
  if (wanted.file.length) {
    await columnOf('file');
    const globs = wanted.file.map(globbed);
    const fits = files.names.map((name) => name && globs.some((glob) => glob.test(name)));
    steps.push((i) => fits[files.of[i]]);
  }
  const hits = await findHits(wanted.text, isStale);
  if (hits) steps.push((i) => hits[i]);
  return (i) => steps.every((step) => step(i));
};

// How many messages there would be; undefined when somebody has asked again meanwhile.
let counting = 0;
const countPassing = async (wanted) => {
  const mine = ++counting;
  const isStale = () => mine !== counting;
  const passes = [...new Map(list.filters).set('query', await passing(wanted, isStale)).values()];
  let count = 0;
  if (await eachMessage((i) => (count += passes.every((pass) => pass(i))), isStale)) return count;
};

// The radio buttons of the category filter are one more way to choose; one category is theirs, several are nobody's.
const radios = $$('.filter input');
const positionOf = (value) => list.sections[codes.category.indexOf(value)].element.dataset.position;
const showRadios = () => {
  const [first, second] = query.category;
  for (const radio of radios) radio.checked = !second && radio.id === 'category-' + (first ? positionOf(first) : 0);
};
const followRadios = () => {
  let checked;
  for (const radio of radios) {
    radio.onchange = () => query.set({ category: codes.category.filter((value) => radio.id === 'category-' + positionOf(value)) });
    // Choosing it again returns to all.
    radio.onpointerdown = radio.onkeydown = () => {
      checked = radio.checked && radio;
    };
    radio.onclick = () => {
      if (checked === radio) query.set({ category: [] });
    };
  }
};
