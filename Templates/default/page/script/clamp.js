// Shows "Show more" only where an entry is cut at its current width. Entries are measured near the
// window and whenever their size changes: with the window, the text size or the detail view.
//
// The page contains all disclosures, and classes show and open them: inserting elements into a long
// page makes a browser check all of it.

import { $, $$, on } from './base.js';

// The style shows only the first two of many.
const HIDDEN = ':scope > :is([data-tone] ~ [data-tone] ~ [data-tone], [data-attribute] ~ [data-attribute] ~ [data-attribute])';
// Whether the style clamps the lines of a part or shortens it with an ellipsis.
const isShort = ({ webkitLineClamp, textOverflow }) => webkitLineClamp !== 'none' || textOverflow === 'ellipsis';
const isOver = (part) =>
  (part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1) && isShort(getComputedStyle(part));
const isCut = (box) => $(HIDDEN, box) || [...box.children].some(isOver);

// Measures all boxes, closed, before it changes any.
const fit = (boxes) => {
  const open = boxes.filter((box) => box.matches('.full'));
  const put = (isFull) => open.forEach((box) => box.classList.toggle('full', isFull));
  put(false);
  const found = boxes.map(isCut);
  put(true);
  boxes.forEach((box, at) => {
    const more = $('[data-more]', box);
    const isSeen = !!found[at] || more.contains(document.activeElement);
    box.classList.toggle('cut', isSeen);
    if (!isSeen) more.open = false;
  });
};

// A banner and an alert open from a line.
on(document, 'toggle', ({ target }) => {
  if (target.matches('[data-more]')) target.closest('[data-cell], [data-key]').classList.toggle('full', target.open);
}, true);

const sizes = new ResizeObserver((seen) => requestAnimationFrame(() => fit(seen.map(({ target }) => target))));
const nearby = new IntersectionObserver(
  (seen) => seen.forEach(({ target, isIntersecting }) => sizes[isIntersecting ? 'observe' : 'unobserve'](target)),
  { rootMargin: '400px 0px', scrollMargin: '400px 0px' },
);
for (const { parentNode } of $$('[data-cell] > [data-more]')) nearby.observe(parentNode);
