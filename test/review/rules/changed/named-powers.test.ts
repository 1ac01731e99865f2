/** Power that is in no role: each change that brings it is named in the first line, and everyday changes beside them are not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emitJson } from '../../../../src/base/manifest/format.js';
import { TOOLS } from '../../../../src/base/tools/all.js';
import { readState, review, summarise } from '../../../../src/core.js';
import { cli } from '../../../support/command-line.js';
import { folderOf } from '../../../support/files.js';

/** Files by their path. */
type Files = Readonly<Record<string, string>>;

interface Case {
  readonly name: string;
  /** Files of both sides, and those of one side. */
  readonly both: Files;
  readonly base: Files;
  readonly head: Files;
  /** The beginning of what is named; empty for a change that brings nothing. */
  readonly says: string;
}

const CASES = JSON.parse(readFileSync(join(import.meta.dirname, 'named-powers.json'), 'utf8')) as readonly Case[];
const KEPT = { 'kept.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kept, namespace: a}\n' };

function headlineOf(...sides: readonly [Files, Files]): string {
  const folders = sides.map((files) => folderOf({ ...KEPT, ...files })) as [string, string];
  // A folder with a chart is one of several units.
  if (sides[1]['chart/Chart.yaml'] !== undefined) return cli(['review', ...folders]).out.split('\n')[0] ?? '';
  const [base, head] = folders.map((folder) => readState([folder], { throws: false }).state);
  if (!base || !head) throw new Error('a side was not read');
  return summarise(review(base, head)).headline;
}

describe('the first line names', () => {
  it.each(CASES.filter(({ says }) => says !== ''))('what brings power: $name', ({ both, base, head, says }) => {
    expect(headlineOf({ ...both, ...base }, { ...both, ...head })).toContain(`Permissions may change: ${says}`);
  });

  it.each(CASES.filter(({ says }) => says === ''))('no power of an everyday change: $name', ({ both, base, head }) => {
    expect(headlineOf({ ...both, ...base }, { ...both, ...head })).toMatch(/^No (?:new permissions|change)/);
  });

  const marks = TOOLS.flatMap(({ settingMarks = [] }) => settingMarks);

  it.each(marks.map((row) => ({ row, called: row.slice(0, 3).join(' ') })))('what decides by a mark: $called', ({ row }) => {
    const [kind, list, key, , , strictest] = row;
    const name = key.replace('*', 'x');
    const objectWith = (value: string | undefined): Files => {
      const marked = value === undefined ? {} : { [list]: { [name]: value } };
      const pod = { metadata: marked, spec: { containers: [{ name: 'a', image: 'quay.io/a/b:1' }] } };
      const known: Readonly<Record<string, object>> = {
        '*': { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a', namespace: 'a', ...marked }, spec: {} },
        Pod: { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a', namespace: 'a' }, spec: { template: pod } },
        Namespace: { apiVersion: 'v1', kind, metadata: { name: 'a', ...marked } },
      };
      const other = { apiVersion: 'v1', kind, metadata: { name: 'a', namespace: 'a', ...marked } };
      return { 'a.json': emitJson(known[kind] ?? other) };
    };
    const sides = [undefined, 'one', 'another', undefined];
    for (const [index, before] of sides.slice(0, -1).entries()) {
      const after = sides[index + 1];
      if (after === strictest) continue;
      expect([before, after, headlineOf(objectWith(before), objectWith(after))]).toEqual([before, after, expect.stringContaining(name)]);
    }
  });
});
