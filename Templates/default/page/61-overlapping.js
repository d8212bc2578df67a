// Banners over the content (B4): they come from under what stands above them and stick to the top edge, whole. They never
// hide anything for good: as soon as the page is scrolled, or has the focus beneath, the content makes room. What would
// take more than a third of the window stands in the page like an embedded one.

{
  const over = $('.banners[data-position="overlapping"]');

  const measure = () => {
    over.classList.add('over');
    const height = over.scrollHeight;
    const isOver = height < innerHeight / 3;
    over.classList.toggle('over', isOver);
    root.classList.toggle('covered', isOver);
    root.style.setProperty('--over', height + 'px');
    if (root.scrollHeight <= innerHeight) makeRoom();
  };

  const makeRoom = () => over.classList.add('roomy');

  // What has the focus is never covered.
  const uncover = ({ target }) => {
    if (over.contains(target) || !over.matches('.over')) return;
    const overlap = () => {
      const { top, bottom } = target.getBoundingClientRect();
      const edge = over.getBoundingClientRect().top;
      return bottom > edge && edge + over.scrollHeight - top;
    };
    if (overlap() > 0) makeRoom();
    const left = overlap();
    if (left > 0) scrollBy(0, -left - 8);
  };

  if (over) {
    const observer = new ResizeObserver(measure);
    for (const banner of over.children) observer.observe(banner);
    measure();
    addEventListener('scroll', makeRoom, { once: true });
    addEventListener('resize', measure);
    document.addEventListener('focusin', uncover);
  }
}
