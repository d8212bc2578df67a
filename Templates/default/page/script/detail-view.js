// Links to the messages, such as "View details". On regular the page scrolls, or the part of the
// page with the messages becomes a popover if the dataset wants it. On compact it becomes a sheet.
// It stays in place, and a sheet keeps its width and layer, so the browser lays out almost nothing
// again, even with many messages.

import { $, hasCompactWidth, isPlain, ledge, on, page, root } from './base.js';
import { handle, holdStill, leadsOut, place, standing } from './dialogs.js';
import { entering, pushEntry } from './history.js';
import { listHome } from './list.js';

const part = listHome?.closest('[aria-labelledby^="part-"]');

if (part) {
  const title = $('h2', part);
  let opener;
  let left;
  // Keeps its height: the parent of a sheet, or the page behind a popover.
  let held;

  // Makes everything except the sheet inert.
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
    part.classList.remove('unfolded', 'tall');
    part.role = null;
    held.style.minBlockSize = part.style = '';
    left();
    opener.focus({ preventScroll: true });
  };
  // A property of a sheet would restyle all messages.
  const resize = () => (hasCompactWidth() === (held === page) ? close() : held === page && place(part, opener));
  const acts = { escape: close, beforeprint: close, resize };

  // Search and filters are folded to leave space for the messages.
  const [, folder, closer] = ledge.children;
  folder.onclick = () => {
    folder.ariaExpanded = part.classList.toggle('unfolded');
    part.scrollTop = 0;
  };
  closer.onclick = close;
  // Inserted at the start: inserting into a long page later makes a browser check all of it.
  title.before(ledge);
  handle(part, close);

  const open = () => {
    held = hasCompactWidth() ? part.parentNode : page;
    resize();
    holdStill();
    held.style.minBlockSize = held.offsetHeight + 'px';
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
      if (hasCompactWidth() || 'popover' in listHome.dataset) return open();
      pushEntry(link.hash);
      title.tabIndex = -1;
      title.focus({ preventScroll: true });
      title.scrollIntoView();
    }
    // Everything else is inert, so a click outside reaches the sheet's container.
    if (event.target.contains(part.parentNode) || leadsOut(event, part)) close();
  });
}
