/**
 * release/site: README, docs/ and the examples that they link to as pages for a browser, with a search, the playground and the
 * reference of `cdk8s-olm/core`. It opens from a disk or any static host. A link that leads nowhere fails the build.
 *
 *   npm run site             writes release/site, or $RELEASE/site
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import MiniSearch from 'minisearch';
import { rolldown } from 'rolldown';
import { referenceOf } from './core-reference.js';
import { htmlOf, textOf } from './markdown.js';

process.chdir(join(import.meta.dirname, '../..'));
const site = join(process.env.RELEASE ?? 'release', 'site');
const { repository, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const SOURCE = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main`;

/** Of the repository, what is a page of the site; links to the rest lead to the repository. */
const WITHIN = /^(?:[\w-]+\.md|LICENSE|action\.yml|\.pre-commit-hooks\.yaml|(?:docs|examples|templates|dist)(?:\/.*)?)$/;
/** Pages that no file has. */
const MADE = { 'docs/core.md': referenceOf('src/core.ts') };
/** Files that are copied as they are. */
const COPIED = /\.(?:html|png)$/;

/** Paths of the repository, in the order in which links lead to them. */
const paths = new Set(['README.md', ...Object.keys(MADE)]);
const problems = [];

/** The file of the site for a path of the repository. */
function addressOf(path) {
  if (path === 'README.md') return 'index.html';
  if (COPIED.test(path)) return path;
  if (!(path in MADE) && statSync(path).isDirectory()) return `${path}/index.html`;
  return path.startsWith('docs/') ? path.replace(/\.md$/, '.html') : `${path}.html`;
}

const relative = (from, to) => posix.relative(posix.dirname(from), to);

/** What a link of a page becomes; what it leads to is a page, too. */
function linkFrom(page) {
  return (href) => {
    const [target, anchor] = href.split('#');
    const path = target === '' ? page : posix.join(posix.dirname(page), target).replace(/\/$/, '');
    if (!(path in MADE) && !existsSync(path)) problems.push(`${page}: ${href} does not exist`);
    else if (WITHIN.test(path)) {
      paths.add(path);
      return `${relative(addressOf(page), addressOf(path))}${anchor === undefined ? '' : `#${anchor}`}`;
    } else return `${SOURCE}/${path}`;
    return href;
  };
}

/** The groups of the table below "Pages" of the README: the navigation. */
function groups() {
  const [, table = ''] = /^## Pages\n\n.*\n.*\n((?:\|.*\n)+)/m.exec(readFileSync('README.md', 'utf8')) ?? [];
  return [...table.matchAll(/^\| ([^|]*) \| (.*) \|$/gm)].map(([, name, links]) => ({
    name,
    links: [...links.matchAll(/\[([^\]]*)\]\(([^)]*)\)/g)].map(([, text, path]) => ({ text, path: path.replace(/\/$/, '') })),
  }));
}

const NAVIGATION = groups();
NAVIGATION.find(({ name }) => name === 'code')?.links.push({ text: 'cdk8s-olm/core', path: 'docs/core.md' });
const listed = new Set(NAVIGATION.flatMap(({ links }) => links.map(({ path }) => path)));
for (const name of readdirSync('docs'))
  if (name.endsWith('.md') && !listed.has(`docs/${name}`)) problems.push(`README.md: the table of pages does not have docs/${name}`);

