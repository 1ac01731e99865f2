import { mkdirSync, readdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ForeignFileError,
  NotRestoredError,
  type OutputFile,
  repairFolder,
  replaceFolder,
} from '../../../src/repository/deliver/folder.js';
import { contentOf, folderOf } from '../../support/files.js';
import { itWith } from '../../support/needs.js';

/** How long the disk still works. */
const disk = vi.hoisted(() => ({
  /** After these renames nothing can be renamed any more. */
  renamesAtAll: Number.POSITIVE_INFINITY,
  /** The rename after these fails; the later ones work again, so that what was done can be undone. */
  renamesLeft: Number.POSITIVE_INFINITY,
  /** After these nothing can be changed any more, as when the process is killed. */
  changesLeft: Number.POSITIVE_INFINITY,
}));

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  const mortal = <F extends (...args: never[]) => unknown>(change: F): F =>
    ((...args: Parameters<F>) => {
      disk.changesLeft -= 1;
      if (disk.changesLeft < 0) throw new Error('killed');
      return change(...args);
    }) as F;
  const rename: typeof renameSync = (from, to) => {
    disk.renamesLeft -= 1;
    disk.renamesAtAll -= 1;
    if (disk.renamesLeft === -1 || disk.renamesAtAll < 0) throw Object.assign(new Error('EIO: i/o error, rename'), { code: 'EIO' });
    fs.renameSync(from, to);
  };
  return {
    ...fs,
    linkSync: mortal(fs.linkSync),
    mkdirSync: mortal(fs.mkdirSync),
    mkdtempSync: mortal(fs.mkdtempSync),
    renameSync: mortal(rename),
    rmdirSync: mortal(fs.rmdirSync),
    rmSync: mortal(fs.rmSync),
    writeFileSync: mortal(fs.writeFileSync),
  };
});

beforeEach(() => {
  disk.renamesAtAll = Number.POSITIVE_INFINITY;
  disk.renamesLeft = Number.POSITIVE_INFINITY;
  disk.changesLeft = Number.POSITIVE_INFINITY;
});

const LIST = '.cdk8s-olm';
const list = (...names: string[]): string =>
  `# Files written by cdk8s-olm; the next rendering replaces them.\n${names.map((name) => `${name}\n`).join('')}`;

/** Output files from names and texts. */
function output(texts: Readonly<Record<string, string>>): OutputFile[] {
  return Object.entries(texts).map(([name, text]) => ({ name, text: () => [text] }));
}

describe('a folder of a repository', () => {
  it('is not written behind a link', () => {
    const folder = folderOf({ 'elsewhere/mine': 'mine', 'repository/.git/HEAD': '' });
    symlinkSync('../elsewhere', join(folder, 'repository/out'));
    expect(() => replaceFolder(join(folder, 'repository/out'), output({ 'a.yaml': 'a' }))).toThrow('is a link in the repository');
    expect(() => replaceFolder(join(folder, 'repository/out/deep'), output({ 'a.yaml': 'a' }))).toThrow('is a link in the repository');
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['mine']);
  });

  it('can have what looks like the rest of a killed run: nothing is taken from where its links lead', () => {
    const folder = folderOf({
      'elsewhere/mine': 'mine',
      'repository/.git/HEAD': '',
      'repository/out/.cdk8s-olm-new/created': list('b.yaml'),
    });
    symlinkSync('../../../elsewhere', join(folder, 'repository/out/.cdk8s-olm-new/old'));
    replaceFolder(join(folder, 'repository/out'), output({ 'a.yaml': 'a' }));
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['mine']);
    expect(readdirSync(join(folder, 'repository/out')).sort()).toEqual(['.cdk8s-olm', 'a.yaml']);
  });
});

