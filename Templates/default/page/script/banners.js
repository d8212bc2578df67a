// Banners: the bar opens the details, a button dismisses, timed banners disappear. A dismissed
// banner is cleared like a message (clear.js); a timed one is not cleared and can be shown again.

import { $, on, words } from './base.js';
import { above, listListeners } from './list.js';
import { countdown } from './toast.js';
import { canGo, clearMessages, departed, dressCell, isGone, putCleared, refreshCleared } from './clear.js';

{
  const leaving = [...above.keys()].filter(canGo);
  const dress = (i) => dressCell(above[i], i, words.dismiss, $('[data-bar]', above[i]) || above[i]);

  // A click on the bar or on an alert opens details or the rest; the keyboard has disclosures.
  on(document, 'click', ({ target }) => {
    const notice = target.closest('[data-bar]') && target.closest('[data-key]');
    if (notice && !target.closest('a, button, details') && getSelection().isCollapsed) {
      ($('summary:has(+ [data-details])', notice) || $('[data-more] > summary', notice))?.click();
    }
  });

  for (const i of leaving) {
    const banner = above[i];
    const { seconds } = banner.dataset;
    const control = dress(i);
    control.onclick = () => {
      if (isGone(i)) putCleared([i], false);
      else clearMessages([i], () => (banner.hidden ? $('[data-cleared] > button') : control), () => control);
    };
    listListeners.push(() => dress(i));
    if (seconds && !isGone(i)) countdown(banner, seconds, () => {
      if (!isGone(i)) departed.add(i);
      refreshCleared();
    });
  }
}

// Hides the messages that earlier visits cleared.
refreshCleared();
