// Overlapping banners slide in under the content above them and stick to the top edge, a line each.
// They hide content only until the page is scrolled or focused; then the content moves down. If
// they need more than 15 % of the window, they are embedded, unless one is expanded or focused.
// `scroll-padding` keeps the focused element visible.

import { $, $$, on, root } from './base.js';

const over = $('[data-position="overlapping"]');
if (over) {
  const makeRoom = () => over.classList.add('roomy');
  const measure = () => {
    over.classList.add('over');
    const height = Math.max(0, ...$$('[data-key]:not([hidden])', over).map((banner) => banner.offsetTop + banner.offsetHeight));
    const isOver = $('.full, :focus-within', over) || height <= innerHeight * 0.15;
    over.classList.toggle('over', isOver);
    root.classList.toggle('covered', isOver);
    root.style.setProperty('--over', height + 'px');
    if (root.scrollHeight <= innerHeight) makeRoom();
  };
  measure();
  for (const type of ['scroll', 'focusin']) on(window, type, makeRoom);
  on(window, 'resize', measure);
  // A banner disappears, returns or expands.
  const watched = new ResizeObserver(measure);
  for (const banner of over.children) watched.observe(banner);
}
