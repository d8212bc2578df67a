// What goes away by itself: a clock that can be held, and a toast with a way back (M8, M9, B9).

import { $, $$, announce, toastBox } from './base.js';

// Calls `done` when the seconds are over. Time stands still while `element` has the pointer or the focus, and while
// the page is hidden.
export const countdown = (element, seconds, done) => {
  const clock = setInterval(() => {
    if (document.hidden || element.matches(':hover, :focus-within')) return;
    seconds -= 0.25;
    if (seconds > 0) return;
    clearInterval(clock);
    done();
  }, 250);
};

// One at a time. It stands in whatever is open on top, since nothing outside of a modal dialog can be reached, and a
// click outside of a popover closes it; as a popover of its own it is above all of them.
export const toast = (text, undo) => {
  $('.toast')?.remove();
  const from = document.activeElement;
  const close = (next) => {
    element.remove();
    next();
  };
  const element = toastBox.cloneNode(true);
  const [said, undoer, closer] = element.children;
  said.textContent = text;
  undoer.onclick = () => close(undo);
  closer.onclick = () => close(() => from.focus());
  ($$('dialog[open], [popover]:popover-open').pop() || $('main')).append(element);
  element.showPopover?.();
  countdown(element, 8, () => element.remove());
  announce(text);
};