describe('writing into a folder', () => {
  it('makes it, with the files and a list of them', () => {
    const folder = join(folderOf(), 'made/for/it');
    expect(replaceFolder(folder, output({ 'b.k8s.yaml': 'b: 1\n', 'a.k8s.yaml': 'a: 1\n' }))).toEqual({ removed: [] });
    expect(contentOf(folder)).toEqual({ [LIST]: list('a.k8s.yaml', 'b.k8s.yaml'), 'a.k8s.yaml': 'a: 1\n', 'b.k8s.yaml': 'b: 1\n' });
  });

  it('joins the pieces of a text, however large', () => {
    const folder = folderOf();
    const pieces = Array.from({ length: 5 }, (_, index) => String(index).repeat(600_000));
    replaceFolder(folder, [
      { name: 'large.k8s.yaml', text: () => pieces },
      { name: 'empty.k8s.yaml', text: () => [] },
    ]);
    expect(contentOf(folder)).toEqual({
      [LIST]: list('empty.k8s.yaml', 'large.k8s.yaml'),
      'empty.k8s.yaml': '',
      'large.k8s.yaml': pieces.join(''),
    });
  });

  it('replaces what an earlier run wrote and removes what is no longer there', () => {
    const folder = folderOf();
    replaceFolder(folder, output({ 'stays.k8s.yaml': 'old', 'gone.k8s.yaml': 'old', 'also-gone.k8s.yaml': 'old' }));
    expect(replaceFolder(folder, output({ 'stays.k8s.yaml': 'new', 'added.k8s.yaml': 'new' }))).toEqual({
      removed: ['also-gone.k8s.yaml', 'gone.k8s.yaml'],
    });
    expect(contentOf(folder)).toEqual({
      [LIST]: list('added.k8s.yaml', 'stays.k8s.yaml'),
      'added.k8s.yaml': 'new',
      'stays.k8s.yaml': 'new',
    });
  });

  it('gives the same bytes when it is done twice', () => {
    const folder = folderOf();
    const files = output({ 'a.k8s.yaml': 'a', 'b.k8s.yaml': 'b' });
    replaceFolder(folder, files);
    const first = contentOf(folder);
    expect(replaceFolder(folder, files)).toEqual({ removed: [] });
    expect(contentOf(folder)).toEqual(first);
  });

  it('does not speak of a file as removed that somebody removed before', () => {
    const folder = folderOf({ [LIST]: list('gone.k8s.yaml') });
    expect(replaceFolder(folder, output({ 'a.k8s.yaml': 'a' }))).toEqual({ removed: [] });
  });

  it('may leave nothing but the list', () => {
    const folder = folderOf();
    replaceFolder(folder, output({ 'a.k8s.yaml': 'a' }));
    expect(replaceFolder(folder, [])).toEqual({ removed: ['a.k8s.yaml'] });
    expect(contentOf(folder)).toEqual({ [LIST]: list() });
  });

  it('keeps the folder itself, so that what points at it still does', () => {
    const folder = folderOf();
    const { ino } = statSync(folder);
    replaceFolder(folder, output({ 'a.k8s.yaml': 'a' }));
    replaceFolder(folder, output({ 'b.k8s.yaml': 'b' }));
    expect(statSync(folder).ino).toBe(ino);
  });

  it('takes a list whose lines end as on Windows', () => {
    const folder = folderOf({
      [LIST]: list('a.k8s.yaml', 'b.k8s.yaml').replaceAll('\n', '\r\n'),
      'a.k8s.yaml': 'old',
      'b.k8s.yaml': 'old',
    });
    expect(replaceFolder(folder, output({ 'a.k8s.yaml': 'new' }))).toEqual({ removed: ['b.k8s.yaml'] });
    expect(contentOf(folder)).toEqual({ [LIST]: list('a.k8s.yaml'), 'a.k8s.yaml': 'new' });
  });

  it('removes what a run that was killed left behind', () => {
    const folder = folderOf({ '.cdk8s-olm-new-x1y2z3/a.k8s.yaml': 'half', '.cdk8s-olm-new-x1y2z3/old-abc/b.k8s.yaml': 'old' });
    replaceFolder(folder, output({ 'a.k8s.yaml': 'a' }));
    expect(contentOf(folder)).toEqual({ [LIST]: list('a.k8s.yaml'), 'a.k8s.yaml': 'a' });
  });
});

