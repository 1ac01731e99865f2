import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_BASELINE, readBaseline } from '../../src/source/read-baseline.js';

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

const codes = (path?: string) => readBaseline(path).problems.map(({ code, file, line }) => [code, file, line]);

describe('the baseline', () => {
  it('is the one of the working folder where none is named', () => {
    writeFileSync(DEFAULT_BASELINE, 'accept: []\n');
    const { document, problems } = readBaseline();
    expect(problems).toEqual([]);
    expect(document).toEqual({ value: { accept: [] }, source: { file: '.cdk8s-olm.yaml', document: 0, path: [] } });
  });

  it('need not be there', () => {
    const { document, problems } = readBaseline();
    expect([document, problems]).toEqual([undefined, []]);
  });

  it('is not looked for above the working folder', () => {
    writeFileSync(DEFAULT_BASELINE, 'accept: []\n');
    mkdirSync('below');
    process.chdir('below');
    expect(readBaseline().document).toBeUndefined();
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
    const { document, problems } = readBaseline();
    expect([document, problems]).toEqual([undefined, []]);
  });

  it('can say where its fields stand', () => {
    writeFileSync(DEFAULT_BASELINE, 'accept:\n  - id: pod-access\n');
    const { document, locator } = readBaseline();
    expect(document && locator.place(document.source, ['accept', 0, 'id'])).toMatchObject({ line: 2, column: 9 });
  });
});
