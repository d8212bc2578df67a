// The timeline in the hand: a way back to now (T4), a scroller of its own beside the messages and a sheet on compact
// (T10), and the whole of what a cell shortens where its details open (T8).

const timelineBox = $('#timeline');
const nowMark = timelineBox && $('.now', timelineBox);

// The indicator takes the focus, so that the keyboard goes on from there.
const jumpToNow = () => {
  if (!nowMark) return;
  nowMark.focus({ preventScroll: true });
  nowMark.scrollIntoView({ block: 'center', behavior: isCalm() ? 'auto' : 'smooth' });
};

const offerJump = () => {
  nowMark.tabIndex = -1;
  // Where the focus begins in a sheet.
  nowMark.autofocus = true;
  const jump = el('p', { class: 'jump', hidden: true }, button(words.jumpToNow, { onclick: jumpToNow }));
  timelineBox.prepend(jump);
  // What has the focus stays until the focus goes.
  let isSeen = true;
  const show = () => (jump.hidden = isSeen && !jump.contains(document.activeElement));
  new IntersectionObserver(([entry]) => {
    isSeen = entry.isIntersecting;
    show();
  }, { rootMargin: '-48px 0px 0px' }).observe(nowMark);
  jump.addEventListener('focusout', () => setTimeout(show));
};

// What scrolls on its own can be reached by the keyboard and has a name.
const nameScroller = () => {
  const heading = timelineBox.closest('.part')?.getAttribute('aria-labelledby');
  new ResizeObserver(() => {
    const scrolls = timelineBox.scrollHeight > timelineBox.clientHeight + 1;
    const attributes = { tabindex: '0', role: 'group', 'aria-labelledby': heading };
    for (const [name, value] of Object.entries(attributes)) {
      if (scrolls && value) timelineBox.setAttribute(name, value);
      else timelineBox.removeAttribute(name);
    }
  }).observe(timelineBox);
};

// The timeline itself moves into the sheet and back; meanwhile its room on the page is kept.
const openTimeline = (from) => {
  const room = el('div');
  room.style.blockSize = timelineBox.offsetHeight + 'px';
  timelineBox.before(room);
  const dialog = present({
    kind: 'form',
    title: $('h2', timelineBox.closest('.part') || from).textContent,
    body: timelineBox,
    from,
    buttons: [button(words.close, { onclick: () => dialog.close() })],
    ongone: () => room.replaceWith(timelineBox),
  });
  nowMark?.scrollIntoView({ block: 'center' });
};

if (nowMark) offerJump();
if (timelineBox) nameScroller();

const strip = timelineBox && $('.preview[href="#timeline"]');
strip?.addEventListener('click', (event) => {
  if (!isCompact() || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  openTimeline(strip);
});
