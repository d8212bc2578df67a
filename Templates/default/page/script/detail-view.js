// "View details" and what else leads to the messages (M4 to M6, M10 to M12). Where there is room the page scrolls there. On
// compact the part of the page that holds them becomes a sheet, itself and not a copy: it is fixed where it stands, as wide
// as before and in no other layer, so that the browser has next to nothing to lay out again, however many there are.

import { $, hasCompactWidth, isPlain, ledge, on, page, root } from './base.js';
import { handle, holdStill, leadsOut, standing } from './dialogs.js';
import { entering, pushEntry } from './history.js';
import { listHome } from './list.js';

const part = listHome?.closest('[aria-labelledby^="part-"]');

if (part) {
  const title = $('h2', part);
  let opener;
  let left;

  // Nothing but the sheet can be reached.
  const cover = (isCovered) => {
    root.classList.toggle('viewing', isCovered);
    part.classList.toggle('lifted', isCovered);
    for (let at = part; at !== page; at = at.parentNode) {
      for (const other of at.parentNode.children) other.inert = isCovered && other !== at;
    }
  };

  const close = () => {
    if (!part.role) return;
    standing.delete(acts);
    cover(false);
    part.classList.remove('unfolded');
    part.role = null;
    part.parentNode.style.minBlockSize = '';
    left();
    opener.focus({ preventScroll: true });
  };
  const acts = { escape: close, beforeprint: close, resize: () => hasCompactWidth() || close() };

  // Search and filters are folded, so that the messages have the room.
  const [, folder, closer] = ledge.children;
  folder.onclick = () => {
    folder.ariaExpanded = part.classList.toggle('unfolded');
    part.scrollTop = 0;
  };
  closer.onclick = close;
  // It stands there from the beginning: what comes and goes in a long page makes a browser look through all of it.
  title.before(ledge);
  handle(part, close);

  const open = () => {
    holdStill();
    // Its room in the page.
    part.parentNode.style.minBlockSize = part.parentNode.offsetHeight + 'px';
    part.role = 'dialog';
    folder.ariaExpanded = false;
    cover(true);
    standing.add(acts);
    left = entering(close);
    closer.focus({ preventScroll: true });
  };

  on(document, 'click', (event) => {
    const link = event.target.closest('a[href="#messages"]');
    if (link && isPlain(event) && !part.contains(link)) {
      event.preventDefault();
      opener = link;
      if (hasCompactWidth()) return open();
      pushEntry(link.hash);
      title.tabIndex = -1;
      title.focus({ preventScroll: true });
      title.scrollIntoView();
    }
    // All else is inert, so what is clicked outside is what the sheet stands in.
    if (event.target.contains(part.parentNode) || leadsOut(event, part)) close();
  });
}
