import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStates } from '../../src/evaluate/read-states.js';
import { folderOf } from '../support/files.js';

const group = 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: a}\n';

describe('a folder that only one state has', () => {
  it('is empty in the other, and is told', () => {
    const folder = folderOf({ 'group.yaml': group, 'namespace.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n' });
    const gone = join(folder, 'gone');
    const [base, head] = readStates([gone, {}], [folder, {}]);
    expect(base.state).toMatchObject({ label: gone, given: [] });
    expect(base.problems).toMatchObject([{ code: 'FILE_UNREADABLE', tolerated: true }]);
    expect(head.state?.given).toHaveLength(2);
    expect(readStates([folder, {}], [gone, {}])[1].state?.given).toEqual([]);
  });

  it('is a problem where both lack it, and where a revision is wrong', () => {
    const gone = join(folderOf(), 'gone');
    expect(readStates([gone, {}], [gone, {}]).map(({ state }) => state)).toEqual([undefined, undefined]);
    const [base] = readStates(['git:no-such-revision:a', {}], [folderOf({ 'group.yaml': group }), {}]);
    expect(base.state).toBeUndefined();
  });
});