describe('files of others', () => {
  const theirs = { 'README.md': 'read', 'kustomization.yaml': 'resources: []', 'sub/folder/x.yaml': 'x', '.hidden': 'h' };

  it('are kept', () => {
    const folder = folderOf(theirs);
    const before = contentOf(folder);
    replaceFolder(folder, output({ 'a.k8s.yaml': 'a' }));
    replaceFolder(folder, output({ 'b.k8s.yaml': 'b' }));
    expect(contentOf(folder)).toEqual({ ...before, [LIST]: list('b.k8s.yaml'), 'b.k8s.yaml': 'b' });
  });

  it.each([
    ['a file', (path: string) => writeFileSync(path, 'theirs')],
    ['a folder', (path: string) => mkdirSync(path)],
    ['a link that leads nowhere', (path: string) => symlinkSync('nowhere', path)],
  ])('are not overwritten: %s in the way, and nothing changes', (_, put) => {
    const folder = folderOf(theirs);
    replaceFolder(folder, output({ 'mine.k8s.yaml': 'old' }));
    put(join(folder, 'way.k8s.yaml'));
    const before = contentOf(folder);
    let thrown: unknown;
    try {
      replaceFolder(folder, output({ 'mine.k8s.yaml': 'new', 'way.k8s.yaml': 'new', 'README.md': 'new' }));
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ForeignFileError);
    expect(thrown).toMatchObject({
      folder,
      files: ['way.k8s.yaml', 'README.md'],
      message: `${join(folder, 'way.k8s.yaml')}, ${join(folder, 'README.md')} was not written by cdk8s-olm`,
    });
    expect(contentOf(folder)).toEqual(before);
  });

  it.each([
    '../outside.k8s.yaml',
    'sub/../../outside.k8s.yaml',
    '<parent>/outside.k8s.yaml',
    '..',
    '.',
    '..\\outside.k8s.yaml',
    'sub/inside.k8s.yaml',
  ])('outside of the folder are out of reach of a list that names %s', (name) => {
    const parent = folderOf({ 'outside.k8s.yaml': 'theirs', 'folder/sub/inside.k8s.yaml': 'theirs' });
    writeFileSync(join(parent, 'folder', LIST), list(name.replace('<parent>', parent)));
    replaceFolder(join(parent, 'folder'), output({ 'a.k8s.yaml': 'a' }));
    expect(contentOf(parent)).toEqual({
      'folder/': '',
      [`folder/${LIST}`]: list('a.k8s.yaml'),
      'folder/a.k8s.yaml': 'a',
      'folder/sub/': '',
      'folder/sub/inside.k8s.yaml': 'theirs',
      'outside.k8s.yaml': 'theirs',
    });
  });

  it.each<[string, string]>([
    ['folders', 'sub.k8s.yaml'],
    ['files that no rendering writes', 'notes.txt'],
    ['the list itself', LIST],
    ['hidden folders', '.git'],
  ])('are not deleted by a list that names %s', (_, name) => {
    const folder = folderOf({ 'sub.k8s.yaml/x.yaml': 'theirs', 'notes.txt': 'theirs', '.git/HEAD': 'theirs' });
    const before = contentOf(folder);
    writeFileSync(join(folder, LIST), list(name));
    expect(replaceFolder(folder, output({ 'a.k8s.yaml': 'a' }))).toEqual({ removed: [] });
    expect(contentOf(folder)).toEqual({ ...before, [LIST]: list('a.k8s.yaml'), 'a.k8s.yaml': 'a' });
  });

  it('are a folder in the place of the list: nothing changes', () => {
    const folder = folderOf({ [`${LIST}/x.yaml`]: 'theirs', 'a.k8s.yaml': 'theirs' });
    const before = contentOf(folder);
    expect(() => replaceFolder(folder, output({ 'b.k8s.yaml': 'b' }))).toThrow();
    expect(contentOf(folder)).toEqual(before);
  });
});

