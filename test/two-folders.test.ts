/** Two folders of one repository are compared with each other: neither side has the units of the other one's folder. */
import { afterEach, describe, expect, it } from 'vitest';
import { committed } from './support/git.js';
import { type Files, NAMESPACE, RBAC, review } from './support/reviewed-files.js';

const START = process.cwd();
afterEach(() => process.chdir(START));

const POWER = `apiVersion: ${RBAC}/v1\nkind: ClusterRoleBinding\nmetadata: {name: evil}\nroleRef: {apiGroup: ${RBAC}, kind: ClusterRole, name: cluster-admin}\nsubjects: [{kind: ServiceAccount, name: mallory, namespace: op}]\n`;

/** Kustomizations of the new folder that stop a reading of it as a whole, with what they load. */
const NEW: Readonly<Record<string, Files>> = {
  'has a missing file': { 'new/kustomization.yaml': 'resources: [a.yaml, power.yaml, missing.yaml]\n' },
  'has an unknown field': { 'new/kustomization.yaml': 'resources: [a.yaml, power.yaml]\nnonsense: 1\n' },
  'loads a file twice': { 'new/kustomization.yaml': 'resources: [a.yaml, power.yaml, a.yaml]\n' },
  'leads out of the repository': { 'new/kustomization.yaml': 'resources: [a.yaml, power.yaml, ../../../x]\n' },
  'loads another host': { 'new/kustomization.yaml': 'resources: [a.yaml, power.yaml, "https://example.com/x//y?ref=1"]\n' },
  'leads to a cycle': {
    'new/kustomization.yaml': 'resources: [a.yaml, ../one]\n',
    'one/kustomization.yaml': 'resources: [../two]\n',
    'two/kustomization.yaml': 'resources: [../one, power.yaml]\n',
    'two/power.yaml': POWER,
  },
  'has several units': {
    'new/kustomization.yaml': 'resources: [a.yaml]\n',
    'new/x/kustomization.yaml': 'namePrefix: x-\nresources: [../power.yaml]\n',
    'new/y/kustomization.yaml': 'namePrefix: y-\nresources: [../a.yaml]\n',
  },
};
const OLD: Files = { 'old/a.yaml': NAMESPACE, 'old/kustomization.yaml': 'resources: [a.yaml]\n' };
const INPUTS = [
  ['clusters/old', 'clusters/new'],
  ['git:HEAD:clusters/old', 'git:HEAD:clusters/new'],
  ['git:HEAD:clusters/old', 'clusters/new'],
  ['clusters/old', 'clusters'],
] as const;

describe.each(Object.entries(NEW))('a new folder that %s', (_, files) => {
  it.each(INPUTS)('is no part of %s, beside %s', (base, head) => {
    const all = { ...OLD, 'new/a.yaml': NAMESPACE, 'new/power.yaml': POWER, ...files };
    process.chdir(committed(Object.fromEntries(Object.entries(all).map(([path, text]) => [`clusters/${path}`, text]))));
    const { code, text } = review(base, head);
    expect(text).not.toContain('No change in meaning');
    expect(text).not.toContain('touches none');
    expect([1, 2]).toContain(code);
  });
});

it('a part of what BASE is has the rest of the repository beside it', () => {
  const files = { 'x/a.yaml': NAMESPACE, 'y/a.yaml': NAMESPACE };
  const kustomization = (name: string): string => `namePrefix: ${name}-\nresources: [a.yaml]\n`;
  process.chdir(committed({ ...files, 'x/kustomization.yaml': kustomization('x'), 'y/kustomization.yaml': kustomization('y') }));
  expect(review('git:HEAD', 'x')).toMatchObject({ code: 0, headline: 'No change in meaning' });
});
