// Banners (B3, B9): the bar opens the details, a button dismisses, some go by themselves.
// What is dismissed is cleared like a message (55-clear.js), and so is what has gone by itself, on this page alone.

{
  const banners = $$('.banner');
  const keyOf = (banner) => parseInt(banner.dataset.key, 16);
  const leaving = banners.filter(({ dataset }) => 'dismissible' in dataset || dataset.seconds);
  const isGone = (banner) => cleared.keys.has(keyOf(banner));
  const dress = (banner) => cleared.dress(banner, keyOf(banner), words.dismiss, $('.bar', banner));

  // A bar is a target of its own. The keyboard has the disclosure in the rest.
  const openBy = (bar, summary) => {
    bar.classList.add('opens');
    bar.addEventListener('click', ({ target }) => {
      if (!target.closest('a, button, summary') && getSelection().isCollapsed) summary.click();
    });
  };

  // Over the content, a banner leaves as it came.
  const slide = (banner) => !isCalm() && banner.closest('.over') &&
    banner.animate({ translate: '0 -100%', opacity: 0 }, 160).finished;

  const dismiss = async (banner, control) => {
    const hadFocus = control === document.activeElement;
    const place = leaving.indexOf(banner);
    const next = () => {
      const other = [...leaving.slice(place), ...leaving].find((each) => !each.hidden);
      return hadFocus ? (other ? dress(other) : $('.cleared > .plain')) : null;
    };
    await slide(banner);
    cleared.clear([keyOf(banner)], next, () => dress(banner));
  };

  for (const banner of banners) {
    const summary = $('.rest > .d:has(> .p) > summary', banner);
    if (summary) openBy($('.bar', banner), summary);
  }

  for (const banner of leaving) {
    const control = dress(banner);
    control.addEventListener('click', () => {
      if (isGone(banner)) cleared.put([keyOf(banner)], false);
      else dismiss(banner, control);
    });
    if (!banner.dataset.seconds || isGone(banner)) continue;
    countdown(banner, banner.dataset.seconds, async () => {
      if (isGone(banner)) return;
      await slide(banner);
      cleared.keys.add(keyOf(banner));
      cleared.refresh();
    }, $('.bar', banner));
  }

  if (leaving.length) {
    cleared.counters.push(() => leaving.filter(isGone).length);
    list.listeners.push(() => {
      for (const banner of leaving) {
        dress(banner);
        banner.hidden = isGone(banner) && !cleared.areShown;
      }
    });
  }

  // The only message is the verdict: how grave it was is said when it has gone, too.
  if (leaving.length && !$('#overview')) {
    const last = banners.at(-1);
    cleared.addLine((line) => {
      line.dataset.urgency = last.dataset.urgency;
      line.prepend($('.u', last).cloneNode(true), ' ');
      last.after(line);
    });
  }
}
