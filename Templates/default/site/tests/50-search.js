// Finds tests by their names, which it loads shard by shard.
{
  const { $, said, format, make, link, isolate, set, load, shardNames } = window.testPage;

  const plain = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const MOST = 100;
  let all;

  // Loads the shards one by one.
  const loadAll = async () => {
    const found = [];
    for (const name of shardNames) {
      try {
        for (const row of (await load(name)).rows) found.push({ ...row, text: plain(`${row.place} ${row.name}`) });
      } catch {
        // The others are searched.
      }
    }
    return found.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  };

  const form = $('[data-search]'), field = $('input', form);
  const look = async () => {
    all ||= loadAll();
    const tests = await all;
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    const hits = tests.filter((test) => words.every((word) => test.text.includes(word)));
    const box = $('[data-found]');
    box.hidden = false;
    set('[data-found] .n', format(hits.length));
    set('[data-found] ul', ...hits.slice(0, MOST).map((test) => {
      const row = make('p', 't', link('#' + test.digest, isolate(test.name || test.digest)), ' ', make('bdi', 'sub', test.place));
      return make('li', '', row);
    }), hits.length ? '' : make('li', 'sub', said.none), hits.length > MOST ? make('li', 'sub', '…') : '');
  };
  form.hidden = !shardNames.length;
  form.addEventListener('submit', (event) => event.preventDefault());
  field.addEventListener('focus', look);
  field.addEventListener('input', look);
}
