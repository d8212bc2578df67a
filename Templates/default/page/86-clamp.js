// "Show more" where something is cut at the width it is shown at (B1, T7), and nowhere else. What is near the window is
// measured when it comes near and whenever its size changes: with the window, the size of text, the detail view.

const CUT = ':scope > :is(.t, .x, .at), :scope > .bar > .t';
const HIDDEN = ':scope > :is(.st ~ .st ~ .st, .at ~ .at ~ .at)';
const hasMore = (box) => $(HIDDEN, box) ||
  $$(CUT, box).some((part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1);

const moreOf = () => el('details', { class: 'more' },
  el('summary', {}, el('span', {}, words.showMore), el('span', {}, words.showLess)));

// What is measured stands for the boxes with texts: a banner's own box may be none, so its rest stands for it.
const boxesIn = (node) => (node.matches('.rest') ? [node, node.parentElement] : [node]);

const fit = (nodes) => {
  // An open one is closed for a moment, so that what it opens is measured; all is measured before anything changes.
  const open = nodes.flatMap((node) => $$(':scope > .more[open]', node));
  for (const more of open) more.open = false;
  const found = nodes.map((node) => boxesIn(node).some(hasMore));
  for (const more of open) more.open = true;
  nodes.forEach((node, at) => {
    const more = $(':scope > .more', node);
    if (!found[at]) {
      if (more && !more.contains(document.activeElement)) more.remove();
    } else if (!more) {
      const parts = $$(':scope > :is(h2, .seen, .t, .st, .x, .at)', node);
      if (parts[0]) parts.pop().after(moreOf());
      else node.prepend(moreOf());
    }
  });
};

const changed = new Set();
const sizes = new ResizeObserver((seen) => {
  if (!changed.size) {
    requestAnimationFrame(() => {
      fit([...changed].filter((node) => node.isConnected));
      changed.clear();
    });
  }
  for (const { target } of seen) changed.add(target);
});
const nearby = new IntersectionObserver(
  (seen) => seen.forEach(({ target, isIntersecting }) => sizes[isIntersecting ? 'observe' : 'unobserve'](target)),
  { rootMargin: '400px 0px', scrollMargin: '400px 0px' },
);
listDecorators.push((cell) => nearby.observe(cell));
for (const node of $$('.alert, .rest, .cell')) nearby.observe(node);
