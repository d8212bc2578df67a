// Banners over the content (B4): they come from under what stands above them and stick to the top edge, a line each;
// one that is dismissed slides back there. They never hide anything for good: as soon as the page is scrolled, or has the
// focus beneath, the content makes room. What would take more than 15 % of the window stands in the page like an
// embedded one, but for the one that is open. What has the focus is kept from under them by `scroll-padding`.

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
  // One goes, comes back or shows more.
  const watched = new ResizeObserver(measure);
  for (const banner of over.children) watched.observe(banner);
}
