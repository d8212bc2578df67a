// "Show more" where something is cut at the width it is shown at (B1, T7), and nowhere else. What is near the window is
// measured when it comes near and whenever its size changes: with the window, the size of text, the detail view.
//
// The page comes with each disclosure, and classes say whether it is seen and open: what comes and goes in a long page
// makes a browser look through all of it.

import { $, $$, on } from './base.js';

const BOX = '[data-urgency][data-key], [data-cell]';
// In a list of many the style shows the first two.
const HIDDEN = ':scope > :is([data-tone] ~ [data-tone] ~ [data-tone], [data-attribute] ~ [data-attribute] ~ [data-attribute])';
// Whether the style gives a part so many lines, or one with an ellipsis, and there is more of it.
const isShort = ({ webkitLineClamp, textOverflow }) => webkitLineClamp !== 'none' || textOverflow === 'ellipsis';
const isOver = (part) =>
  (part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1) && isShort(getComputedStyle(part));
const isCut = (box) => $(HIDDEN, box) || $$(':scope > *, :scope > :is([data-bar], [data-rest]) > *', box).some(isOver);

// All is measured before anything changes, what is open as if it were closed.
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

on(document, 'toggle', ({ target }) => {
  if (target.matches('[data-more]')) target.closest(BOX).classList.toggle('full', target.open);
}, true);

const sizes = new ResizeObserver((seen) => requestAnimationFrame(() => fit(seen.map(({ target }) => target.closest(BOX)))));
const nearby = new IntersectionObserver(
  (seen) => seen.forEach(({ target, isIntersecting }) => sizes[isIntersecting ? 'observe' : 'unobserve'](target)),
  { rootMargin: '400px 0px', scrollMargin: '400px 0px' },
);
// What holds a disclosure is a box; of a banner its rest, since a banner itself may have no size.
for (const { parentNode } of $$('[data-more]')) nearby.observe(parentNode);