describe('links', () => {
  it('that stand where an own file stood are replaced; what they lead to is not written to', () => {
    const parent = folderOf({ 'outside.k8s.yaml': 'theirs' });
    const folder = join(parent, 'folder');
    replaceFolder(folder, output({ 'a.k8s.yaml': 'a', 'stale.k8s.yaml': 'a' }));
    for (const name of ['a.k8s.yaml', 'stale.k8s.yaml']) {
      renameSync(join(folder, name), join(parent, `was-${name}`));
      symlinkSync('../outside.k8s.yaml', join(folder, name));
    }
    expect(replaceFolder(folder, output({ 'a.k8s.yaml': 'new' }))).toEqual({ removed: ['stale.k8s.yaml'] });
    expect(contentOf(parent)).toMatchObject({ 'outside.k8s.yaml': 'theirs', 'folder/a.k8s.yaml': 'new' });
    expect(readdirSync(folder)).toEqual([LIST, 'a.k8s.yaml']);
  });

  it('to a folder are written through', () => {
    const parent = folderOf({ 'real/kept.txt': 'k' });
    symlinkSync('real', join(parent, 'link'));
    replaceFolder(join(parent, 'link'), output({ 'a.k8s.yaml': 'a' }));
    expect(contentOf(parent)).toMatchObject({ link: '-> real', 'real/a.k8s.yaml': 'a', 'real/kept.txt': 'k' });
  });

  it('that a killed run’s leavings are, are removed without what they lead to', () => {
    const parent = folderOf({ 'outside/x.k8s.yaml': 'theirs', 'folder/y.txt': 'y' });
    symlinkSync('../outside', join(parent, 'folder/.cdk8s-olm-new-link'));
    replaceFolder(join(parent, 'folder'), output({ 'a.k8s.yaml': 'a' }));
    expect(readdirSync(join(parent, 'folder'))).toEqual([LIST, 'a.k8s.yaml', 'y.txt']);
    expect(contentOf(join(parent, 'outside'))).toEqual({ 'x.k8s.yaml': 'theirs' });
  });
});

