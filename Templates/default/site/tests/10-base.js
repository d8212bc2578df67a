// The page of a project's tests, shared by its scripts: words, numbers, elements. Everything that a report says becomes
// text, never markup.
{
  const main = document.querySelector('main.tests');
  const $ = (selector, from = main) => from.querySelector(selector);
  const said = main.dataset;
  const language = document.documentElement.lang + '-u-nu-latn';
  const runWords = said.runWords.split('|');
  // 4 is skipped, 5 expected to fail.
  const NONE = 0, PASSED = 1, FAILED = 2, ERROR = 3, FLAKY = 6;
  const isFailure = ({ outcome }) => outcome === FAILED || outcome === ERROR;
  const isPass = ({ outcome }) => outcome === PASSED || outcome === FLAKY;

  const format = (value, options) => {
    try {
      return value.toLocaleString(language, options);
    } catch {
      return String(value);
    }
  };
  const units = said.units.split('|');
  const unit = (kind, value) => units[kind].replace('#', value);
  // "310 ms", "1.84 s", "3 min 20 s", as in the list of the slowest tests.
  const duration = (time) => {
    if (time < 1000) return unit(0, format(Math.round(time)));
    if (time < 10000) return unit(1, format(time / 1000, { minimumFractionDigits: 2, maximumFractionDigits: 2 }));
    const whole = Math.round(time / 1000);
    const parts = whole < 60 ? [[1, whole]] : whole < 3600 ? [[2, Math.floor(whole / 60)], [1, whole % 60]]
      : [[3, Math.floor(whole / 3600)], [2, Math.floor((whole % 3600) / 60)]];
    return parts.filter(([, value], index) => !index || value).map(([kind, value]) => unit(kind, value)).join(' ');
  };
  const percent = (share) => format(share, { style: 'percent', maximumFractionDigits: 0 });
  // Days before month, as in the other dates of the page.
  const date = (time) => new Date(time * 1000).toLocaleDateString(language.replace(/^en-/, 'en-GB-'), { dateStyle: 'medium' });
  const list = (items) => {
    try {
      return new Intl.ListFormat(language, { type: 'unit' }).format(items);
    } catch {
      return items.join(', ');
    }
  };
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
  const labeled = (label, value) => label + said.separator + value;

  // An element with a class and content: text, elements, or nothing.
  const make = (name, className, ...content) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...content.filter((part) => part !== undefined && part !== ''));
    return element;
  };
  const link = (address, text, className) => {
    const element = make(/^(https?:|\.\.\/|#)/.test(address || '') ? 'a' : 'span', className, text);
    if (element.localName === 'a') element.href = address;
    return element;
  };
  const isolate = (text) => make('bdi', '', text);
  const set = (selector, ...content) => $(selector).replaceChildren(...content.filter(Boolean));

  // By outcome.
  const signs = ['·', '✔', '✖', '✖', '–', '–', '◐'];
  const kinds = ['none', 'pass', 'fail', 'fail', 'skip', 'skip', 'flaky'];
  const wordOf = (outcome) => [said.notRun, said.passed, said.failed, said.failed, said.skipped, said.skipped, said.flaky][outcome];

  window.testPage = {
    main, $, said, runWords, NONE, PASSED, FAILED, FLAKY, isFailure, isPass,
    format, list, duration, percent, date, fill, labeled, make, link, isolate, set, signs, kinds, wordOf,
  };
}
