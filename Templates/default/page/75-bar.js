// The filter feedback bar (F1 to F4, F6): what is in force, and the fast filters that are not. A fast filter is a
// checkbox of the form once more. What the category filter above says already is not said again.

const bar = el('div', { class: 'feedback', role: 'group', 'aria-label': words.filters });
const MANY = 8;
const LONG = 28;

// A checkbox that follows the query. A value that is not clear alone is said with its label (F4).
const fastChip = (key, original) => {
  const chip = original.parentNode.cloneNode(true);
  const input = box(chip);
  chip.className = 'chip';
  chip.dataset.chip = key + '=' + input.value;
  input.onchange = () => query.toggle(key, input.value);
  input.after(icon('check'));
  if (key === 'change') $('bdi', chip).prepend(withLabel(groups[key].label, ''));
  const show = () => (input.checked = query[key].includes(input.value));
  query.listeners.push(show);
  show();
  return chip;
};

// Others are buttons, made once, so that the focus can stay on them.
const made = {};
const buttonChip = (id, text, opens, act) => {
  const chip = (made[id + !opens] ||= el('button', {
    type: 'button', class: 'chip on ' + (opens || ''), 'data-chip': id, 'aria-haspopup': opens && 'dialog', 'aria-pressed': !opens && 'true',
  }));
  chip.replaceChildren(icon('check'), el('bdi', {}, text));
  chip.onclick = () => act(chip);
  return chip;
};
const withCount = (title, count) => say('titleWithCount', { title, count });
const withLabel = (label, value) => say('labelWithValue', { label, value });

// A filter that is no fast one: its value, which goes when it is chosen, or how many, with a view to choose in.
const slowChip = (key) => {
  const { label } = groups[key];
  const [first, second] = query[key];
  if (second) return buttonChip(key, withCount(label, query[key].length), 'opens', (chip) => openForm(chip, key));
  const value = key === 'file' ? first : titleOf(key, first);
  return buttonChip(key, /file|change/.test(key) ? withLabel(label, value) : value, '', () => query.set({ [key]: [] }));
};

// Newest First says what is sorted by; A to Z does not.
const sortChip = () => {
  const [first, second] = query.sort;
  const [{ key, isDescending }] = sortOf([first]);
  const row = rowOf(key);
  const direction = $$('.turn > span', row)[+isDescending].textContent;
  const criteria = /time|change/.test(key) ? direction : withLabel(nameOfBox(box(row)), direction);
  return buttonChip('sort', second ? withCount(words.sortBy, query.sort.length) : say('sortChip', { criteria }), 'opens',
    (chip) => openForm(chip, 'sort'));
};

const counterChip = () => {
  const count = Object.keys(groups).reduce((sum, key) => sum + (key === 'sort' ? 0 : query[key].length), 0);
  return buttonChip('counter', count ? withCount(words.sortAndFilter, count) : words.sortAndFilter, 'summary', (chip) => openForm(chip));
};

const fastChips = {};
const makeBar = () => {
  for (const key of (list.home.dataset.fast || '').split(' ')) {
    if (codes[key] && groups[key] && (key !== 'category' || !radios.length)) fastChips[key] = groups[key].boxes.map((original) => fastChip(key, original));
  }
};
const chipsNow = () => {
  const isOn = (chip) => box(chip).checked;
  const fast = Object.values(fastChips).flat();
  const active = isStandard() ? [] : [sortChip()];
  for (const key of FILTERS) {
    if (fastChips[key]) active.push(...fastChips[key].filter(isOn));
    else if (groups[key] && query[key].length > (key === 'category' && radios.length ? 1 : 0)) active.push(slowChip(key));
  }
  if (!fast.length && !active.length) return [];
  if (fast.length > MANY || fast.some((chip) => chip.textContent.length > LONG)) return [counterChip()];
  return [...('counter' in list.home.dataset ? [counterChip()] : []), ...active, ...fast.filter((chip) => !isOn(chip))];
};

// The focus stays on a chip that moves; from one that goes it passes to its neighbour.
const drawBar = () => {
  const focused = [...bar.children].find((chip) => chip.contains(document.activeElement));
  const place = [...bar.children].indexOf(focused);
  const chips = chipsNow();
  if (chips.some((chip, at) => chip !== bar.children[at]) || bar.children[chips.length]) bar.replaceChildren(...chips);
  if (focused) {
    const next = chips.includes(focused) ? focused : chips[place] || chips.at(-1) || $('#search')?.parentNode;
    next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    (next && (box(next) || next))?.focus({ preventScroll: true });
  }
  hintAtMore();
};

// At which ends there is more to see than fits.
const hintAtMore = () => {
  const at = Math.abs(bar.scrollLeft);
  bar.classList.toggle('more-before', at > 1);
  bar.classList.toggle('more-after', at + bar.clientWidth < bar.scrollWidth - 1);
};
bar.addEventListener('scroll', hintAtMore, { passive: true });
addEventListener('resize', hintAtMore);