/** A page: its title, its HTML, and its sections for the search and for the list of its headings. */
function pageOf(path) {
  if (!(path in MADE) && statSync(path).isDirectory()) {
    const entries = readdirSync(path, { withFileTypes: true }).map(
      (entry) => `- [${entry.name}${entry.isDirectory() ? '/' : ''}](${entry.name})`,
    );
    return { title: path, ...htmlOf(`# ${path}\n\n${entries.join('\n')}\n`, linkFrom(`${path}/.`)) };
  }
  const text = MADE[path] ?? readFileSync(path, 'utf8');
  const isPage = path.endsWith('.md');
  const title = isPage ? (/^# (.*)$/m.exec(text)?.[1] ?? path) : path;
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  return { title, ...htmlOf(isPage ? text : `# ${path}\n\n${fence}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`, linkFrom(path)) };
}

function navigation(address, sections) {
  const entry = (to, text) => {
    const isHere = to === address;
    const headings = isHere ? sections.filter(({ level }) => level === 2) : [];
    const inside =
      headings.length < 2
        ? ''
        : `<ul>${headings.map(({ id, heading }) => `<li><a href="#${id}">${textOf(heading)}</a></li>`).join('')}</ul>`;
    return `<li><a href="${relative(address, to)}"${isHere ? ' aria-current="page"' : ''}>${text}</a>${inside}</li>`;
  };
  const first = [entry('index.html', 'First page'), `<li><a href="${relative(address, 'playground.html')}">Playground</a></li>`];
  const parts = NAVIGATION.map(({ name, links }) => {
    const entries = links.map((link) => entry(addressOf(link.path), textOf(link.text)));
    return `<h2>${name}</h2><ul>${entries.join('')}</ul>`;
  });
  return `<ul>${first.join('')}</ul>${parts.join('')}`;
}

const template = readFileSync('scripts/site/page.html', 'utf8');
const [documents, anchors, links] = [[], new Map(), []];

function write(path, address) {
  if (COPIED.test(path)) return copyFileSync(path, join(site, address));
  const { title, html, sections, hrefs } = pageOf(path);
  anchors.set(address, new Set(sections.map(({ id }) => id)));
  for (const href of hrefs) links.push({ address, href });
  if (/^(?:docs\/.*|[\w-]+)\.md$/.test(path))
    for (const { id, heading, text } of sections)
      documents.push({ id: documents.length, at: `${address}#${id}`, page: title.replaceAll('`', ''), heading, text });
  const parts = {
    TITLE: textOf(title.replaceAll('`', '')),
    ROOT: relative(address, '.') || '.',
    NAVIGATION: navigation(address, sections),
    CONTENT: html,
    VERSION: version,
    SOURCE: path in MADE ? `${SOURCE}/src/core.ts` : `${SOURCE}/${path}`,
  };
  writeFileSync(
    join(site, address),
    template.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]),
  );
}

rmSync(site, { recursive: true, force: true });
for (const { links } of NAVIGATION) for (const { path } of links) paths.add(path);
// The set grows while pages are written: each adds what it links to.
for (const path of paths) {
  const address = addressOf(path);
  mkdirSync(join(site, dirname(address)), { recursive: true });
  write(path, address);
}
for (const { address, href } of links) {
  const [, file, anchor] = /^([^#]*)#(.*)$/.exec(href) ?? [];
  const page = file === '' ? address : file && posix.join(posix.dirname(address), file);
  if (page && anchors.has(page) && !anchors.get(page).has(anchor)) problems.push(`${address}: ${href} names no heading`);
}
if (problems.length > 0) {
  console.error([...new Set(problems)].join('\n'));
  process.exit(1);
}

const search = new MiniSearch({ fields: ['page', 'heading', 'text'], storeFields: ['at', 'page', 'heading'] });
search.addAll(documents);
const script = await rolldown({ input: 'scripts/site/search.js', platform: 'browser' });
const { output } = await script.generate({ format: 'iife', minify: true, codeSplitting: false });
writeFileSync(join(site, 'search.js'), output[0].code);
writeFileSync(join(site, 'index.js'), `window.INDEX=${JSON.stringify(JSON.stringify(search))};\n`);
copyFileSync('scripts/site/style.css', join(site, 'style.css'));
execFileSync(process.execPath, ['scripts/release/playground.mjs'], {
  env: { ...process.env, RELEASE: site },
  stdio: ['ignore', 'ignore', 'inherit'],
});
console.log(`${paths.size} pages and files in ${site}`);
