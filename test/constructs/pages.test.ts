/** docs/constructs/ is made of the sources, and its examples run. `npm run docs` writes it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as library from '../../src/index.js';
import { CONSTRUCTS, constructPage, exampleOf, pageName } from '../support/construct-pages.js';
import { folderOf } from '../support/files.js';

const ROOT = join(import.meta.dirname, '../..');

describe.each(Object.keys(CONSTRUCTS))('the page of %s', (construct) => {
  it('tells what the source tells', async () => {
    await expect(constructPage(construct)).toMatchFileSnapshot(join(ROOT, `docs/constructs/${pageName(construct)}.md`));
  });

  it('has an example that runs and writes what it says', () => {
    const folder = folderOf();
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules/cdk8s-olm'));
    for (const name of ['cdk8s', 'constructs']) symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    symlinkSync(join(ROOT, 'examples'), join(folder, 'examples'));
    // Resolved from the folder in which it is run, as in a project.
    const text = readFileSync(join(ROOT, exampleOf(construct)), 'utf8');
    execFileSync(process.execPath, ['--input-type=module', '--eval', text], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const said = [...text.matchAll(/^\/\/ dist\/(\S+)$/gm)].map((match) => match[1]);
    expect(readdirSync(join(folder, 'dist')).sort()).toEqual(said);
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
