// "Show more" where something is cut at the width it is shown at (B1, T7), and nowhere else. What is near the window is
// measured when it comes near and whenever its size changes: with the window, the size of text, the detail view.
//
// The page comes with each disclosure, and classes say whether it is seen and open: what comes and goes in a long page
// makes a browser look through all of it.

import { $, $$ } from './base.js';

const BOX = '[data-urgency][data-key], [data-cell]';
// In a list of many the style shows the first two.
const HIDDEN = ['tone', 'attribute'].map((name) => `:scope > ${`[data-${name}] ~ `.repeat(2)}[data-${name}]`).join();
// Whether the style gives a part so many lines, or one with an ellipsis, and there is more of it.
const isShort = ({ webkitLineClamp, textOverflow }) => webkitLineClamp !== 'none' || textOverflow === 'ellipsis';
const isOver = (part) =>
  (part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1) && isShort(getComputedStyle(part));
const isCut = (box) => $(HIDDEN, box) || $$(':scope > *, :scope > :is([data-bar], [data-rest]) > *', box).some(isOver);

// All is measured before anything changes, what is open as if it were closed.
const fit = (nodes) => {
  const boxes = nodes.map((node) => node.closest(BOX));
  const open = boxes.filter((box) => box.matches('.full'));
  for (const box of open) box.classList.remove('full');
  const found = boxes.map(isCut);
  for (const box of open) box.classList.add('full');
  boxes.forEach((box, at) => {
    const more = $(':scope > [data-more]', nodes[at]);
    const isSeen = !!found[at] || more.contains(document.activeElement);
    box.classList.toggle('cut', isSeen);
    if (!isSeen) more.open = false;
  });
};

document.addEventListener('toggle', ({ target }) => {
  if (target.matches('[data-more]')) target.closest(BOX).classList.toggle('full', target.open);
}, true);

const resized = new Set();
const sizes = new ResizeObserver((seen) => {
  if (!resized.size) {
    requestAnimationFrame(() => {
      fit([...resized]);
      resized.clear();
    });
  }
  for (const { target } of seen) resized.add(target);
});
const nearby = new IntersectionObserver(
  (seen) => seen.forEach(({ target, isIntersecting }) => sizes[isIntersecting ? 'observe' : 'unobserve'](target)),
  { rootMargin: '400px 0px', scrollMargin: '400px 0px' },
);
// What holds a disclosure is a box; of a banner its rest, since a banner itself may have no size.
for (const { parentNode } of $$('[data-more]')) nearby.observe(parentNode);
