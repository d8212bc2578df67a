// Banners (B3, B9): the bar opens the details, a button dismisses, some go by themselves. What is dismissed is cleared
// like a message (55-clear.js), and so is what has gone by itself, on this page alone.

{
  const leaving = $$('.banner:is([data-dismissible], [data-seconds])');
  const keyOf = (banner) => parseInt(banner.dataset.key, 16);
  const dress = (banner) => dressCell(banner, keyOf(banner), words.dismiss, $('.bar', banner));

  // A bar is a target of its own. The keyboard has the disclosure in the rest.
  document.addEventListener('click', ({ target }) => {
    const bar = target.closest('.bar');
    if (bar && !target.closest('button') && getSelection().isCollapsed) $(':scope > .d > summary:has(+ .p)', bar.nextElementSibling)?.click();
  });

  for (const banner of leaving) {
    const key = keyOf(banner);
    const { seconds } = banner.dataset;
    otherKeys.push(key);
    const control = dress(banner);
    control.addEventListener('click', () => {
      if (isCleared(key)) putCleared([key], false);
      else clearKeys([key], () => (banner.hidden ? $('.cleared > .plain') : control), () => control);
    });
    listListeners.push(() => {
      dress(banner);
      banner.hidden = isCleared(key) && !showsCleared;
    });
    if (seconds && !isCleared(key)) countdown(banner, seconds, () => {
      clearedKeys.add(key);
      refreshCleared();
    });
  }

  // The only message is the verdict: how grave it was is said when it has gone, too.
  if (leaving.length && !$('#overview')) {
    const [only] = leaving;
    const line = clearedLine();
    line.dataset.urgency = only.dataset.urgency;
    line.prepend($('.u', only).cloneNode(true));
    only.after(line);
  }
}

// What was cleared in earlier visits.
refreshCleared();
