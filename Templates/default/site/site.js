// Ages in words, since a file can only say a date; and what a file cannot know: that nothing has followed it.
const now = Date.now();
let words;
try {
  words = new Intl.RelativeTimeFormat(document.documentElement.lang + '-u-nu-latn', { numeric: 'auto' });
} catch {
  // A browser without them shows the dates alone.
}
const units = [['day', 864e5], ['hour', 36e5], ['minute', 6e4]];
for (const time of document.querySelectorAll('time[data-age]')) {
  const past = now - Date.parse(time.dateTime);
  const [unit, length] = units.find(([, length]) => past >= length) ?? units[2];
  if (words && past >= 0) time.dataset.age = words.format(-Math.floor(past / length), unit);
}
for (const note of document.querySelectorAll('[data-stale-after]')) {
  note.classList.toggle('stale', now > Date.parse(note.dataset.staleAfter));
}
