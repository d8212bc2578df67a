// The filter feedback bar (F1 to F4, F6): what is in force, and the fast filters that are not.
//
// A chip is {id, text, count, isOn, hasChoices, act}. What the category filter above says already is not said again.

const feedback = el('div', { class: 'feedback', role: 'group', 'aria-label': words.filters, hidden: true });
const chipElements = new Map();
const MANY = 8;
const LONG = 28;

const labelled = ({ label, isClear }, value) => (isClear ? value : say('labelWithValue', { label, value }));
const withCount = (title, count) => say('titleWithCount', { title, count });

const toggled = (key, value) => {
  const values = query.values[key];
  return { [key]: values.includes(value) ? values.filter((other) => other !== value) : [...values, value] };
};

// Filters of messages that have chips here, and which of them are fast.
const barDimensions = () => {
  const fast = (list.home.dataset.fast || '').split(' ');
  return dimensions
    .filter(({ key, of }) => of || key === 'file')
    .map((dimension) => ({ ...dimension, isFast: fast.includes(dimension.key) && !(dimension.key === 'category' && $('.filter', list.home)) }));
};

const fastChips = (dimension) =>
  dimension.values.map(({ value, title, count }) => ({
    id: dimension.key + '=' + value,
    text: labelled(dimension, title),
    count,
    isOn: query.values[dimension.key].includes(value),
    act: () => query.set(toggled(dimension.key, value)),
  }));

// A filter that is no fast one: its value, which goes when it is chosen, or how many, with a view to choose in.
const otherChips = (dimension) => {
  const { key, label } = dimension;
  const chosen = chosenIn(key);
  if (!chosen.length || (key === 'category' && chosen.length === 1 && $('.filter', list.home))) return [];
  const isOne = chosen.length === 1;
  return [{
    id: key,
    text: isOne ? labelled(dimension, chosen[0].title) : withCount(label, chosen.length),
    isOn: true,
    hasChoices: !isOne,
    act: isOne ? () => query.set({ [key]: [] }) : (chip) => openForm(chip, key),
  }];
};

// Newest First says what is sorted by; A to Z does not.
const criterionText = ({ key, isDescending }) =>
  /time|change/.test(key) ? directionWord(key, isDescending)
    : say('labelWithValue', { label: words['sort' + capitalized(key)], value: directionWord(key, isDescending) });

const sortChip = () => ({
  id: 'sort',
  text: query.sort.length > 1 ? withCount(words.sortBy, query.sort.length) : say('sortChip', { criteria: criterionText(query.sort[0]) }),
  isOn: true,
  hasChoices: true,
  act: (chip) => openForm(chip, 'sort'),
});

const counterChip = () => {
  const count = dimensions.reduce((sum, { key }) => sum + query.values[key].length, 0);
  return {
    id: 'counter',
    text: words.sortAndFilter,
    count: count || null,
    label: count ? `${words.sortAndFilter}. ${say('activeFilters', { count })}` : words.sortAndFilter,
    isForm: true,
    act: (chip) => openForm(chip),
  };
};

const chipsInForce = () => {
  const all = barDimensions();
  const fast = (list.home.dataset.fast || '').split(' ')
    .flatMap((key) => all.filter((dimension) => dimension.key === key && dimension.isFast))
    .flatMap(fastChips);
  const active = all.flatMap((dimension) => (dimension.isFast ? fastChips(dimension).filter(({ isOn }) => isOn) : otherChips(dimension)));
  if (!isStandard(query.sort)) active.unshift(sortChip());
  if (!fast.length && !active.length) return [];
  if (fast.length > MANY || fast.some(({ text }) => text.length > LONG)) return [counterChip()];
  return [...('counter' in list.home.dataset ? [counterChip()] : []), ...active, ...fast.filter(({ isOn }) => !isOn)];
};

const chipElement = (id) => {
  const made = el('button', { type: 'button', class: 'chip', 'data-chip': id });
  chipElements.set(id, made);
  return made;
};

const drawChip = (chip) => {
  const element = chipElements.get(chip.id) || chipElement(chip.id);
  const opens = chip.isForm || chip.hasChoices;
  element.replaceChildren(...(chip.isOn ? [icon('check')] : []), el('bdi', {}, chip.text),
    ...(chip.count == null ? [] : [' ', el('span', { class: 'n' }, number(chip.count))]));
  element.classList.toggle('on', !!chip.isOn);
  element.classList.toggle('opens', !!chip.hasChoices);
  for (const [name, value] of [['aria-pressed', !opens && String(chip.isOn)], ['aria-haspopup', opens && 'dialog'], ['aria-label', chip.label]]) {
    if (value) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }
  element.onclick = () => chip.act(element);
  return element;
};

// The focus stays on a chip that moves; where it goes, it passes to its neighbour.
const drawBar = () => {
  const focused = feedback.contains(document.activeElement) ? document.activeElement : null;
  const place = [...feedback.children].indexOf(focused);
  const elements = chipsInForce().map(drawChip);
  if ('wrapped' in list.home.dataset && elements.length) elements.unshift(el('p', { class: 'group' }, words.filterBy));
  if (elements.length !== feedback.children.length || elements.some((element, at) => element !== feedback.children[at])) {
    feedback.replaceChildren(...elements);
  }
  feedback.hidden = !elements.length;
  if (focused) {
    const next = elements.includes(focused) ? focused : elements[Math.min(place, elements.length - 1)] || $('#search');
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
  hintAtMore();
};

// At which ends there is more to see than fits.
const hintAtMore = () => {
  const at = Math.abs(feedback.scrollLeft);
  feedback.classList.toggle('more-before', at > 1);
  feedback.classList.toggle('more-after', at + feedback.clientWidth < feedback.scrollWidth - 1);
};
feedback.addEventListener('scroll', hintAtMore, { passive: true });
addEventListener('resize', hintAtMore);
