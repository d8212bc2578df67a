// "Show more" where something is cut at the width it is shown at (B1, T7), and nowhere else. What is near the window is
// measured when it comes near and whenever its size changes: with the window, the size of text, the detail view.
//
// Each box has its disclosure before it comes into the document, and classes say whether it is seen and open: what comes
// and goes in a long page makes a browser look through all of it.

const BOX = '.m, .banner, .alert, .cell';
const CUT = ':scope > :is(.t, .x, .at), :scope > .bar > .t, :scope > .rest > .x';
const HIDDEN = ':scope > :is(.st ~ .st ~ .st, .at ~ .at ~ .at)';
const isCut = (box) => $(HIDDEN, box) ||
  $$(CUT, box).some((part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1);

// All is measured before anything changes, what is open as if it were closed.
const fit = (nodes) => {
  const boxes = nodes.map((node) => node.closest(BOX));
  const open = boxes.filter((box) => box.matches('.full'));
  for (const box of open) box.classList.remove('full');
  const found = boxes.map(isCut);
  for (const box of open) box.classList.add('full');
  boxes.forEach((box, at) => {
    const more = $(':scope > .more', nodes[at]);
    const isSeen = !!found[at] || more.contains(document.activeElement);
    box.classList.toggle('cut', isSeen);
    if (!isSeen) more.open = false;
  });
};

document.addEventListener('toggle', ({ target }) => {
  if (target.matches('.more')) target.closest(BOX).classList.toggle('full', target.open);
}, true);

const resized = new Set();
const sizes = new ResizeObserver((seen) => {
  if (!resized.size) {
    requestAnimationFrame(() => {
      fit([...resized].filter((node) => node.isConnected));
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
const watch = (node) => {
  if (!$(':scope > .more', node)) {
    const made = el('details', { class: 'more' }, el('summary', {}, el('span', {}, words.showMore), el('span', {}, words.showLess)));
    const before = $$(':scope > :is(h2, .seen, .t, .st, .x, .at)', node).pop();
    if (before) before.after(made);
    else node.prepend(made);
  }
  nearby.observe(node);
};
listDecorators.push(watch);
$$('.alert, .rest, .cell').forEach(watch);