describe('a run that fails', () => {
  const old = { 'a.k8s.yaml': 'old a', 'b.k8s.yaml': 'old b', 'stale.k8s.yaml': 'old' };

  it('half-way through its texts leaves everything as it was', () => {
    const folder = folderOf({ 'README.md': 'theirs' });
    replaceFolder(folder, output(old));
    const before = contentOf(folder);
    const failing: OutputFile = {
      name: 'b.k8s.yaml',
      *text() {
        yield 'half';
        throw new Error('no more text');
      },
    };
    expect(() => replaceFolder(folder, [...output({ 'a.k8s.yaml': 'new' }), failing])).toThrow('no more text');
    expect(contentOf(folder)).toEqual(before);
  });

  it('because a file cannot have such a name leaves everything as it was', () => {
    const folder = folderOf();
    replaceFolder(folder, output(old));
    const before = contentOf(folder);
    expect(() => replaceFolder(folder, output({ 'a.k8s.yaml': 'new', [`${'x'.repeat(300)}.k8s.yaml`]: 'new' }))).toThrow('ENAMETOOLONG');
    expect(contentOf(folder)).toEqual(before);
  });

  it('because two files have one name leaves everything as it was', () => {
    const folder = folderOf();
    replaceFolder(folder, output(old));
    const before = contentOf(folder);
    expect(() => replaceFolder(folder, [...output({ 'a.k8s.yaml': '1' }), ...output({ 'a.k8s.yaml': '2' })])).toThrow('EEXIST');
    expect(contentOf(folder)).toEqual(before);
  });

  it('and cannot put everything back says where the old files are, which stay', () => {
    const folder = folderOf();
    replaceFolder(folder, output(old));
    disk.renamesAtAll = 3;
    let failure: unknown;
    try {
      replaceFolder(folder, output({ 'a.k8s.yaml': 'new' }));
    } catch (error) {
      failure = error;
    }
    disk.renamesAtAll = Number.POSITIVE_INFINITY;
    expect(failure).toBeInstanceOf(NotRestoredError);
    const { folder: kept, message } = failure as NotRestoredError;
    expect(message).toBe(`EIO: i/o error, rename; the old files could not be restored and are in ${kept}`);
    expect(Object.values(contentOf(folder))).toEqual(expect.arrayContaining(Object.values(old)));
    replaceFolder(folder, output({ 'a.k8s.yaml': 'new' }));
    expect(contentOf(folder)).toEqual({ [LIST]: list('a.k8s.yaml'), 'a.k8s.yaml': 'new' });
  });

  it('because the folder cannot be made leaves none of the folders above it', () => {
    const parent = folderOf();
    expect(() => replaceFolder(join(parent, 'a/b', 'x'.repeat(300)), output({ 'a.k8s.yaml': 'a' }))).toThrow('ENAMETOOLONG');
    expect(contentOf(parent)).toEqual({});
  });

  it('at any step of the exchange puts everything back', () => {
    fc.assert(
      fc.property(fc.nat({ max: 12 }), fc.subarray(['a.k8s.yaml', 'b.k8s.yaml', 'new.k8s.yaml', 'more.k8s.yaml']), (renames, names) => {
        const folder = folderOf({ 'README.md': 'theirs' });
        replaceFolder(folder, output(old));
        const before = contentOf(folder);
        disk.renamesLeft = renames;
        let failed = false;
        try {
          replaceFolder(folder, output(Object.fromEntries(names.map((name) => [name, 'new']))));
        } catch {
          failed = true;
        } finally {
          disk.renamesLeft = Number.POSITIVE_INFINITY;
        }
        // The staging folder gets its name, the list is replaced twice, and each new file is put in once.
        const steps = names.length + 3;
        expect(failed).toBe(renames < steps);
        if (failed) expect(contentOf(folder)).toEqual(before);
      }),
    );
  });

  it.each(['new', 'new/folder/below', './new/./folder/'])('does not leave folders that it made: %s', (path) => {
    const parent = folderOf();
    disk.renamesLeft = 0;
    expect(() => replaceFolder(`${parent}/${path}`, output({ 'a.k8s.yaml': 'a' }))).toThrow('EIO');
    expect(readdirSync(parent)).toEqual([]);
  });

  it('leaves the folders that were there', () => {
    const parent = folderOf();
    mkdirSync(join(parent, 'there/empty'), { recursive: true });
    disk.renamesLeft = 0;
    expect(() => replaceFolder(join(parent, 'there/empty/new/folder'), output({ 'a.k8s.yaml': 'a' }))).toThrow('EIO');
    expect(contentOf(parent)).toEqual({ 'there/': '', 'there/empty/': '' });
  });

  itWith([{ isThere: process.platform === 'linux', what: 'Linux' }], 'because a folder takes no entries, as /proc does, ends', () => {
    expect(() => replaceFolder('/proc/cdk8s-olm/made/for/it', output({ 'a.k8s.yaml': 'a' }))).toThrow('ENOENT');
  });

  it('because the folder is a file leaves that file', () => {
    const parent = folderOf({ file: 'theirs' });
    expect(() => replaceFolder(join(parent, 'file'), output({ 'a.k8s.yaml': 'a' }))).toThrow('EEXIST');
    expect(() => replaceFolder(join(parent, 'file/below'), output({ 'a.k8s.yaml': 'a' }))).toThrow('ENOTDIR');
    expect(contentOf(parent)).toEqual({ file: 'theirs' });
  });
});

