/** docs/constructs/ is made of the sources, and its examples run. `npm run docs` writes it. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as library from '../../src/index.js';
import { CONSTRUCTS, constructPage, exampleOf, pageName } from '../support/construct-pages.js';

const ROOT = join(import.meta.dirname, '../..');

/** A folder with one for each example, which has run in it. */
let written = '';

beforeAll(() => {
  written = mkdtempSync(join(tmpdir(), 'cdk8s-olm-examples-'));
  // Resolved from the folder in which it is run, as in a project.
  mkdirSync(join(written, 'node_modules'));
  symlinkSync(ROOT, join(written, 'node_modules/cdk8s-olm'));
  for (const name of ['cdk8s', 'constructs']) symlinkSync(join(ROOT, 'node_modules', name), join(written, 'node_modules', name));
  for (const construct of Object.keys(CONSTRUCTS)) {
    mkdirSync(join(written, construct));
    symlinkSync(join(ROOT, 'examples'), join(written, construct, 'examples'));
    copyFileSync(join(ROOT, exampleOf(construct)), join(written, construct, 'example.mjs'));
  }
  // In one process, as most of the time is that of its start.
  const run = `for (const name of ${JSON.stringify(Object.keys(CONSTRUCTS))}) {
    process.chdir(${JSON.stringify(`${written}/`)} + name);
    await import(process.cwd() + '/example.mjs');
  }`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', run], { stdio: ['ignore', 'ignore', 'inherit'] });
});

afterAll(() => rmSync(written, { recursive: true }));

describe.each(Object.keys(CONSTRUCTS))('the page of %s', (construct) => {
  it('tells what the source tells', async () => {
    await expect(constructPage(construct)).toMatchFileSnapshot(join(ROOT, `docs/constructs/${pageName(construct)}.md`));
  });

  it('has an example that writes what it says', () => {
    const text = readFileSync(join(ROOT, exampleOf(construct)), 'utf8');
    const said = [...text.matchAll(/^\/\/ dist\/(\S+)$/gm)].map((match) => match[1]);
    expect(readdirSync(join(written, construct, 'dist')).sort()).toEqual(said);
  });

  it('lists all that is said in the source, each setting with a meaning', () => {
    const page = constructPage(construct);
    expect(page).not.toMatch(/\| {2}\||undefined|\| $/m);
  });
});

it('every class that the package exports has a page, but for errors and what only an OperatorGroup makes', () => {
  const classes = Object.keys(library).filter((name) => !name.endsWith('Error'));
  expect(classes.toSorted()).toEqual([...Object.keys(CONSTRUCTS), 'OperatorAccount', 'OperatorGroupRole'].toSorted());
});
