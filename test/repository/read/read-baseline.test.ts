import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_BASELINE } from '../../../src/olm/model/default-baseline.js';
import { baselineTextOf, readBaselineText } from '../../../src/repository/read/read-baseline.js';

let folder: string;
let before: string;
beforeEach(() => {
  before = process.cwd();
  folder = mkdtempSync(join(tmpdir(), 'baseline-'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

const codes = (path: string) => readBaselineText(path).problems.map(({ code, file, line }) => [code, file, line]);

describe('the baseline', () => {
  it('is the nearest one, in the folder of the input or above, up to the working folder', () => {
    writeFileSync(DEFAULT_BASELINE, 'accept: []\n');
    mkdirSync('clusters/prod', { recursive: true });
    expect(baselineTextOf('clusters/prod')).toMatchObject({
      document: { value: { accept: [] }, source: { file: '.cdk8s-olm.yaml', document: 0, path: [] } },
      problems: [],
    });
    writeFileSync(join('clusters/prod', DEFAULT_BASELINE), '# another\naccept: []\n');
    expect(baselineTextOf('clusters/prod').document?.source.file).toBe('clusters/prod/.cdk8s-olm.yaml');
    expect(baselineTextOf('clusters').document?.source.file).toBe('.cdk8s-olm.yaml');
  });

  it('need not be there', () => {
    mkdirSync('clusters');
    for (const input of ['clusters', 'nowhere', '-']) expect(baselineTextOf(input)).toMatchObject({ problems: [] });
  });

  it('is not looked for above the working folder, nor around inputs outside of it', () => {
    writeFileSync(DEFAULT_BASELINE, 'accept: []\n');
    mkdirSync('below/inputs', { recursive: true });
    mkdirSync('elsewhere/inputs', { recursive: true });
    writeFileSync(join('elsewhere', DEFAULT_BASELINE), 'accept: []\n');
    process.chdir('below');
    expect(baselineTextOf('inputs').document).toBeUndefined();
    expect(baselineTextOf('../elsewhere/inputs').document).toBeUndefined();
    expect(baselineTextOf('../elsewhere').document).toBeDefined();
  });

  it('of a commit is the one in that commit, up to the top of the repository', () => {
    const git = (...argv: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...argv], { stdio: 'pipe' });
    mkdirSync('clusters/prod', { recursive: true });
    writeFileSync('clusters/prod/a.yaml', 'a: 1\n');
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'one');
    expect(baselineTextOf('git:HEAD:clusters/prod').document).toBeUndefined();
    writeFileSync(DEFAULT_BASELINE, 'accept: []\n');
    expect(baselineTextOf('git:HEAD:clusters/prod').document).toBeUndefined();
    git('add', '.');
    git('commit', '-qm', 'two');
    expect(baselineTextOf('git:HEAD:clusters/prod').document?.source.file).toBe('git:HEAD:.cdk8s-olm.yaml');
    expect(baselineTextOf('git:HEAD~1:clusters/prod').document).toBeUndefined();
  });

  it('must be there when it is named', () => {
    expect(codes('absent.yaml')).toEqual([['FILE_UNREADABLE', 'absent.yaml', undefined]]);
  });

  it('is a file, in YAML, with one document', () => {
    mkdirSync('folder');
    writeFileSync('bad.yaml', 'accept: [\n');
    writeFileSync('two.yaml', 'accept: []\n---\naccept: []\n');
    expect(codes('folder')).toEqual([['FILE_UNREADABLE', 'folder', undefined]]);
    expect(codes('bad.yaml').map(([code]) => code)).toEqual(['NOT_YAML']);
    expect(codes('two.yaml')).toEqual([['INVALID_VALUE', 'two.yaml', 3]]);
  });

  it('may be empty', () => {
    writeFileSync(DEFAULT_BASELINE, '# nothing yet\n');
    const { document, problems } = readBaselineText(DEFAULT_BASELINE);
    expect([document, problems]).toEqual([undefined, []]);
  });

  it('can say where its fields stand', () => {
    writeFileSync(DEFAULT_BASELINE, 'accept:\n  - id: pod-access\n');
    const { document, locator } = readBaselineText(DEFAULT_BASELINE);
    expect(document && locator.place(document.source, ['accept', 0, 'id'])).toMatchObject({ line: 2, column: 9 });
  });
});
