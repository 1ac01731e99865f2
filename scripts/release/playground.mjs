/**
 * release/playground.html: the program as one page for a browser, which opens from a disk or any static host and needs no network.
 * A bill of materials is beside it. The sources of the page are in playground/.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { billOfMaterials, licences, packagesOf } from '../bundled.js';

process.chdir(join(import.meta.dirname, '../..'));
const release = process.env.RELEASE ?? 'release';

/** Modules of Node → what the page has in their place. */
const MODULES = {
  ...Object.fromEntries(
    ['child_process', 'crypto', 'fs', 'os', 'util'].map((name) => [name, join('playground/node', `${name.replace('_', '-')}.ts`)]),
  ),
  events: 'node_modules/events/events.js',
  path: 'node_modules/path-browserify/index.js',
};

const modules = [];

/** One script of a file and all that it imports. */
async function script(input) {
  const bundle = await rolldown({
    input,
    platform: 'browser',
    external: ['cdk8s', 'constructs'],
    treeshake: { moduleSideEffects: [{ test: /\/src\/(?:base|olm|review|repository|supply|report)\//, sideEffects: false }] },
    plugins: [
      {
        name: 'node',
        resolveId(id, importer) {
          // lock is about registries, and a page reaches none.
          if (id === './lock.js' && importer?.endsWith('cli/commands.ts')) return join(process.cwd(), 'playground/node/absent.cjs');
          if (id.endsWith('/locking/judged-bundle.js')) return join(process.cwd(), 'playground/node/judged-bundle.ts');
          if (id.endsWith('/build-cache.js')) return join(process.cwd(), 'playground/node/build-cache.ts');
          const [, named = id] = /^node:(.*)$/.exec(id) ?? [];
          if (MODULES[named]) return join(process.cwd(), MODULES[named]);
          return id.startsWith('node:') || id === 'process' ? join(process.cwd(), 'playground/node/absent.cjs') : undefined;
        },
      },
    ],
  });
  const { output } = await bundle.generate({
    format: 'iife',
    codeSplitting: false,
    minify: true,
    comments: { annotation: false, jsdoc: false, legal: false },
  });
  modules.push(...output.flatMap(({ moduleIds }) => moduleIds ?? []));
  // Neither may end the element, nor begin a comment in it.
  return output[0].code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}

/** What a source exports. */
async function load(input) {
  const { output } = await (await rolldown({ input })).generate({ format: 'esm' });
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}

/** The text files below a folder. */
function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** Those of examples/ that a page can read: a kustomization with patches needs another program, and a repository needs git. */
function examples() {
  const inputs = readdirSync('examples').filter((name) => !['ci', 'constructs', 'reviews', 'start'].includes(name));
  // The first is what the page opens with.
  inputs.sort((a, b) => Number(b === 'conflict') - Number(a === 'conflict'));
  const reviews = readdirSync('examples/reviews').filter((name) => name !== 'kustomization-patched');
  return [
    ...inputs.map((name) => ({ name, input: `examples/${name}`, files: filesBelow(`examples/${name}`) })),
    ...reviews.map((name) => {
      const [before, input] = ['base', 'head'].map((state) => `examples/reviews/${name}/${state}`);
      return { name: `reviews/${name}`, before, input, files: { ...filesBelow(before), ...filesBelow(input) } };
    }),
  ];
}

const { STYLE } = await load('src/report/html/style.ts');
const { SCRIPT } = await load('src/report/html/script.ts');
const style = `${STYLE}${readFileSync('playground/style.css', 'utf8')}`;
const page = await script('playground/page.ts');
const program = await script('playground/worker.ts');
const packages = packagesOf(modules);
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const parts = {
  // The report of a review is shown within, under this policy and its own. Nothing can be loaded or sent.
  POLICY: `default-src 'none'; style-src ${hash(style)} ${hash(STYLE)}; script-src ${hash(page)} ${hash(SCRIPT)}; worker-src blob:; base-uri 'none'; form-action 'none'`,
  STYLE: style,
  PROGRAM: program,
  LICENCES: licences(packages).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  EXAMPLES: JSON.stringify(examples()).replaceAll('<', '\\u003c'),
  SCRIPT: page,
};
const template = readFileSync('playground/page.html', 'utf8');
mkdirSync(release, { recursive: true });
writeFileSync(
  join(release, 'playground.html'),
  template.replace(/(?<=[">])(?:POLICY|STYLE|LICENCES|PROGRAM|EXAMPLES|SCRIPT)(?=["<])/g, (part) => parts[part]),
);
writeFileSync(join(release, 'playground.cdx.json'), `${JSON.stringify(billOfMaterials(packages), null, 2)}\n`);
console.log(join(release, 'playground.html'));
