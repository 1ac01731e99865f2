import { afterEach, describe, expect, it } from 'vitest';
import { readStates, type StatesRead } from '../../../src/repository/read/read-states.js';
import { committed } from '../../support/git.js';

const group = 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: a}\n';

const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n';

const START = process.cwd();
afterEach(() => process.chdir(START));

/** A repository with one commit; it is the current folder of the test. */
function repository(files: Readonly<Record<string, string>>): void {
  process.chdir(committed(files));
}

const isReadIn = ({ base, head }: StatesRead) => [base, head].map(({ state }) => state !== undefined);

describe('a folder that only one state has', () => {
  it('is empty in the other, and is told', () => {
    repository({ 'a/group.yaml': group, 'a/namespace.yaml': namespace, 'b/namespace.yaml': namespace });
    const { base, head } = readStates(['git:HEAD:gone', {}], ['git:HEAD:a', {}]);
    expect(base.state).toMatchObject({ label: 'git:HEAD:gone', given: [] });
    expect(base.problems).toMatchObject([{ code: 'GIT_PATH_NOT_FOUND', tolerated: true }]);
    expect(head.state?.given).toHaveLength(2);
    expect(readStates(['git:HEAD:a', {}], ['gone', {}]).head.state?.given).toEqual([]);
  });

  it('is a problem where both lack it, where no commit is named, and where a revision is wrong', () => {
    repository({ 'a/group.yaml': group });
    const states = (base: string, head: string) => isReadIn(readStates([base, {}], [head, {}]));
    expect(states('git:HEAD:gone', 'git:HEAD:gone')).toEqual([false, false]);
    expect(states('gone', 'a')[0]).toBe(false);
    expect(states('git:no-such-revision:a', 'a')[0]).toBe(false);
  });
});
