import { describe, expect, it } from 'vitest';
import { everyUnit } from '../../src/evaluate/every-unit.js';
import { folderOf } from '../support/files.js';

describe('every unit', () => {
  it('is the input itself where that is one, and says why it is not read', () => {
    const folder = folderOf({ 'a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n' });
    expect([...everyUnit(folder, {})]).toMatchObject([{ unit: folder, state: { label: folder }, problems: [] }]);
    const bad = folderOf({ 'a.yaml': 'a: [\n' });
    expect([...everyUnit(bad, {})].map(({ state, problems }) => [state, problems.length])).toEqual([[undefined, 1]]);
  });
});
