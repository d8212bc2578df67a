// Overlapping banners slide in from under the header of the page and stick to the top edge, a line
// each. If they need more than 15 % of the window, they are embedded, unless one is expanded or
// focused; a banner that leaves does not change this. `scroll-padding` keeps the focused element
// visible.

import { $, $$, on, root } from './base.js';

// Where the page begins below the banners at the top edge, in pixels, and one more.
export let edge = 1;

const over = $('[data-position="overlapping"]');
if (over) {
  const home = over.nextSibling;
  const below = $('.alerts, #overview') || home;
  let isOver = true;
  const measure = ({ type }) => {
    over.classList.add('over');
    const height = Math.max(0, ...$$('[data-key]:not([hidden])', over).map((banner) => banner.offsetTop + banner.offsetHeight));
    if (isOver || type) isOver = !!$('.full, :focus-within', over) || height <= innerHeight * 0.15;
    over.classList.toggle('over', isOver);
    root.classList.toggle('covered', isOver);
    edge = 1 + isOver * height;
    root.style.setProperty('--over', height + 'px');
    const next = isOver ? below : home;
    // A banner that moves would lose the focus.
    if (over.nextSibling !== next) next?.before(over);
  };
  measure({});
  on(window, 'resize', measure);
  // A banner disappears, returns or expands.
  const watched = new ResizeObserver(measure);
  for (const banner of over.children) watched.observe(banner);
}
