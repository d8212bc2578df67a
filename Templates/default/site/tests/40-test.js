// Shows the test that the address names, or the lists.
{
  const {
    main, $, said, runWords, NONE, PASSED, FAILED, FLAKY, isFailure, isPass, format, list, duration, percent, date, fill,
    labeled, make, link, isolate, set, signs, kinds, wordOf, runs, isComplete, latestComplete, load, find, received, shardOf, showSigns, showTimes,
  } = window.testPage;

  // Came and went: the rule of the lists in TestLists.swift.
  const isFlaky = (history) => {
    let times = 0, failed = false;
    for (const result of history.slice(-14).filter((one) => isPass(one) || isFailure(one))) {
      if (result.outcome === FLAKY || (isFailure(result) && !failed)) times += 1;
      failed = isFailure(result);
    }
    return times > 1;
  };

  const narrow = matchMedia('(max-width: 40rem)');

  const runName = (run) => link(run.commitUrl || run.address, run.commit || run.label, 'mono');

  // The result that says how a test is now: of the latest complete run, or of a canceled one after it that ran the test.
  const current = (history) => {
    const latest = history.filter(({ run }) => runs.indexOf(run) >= latestComplete);
    return latest.findLast((one) => isPass(one) || isFailure(one)) || latest[0] || history.at(-1);
  };

  // Whether a test that failed in all runs of the page may have failed before them, too.
  const mayBeOlder = (test, history) => test.first || [...test.results.values()].some((one) => !runs.some((run) => run.id === one.id))
    || runs.indexOf(history[0].run) <= runs.findIndex(isComplete);

  const showVerdict = (test, history, ran) => {
    const last = current(history), latest = ran.at(-1);
    const flaky = isPass(last) && (last.outcome === FLAKY || isFlaky(history));
    const state = isFailure(last) ? 'error' : flaky ? 'warning' : isPass(last) ? 'success' : 'neutral';
    const unsteady = flaky && ran.findLast((one) => one.cause);
    const card = $('[data-verdict]');
    card.dataset.urgency = state;
    $('use', card).setAttribute('href', '#icon-' + state);
    set('[data-verdict] h2 span', isFailure(last) ? said.failing : flaky ? said.flaky : wordOf(last.outcome));
    set('[data-cause]', isolate(isFailure(last) ? last.cause : unsteady?.cause ?? ''));
    $('[data-open]').href = (latest || last).run.address;
    set('[data-broken]', unsteady && fill(said.last, { date: unsteady.run.short }));
    set('[data-result]', latest && latest !== history.at(-1) && labeled(said.lastResult, list([wordOf(latest.outcome), latest.run.short])));
    $('[data-first]').hidden = true;
    if (!isFailure(last)) return;
    let start = ran.length - 1;
    while (start > 0 && isFailure(ran[start - 1])) start -= 1;
    const first = ran[start], before = ran[start - 1];
    if (!before && mayBeOlder(test, history)) {
      set('[data-broken]', ran.length > 1 && fill(said.allFailed, { runs: runWords[ran.length] }));
      return;
    }
    let passed = 0;
    while (start - passed > 0 && isPass(ran[start - passed - 1])) passed += 1;
    const values = before?.run.commit && first.run.commit && before.run.commit !== first.run.commit
      ? [said.between, { before: runName(before.run), after: runName(first.run) }]
      : [said.since, { run: link(first.run.address, first.run.label) }];
    // The parts of a sentence with links.
    const parts = values[0].split(/\{(\w+)\}/).map((part, index) => (index % 2 ? values[1][part] : part));
    set('[data-broken]', ...parts, passed ? '; ' + fill(said.before, { runs: runWords[passed] }) : '');
    $('[data-first]').hidden = false;
    set('[data-when]', link(first.run.address, first.run.label));
    set('[data-first-cause]', isolate(first.cause));
    const suspects = (first.suspects || '').split('\x1e').filter(Boolean).map((one) => one.split('\x1f'));
    const compare = said.compare && before?.run.commit && values[1].before
      ? fill(said.compare, { from: encodeURIComponent(before.run.commit), to: encodeURIComponent(first.run.commit) }) : '';
    if (compare && !suspects.length) suspects.push([`${before.run.commit}…${first.run.commit}`, '', compare]);
    for (const part of main.querySelectorAll('[data-suspects]')) part.hidden = !suspects.length;
    $('h3[data-suspects]').hidden = !suspects.some(([, title]) => title);
    set('ul[data-suspects]', ...suspects.map(([name, title, address]) => make('li', '', link(address, name, 'mono'), ' ', isolate(title))));
    if (!first.cause && !suspects.length) $('[data-first]').hidden = true;
  };

  const showLists = (history, ran) => {
    const environments = [...new Set(history.flatMap((result) => result.ran || []))].sort();
    $('[data-environments]').hidden = !environments.length;
    set('[data-environments] .n', format(environments.length));
    set('[data-environments] ul', ...environments.map((name) => {
      const outcome = (result) => (result.failed?.includes(name) ? FAILED : result.ran?.includes(name) ? PASSED : NONE);
      const strip = make('span', 'strip', ...history.slice(narrow.matches ? -20 : -30).map((result) => make('span', kinds[outcome(result)], signs[outcome(result)])));
      const ranIn = history.filter((result) => outcome(result) !== NONE);
      const failed = ranIn.filter((result) => outcome(result) === FAILED).length;
      strip.setAttribute('role', 'img');
      strip.setAttribute('aria-label', labeled(said.failed, fill(said.of, { done: format(failed), total: format(ranIn.length) })));
      return make('li', '', isolate(name), strip, make('span', 'r', wordOf(outcome(history.at(-1)))));
    }));
    const causes = new Map();
    for (const result of history) {
      if (!result.cause) continue;
      causes.set(result.cause, { count: (causes.get(result.cause)?.count || 0) + 1, run: result.run });
    }
    $('[data-causes]').hidden = !causes.size;
    set('[data-causes] .n', format(causes.size));
    set('[data-causes] ul', ...[...causes].reverse().map(([text, { count, run }]) => make('li', '', link(run.address, isolate(text)),
      make('small', '', make('span', '', fill(said.last, { date: run.short })), make('span', 'r', runWords[count])))));
    const failed = ran.filter((result) => isFailure(result) || result.outcome === FLAKY);
    const few = history.filter((result, index) => index >= history.length - 3 || failed.slice(-6).includes(result) || result === ran.findLast(isPass));
    const fillRuns = (results) => set('[data-runs] ul', ...results.toReversed().map((result) => make('li', '', link(result.run.address, result.run.label),
      make('span', 'r ' + kinds[result.outcome], result.took ? duration(result.took) + ' ' : '', result.run.isMissing ? result.run.text : signs[result.outcome]),
      make('small', '', make('span', '', ...[result.run.commit, result.cause].filter(Boolean)
        .flatMap((text, index) => (index ? [' · ', isolate(text)] : [isolate(text)])))))));
    fillRuns(few);
    const more = $('[data-runs] button');
    more.hidden = few.length === history.length;
    more.onclick = () => {
      fillRuns(history);
      more.hidden = true;
    };
  };

  // A long name breaks between its words.
  const breakable = (name) => name.split(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=[._/:])(?=[\p{L}\d])/u)
    .flatMap((word, index) => (index ? [document.createElement('wbr'), word] : [word]));

  const title = document.title;
  let shown;

  // Old mails and runs link the earlier name of a renamed test.
  const showNewName = async (test, results) => {
    if (!test.later || results.slice(latestComplete).some((result) => result.outcome !== NONE)) return;
    let now;
    try {
      now = (await load(shardOf(test.later))).rows.find((row) => row.digest === test.later);
    } catch {
      // Its page would not say more.
    }
    if (!now || shown !== test) return;
    $('[data-verdict]').hidden = true;
    $('[data-first]').hidden = true;
    $('[data-note]').hidden = false;
    set('[data-note]', said.newName + said.separator, link('#' + now.digest, isolate(now.name || now.digest)), ' ', make('bdi', 'sub', now.place));
  };

  const show = (test) => {
    const results = runs.map((run) => ({ outcome: NONE, took: 0, ...test.results.get(run.id), run }));
    const start = results.findIndex((result) => result.outcome !== NONE);
    // Nothing was known of a test before its first result.
    const history = results.slice(Math.max(start, 0));
    const ran = history.filter((result) => isPass(result) || isFailure(result));
    const passed = ran.filter(isPass).length, failed = ran.length - passed;
    set('[data-name]', ...breakable(test.name || test.digest));
    document.title = `${test.name || test.digest} · ${title}`;
    set('[data-test] .head [data-place]', test.place);
    set('[data-file]', history.findLast((result) => result.file)?.file);
    const note = $('[data-note]');
    note.hidden = start >= 0;
    $('[data-body]').hidden = start < 0;
    $('[data-verdict]').hidden = false;
    showNewName(test, results);
    if (start < 0) {
      note.textContent = fill(said.unknown, { runs: runWords[runs.length] });
      return;
    }
    set('[data-tally]', list([[said.passed, passed], [said.failed, failed]].map(([label, count]) => labeled(label, format(count)))));
    const visible = narrow.matches ? history.slice(-45) : history;
    set('[data-count]', runWords[visible.length]);
    showVerdict(test, history, ran);
    showSigns(visible);
    showTimes(visible);
    const marks = [0, 0.5, 1].map((share) => visible[Math.round((visible.length - 1) * share)].run.short);
    set('[data-range]', ...marks.slice(visible.length < 3 ? 2 : 0).map((mark) => make('span', '', mark)));
    showLists(history, ran);
    set('[data-passed]', fill(said.of, { done: format(passed), total: format(ran.length) }));
    const lastPass = ran.findLast(isPass);
    const passedBefore = Math.max(test.passed, ...[...test.results.values()].filter(isPass).map((result) => result.time));
    set('[data-last-pass]', lastPass ? link(lastPass.run.address, lastPass.run.short) : passedBefore ? date(passedBefore) : '–');
    set('[data-rate]', ran.length ? percent(failed / ran.length) : '–', isFlaky(history) ? make('small', '', ` ${said.flaky}`) : '');
    set('[data-failures]', format(test.failures + [...test.results.values()].filter((result) => isFailure(result)).length));
    set('[data-seen]', date(Math.min(test.first || Infinity, ...[...test.results.values()].map((result) => result.time))));
    const latest = history.findLast((result) => isFailure(result) || result.outcome === FLAKY);
    for (const [name, text] of [['owner', latest?.owner], ['known', isFailure(current(history)) && latest.known], ['earlier', test.before]]) {
      $(`[data-${name}]:has(dt)`).hidden = !text;
      set(`[data-${name}] dd`, text ? isolate(text) : '');
    }
  };

  const open = async () => {
    const digest = location.hash.slice(1);
    const isTest = /^[0-9a-f]{10}$/.test(digest);
    $('[data-list]').hidden = isTest;
    $('[data-test]').hidden = !isTest;
    shown = undefined;
    document.title = title;
    if (!isTest) return;
    let test;
    try {
      test = await find(digest);
    } catch {
      $('[data-note]').textContent = said.unreadable;
    }
    // Another test was opened in the meantime.
    if (location.hash.slice(1) !== digest) return;
    shown = test;
    if (test) show(test);
    else {
      set('[data-name]', digest);
      $('[data-note]').hidden = false;
      $('[data-body]').hidden = true;
      if (received.has(shardOf(digest))) $('[data-note]').textContent = fill(said.unknown, { runs: runWords[runs.length] });
    }
    scrollTo(0, 0);
    $('h1', $('[data-test]')).focus({ preventScroll: true });
  };

  // The failures in the lists stand out, as in the page of a test.
  for (const strip of main.querySelectorAll('[data-list] .strip')) {
    strip.replaceChildren(...strip.textContent.split(/([✖◐]+)/).map((part, index) => (index % 2 ? make('span', part[0] === '◐' ? 'flaky' : 'fail', part) : part)));
  }

  narrow.addEventListener('change', () => shown && show(shown));
  addEventListener('hashchange', open);
  open();
}