describe('a run that is killed', () => {
  const old = { 'a.k8s.yaml': 'old a', 'b.k8s.yaml': 'old b', 'stale.k8s.yaml': 'old' };
  const names = fc.subarray(['a.k8s.yaml', 'b.k8s.yaml', 'new.k8s.yaml', 'more.k8s.yaml']);
  const texts = (of: readonly string[], text: string) => Object.fromEntries(of.map((name) => [name, text]));

  /** A run that can change so much and no more. */
  function kill(changes: number, folder: string, files: OutputFile[]): boolean {
    disk.changesLeft = changes;
    try {
      replaceFolder(folder, files);
      return false;
    } catch {
      return true;
    } finally {
      disk.changesLeft = Number.POSITIVE_INFINITY;
    }
  }

  it.each<[string, Readonly<Record<string, string>> | undefined]>([
    ['the first one into a folder', undefined],
    ['one after another', old],
  ])('at any step, can be followed by one that succeeds: %s', (_, first) => {
    const kills: boolean[] = [];
    fc.assert(
      fc.property(fc.nat({ max: 24 }), names, names, (changes, halfway, next) => {
        const folder = folderOf({ 'README.md': 'theirs' });
        if (first) replaceFolder(folder, output(first));
        kills.push(kill(changes, folder, output(texts(halfway, 'halfway'))));
        const left = Object.keys(contentOf(folder));
        replaceFolder(folder, output(texts(next, 'next')));
        expect(contentOf(folder)).toEqual({ 'README.md': 'theirs', [LIST]: list(...next.toSorted()), ...texts(next, 'next') });
        expect(left).toContain('README.md');
      }),
    );
    expect(new Set(kills)).toEqual(new Set([true, false]));
  });

  it('leaves a list that names every file of the old run and of the new one that is there', () => {
    fc.assert(
      fc.property(fc.nat({ max: 24 }), names, (changes, halfway) => {
        const folder = folderOf();
        replaceFolder(folder, output(old));
        kill(changes, folder, output(texts(halfway, 'halfway')));
        const content = contentOf(folder);
        const listed = content[LIST]?.split('\n');
        expect(Object.keys(content).filter((name) => name.endsWith('.k8s.yaml') && !name.includes('/'))).toEqual(
          Object.keys(content).filter((name) => listed?.includes(name)),
        );
      }),
    );
  });

  it('leaves every file whole, old or new, and none missing that both have', () => {
    fc.assert(
      fc.property(fc.nat({ max: 24 }), names, (changes, halfway) => {
        const folder = folderOf();
        replaceFolder(folder, output(old));
        const killed = kill(changes, folder, output(texts(halfway, 'new')));
        const content = contentOf(folder);
        for (const [name, text] of Object.entries(old)) {
          expect(halfway.includes(name) ? [text, 'new'] : killed ? [text, undefined] : [undefined]).toContain(content[name]);
        }
        for (const name of halfway) expect(['new', (old as Record<string, string>)[name]]).toContain(content[name]);
      }),
    );
  });

  it('is undone by the next run, also by one that fails or writes nothing', () => {
    const ends = new Set<string>();
    fc.assert(
      fc.property(fc.nat({ max: 24 }), fc.nat({ max: 24 }), names, fc.boolean(), (changes, more, halfway, fails) => {
        const folder = folderOf({ 'theirs.k8s.yaml': 'theirs' });
        replaceFolder(folder, output(old));
        const before = contentOf(folder);
        kill(changes, folder, output(texts(halfway, 'new')));
        // The repair can be killed, too.
        kill(more, folder, output({ 'theirs.k8s.yaml': 'ours' }));
        if (fails) expect(() => replaceFolder(folder, output({ 'theirs.k8s.yaml': 'ours' }))).toThrow(ForeignFileError);
        else repairFolder(folder);
        const after = contentOf(folder);
        const done = { 'theirs.k8s.yaml': 'theirs', [LIST]: list(...halfway.toSorted()), ...texts(halfway, 'new') };
        ends.add(JSON.stringify(after) === JSON.stringify(before) ? 'before' : 'after');
        expect([before, done]).toContainEqual(after);
      }),
    );
    expect(ends).toEqual(new Set(['before', 'after']));
  });
});
