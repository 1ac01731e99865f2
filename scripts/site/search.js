/** The search of the site: the index is loaded when somebody wants to search. It needs no server, and works on a disk. */
import MiniSearch from 'minisearch';

const { root } = document.body.dataset;
const query = document.getElementById('query');
const results = document.getElementById('results');
let search;

function load() {
  if (search) return search;
  search = new Promise((resolve) => {
    // A script and not a request: a page on a disk can load a script.
    const script = document.createElement('script');
    script.src = `${root}/index.js`;
    script.onload = () =>
      resolve(MiniSearch.loadJSON(window.INDEX, { fields: ['page', 'heading', 'text'], storeFields: ['at', 'page', 'heading'] }));
    document.head.append(script);
  });
  return search;
}

function entry({ at, page, heading }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `${root}/${at}`;
  link.textContent = page === heading ? page : `${page} › ${heading}`;
  item.append(link);
  return item;
}

async function show() {
  const asked = query.value.trim();
  const index = await load();
  if (asked !== query.value.trim()) return;
  const found = asked === '' ? [] : index.search(asked, { combineWith: 'AND', prefix: true, fuzzy: 0.1, boost: { page: 4, heading: 2 } });
  results.replaceChildren(...found.slice(0, 12).map(entry));
  if (asked !== '' && found.length === 0) results.textContent = 'Nothing found.';
}

query.addEventListener('focus', load);
query.addEventListener('input', show);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    query.value = '';
    results.replaceChildren();
  } else if (event.key === '/' && !/^(?:input|textarea)$/i.test(document.activeElement?.tagName ?? '')) {
    event.preventDefault();
    query.focus();
  }
});

// On a wide screen, the list of pages is beside the text.
const pages = document.querySelector('nav details');
const isWide = matchMedia('(min-width: 900px)');
const unfold = () => pages.toggleAttribute('open', isWide.matches);
isWide.addEventListener('change', unfold);
unfold();
document.querySelector('nav [aria-current]')?.scrollIntoView?.({ block: 'nearest' });
