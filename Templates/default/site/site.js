// Ages in words, since a file can only say a date; what day it is; and what a file cannot know: that nothing has
// followed it. All of it goes on while the page is open.
const units = [['day', 864e5], ['hour', 36e5], ['minute', 6e4]];
let words;
try {
  words = new Intl.RelativeTimeFormat(document.documentElement.lang + '-u-nu-latn');
} catch {
  // A browser without them shows the dates alone.
}

function tell() {
  const now = Date.now();
  for (const time of document.querySelectorAll('time[data-age]')) {
    const past = now - Date.parse(time.dateTime);
    const [unit, length] = units.find(([, least]) => past >= least) ?? units[2];
    // A clock that is slow has nothing to say.
    time.dataset.age = words && past >= 0 ? words.format(-Math.max(1, Math.floor(past / length)), unit) : '';
  }
  for (const note of document.querySelectorAll('[data-stale-after]')) {
    note.classList.toggle('stale', now > Date.parse(note.dataset.staleAfter));
  }
  const late = document.querySelectorAll('.project > .stale').length;
  for (const note of document.querySelectorAll('.overdue')) {
    note.hidden = !late;
    note.dataset.late = late;
  }
  // The day by the reader's own clock.
  const date = new Date(now - new Date(now).getTimezoneOffset() * 6e4).toISOString().slice(0, 10);
  for (const day of document.querySelectorAll('.day')) {
    if (day.dateTime === date) day.setAttribute('aria-current', 'date');
    else day.removeAttribute('aria-current');
    day.parentElement.classList.toggle('ahead', day.dateTime > date);
  }
}

tell();
setInterval(tell, 6e4);
