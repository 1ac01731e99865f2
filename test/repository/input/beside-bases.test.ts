import { afterEach, describe, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { type Change, history } from '../../support/git.js';

const start = process.cwd();
afterEach(() => process.chdir(start));

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1\n';
const ROLE = `${RBAC}kind: Role\nmetadata: {name: a, namespace: x}\nrules: [{apiGroups: [""], resources: [pods], verbs: [get]}]\n`;
const EVIL = `${RBAC}kind: ClusterRoleBinding\nmetadata: {name: evil}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}\nsubjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: evil}]\n`;
const lists = (...paths: readonly string[]): string => `resources: [${paths.join(', ')}]\n`;
const component = 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [role.yaml]\n';

const base: Change = { 'base/role.yaml': ROLE, 'base/kustomization.yaml': lists('role.yaml') };
const leaf: Change = { 'envs/prod/kustomization.yaml': lists('../../base') };

/** Ways in which the folder `envs/prod` loads `base/role.yaml`. */
const WAYS: Readonly<Record<string, Change>> = {
  'a base': { ...base, ...leaf },
  'a base that is built': { ...base, 'envs/prod/kustomization.yaml': `${lists('../../base')}namePrefix: p-\n` },
  'a component': {
    'base/role.yaml': ROLE,
    'base/kustomization.yaml': component,
    'envs/prod/kustomization.yaml': 'components: [../../base]\n',
  },
  'a base of a base': { ...base, ...leaf, 'envs/prod/kustomization.yaml': lists('../../mid'), 'mid/kustomization.yaml': lists('../base') },
};
const review = (before: Change, change: Change): ReturnType<typeof cli> => {
  process.chdir(history(before, change));
  return cli(['review', 'git:main^:envs/prod', 'git:main:envs/prod']);
};

describe('a new file next to a base outside of the named folder', () => {
  const CASES = Object.keys(WAYS).flatMap((way) => ['base/evil.yaml', 'base/more/evil.yaml'].map((file) => [way, file] as const));

  it.each(CASES)('is reported: the folder loads %s, the file is %s', (way, file) => {
    const { out, code } = review(WAYS[way] as Change, { [file]: EVIL });
    expect(out).toContain(`Permissions may change: the file ../../${file} is new`);
    expect(code).toBe(1);
  });

  it.each([
    ['another kustomization lists it', { 'envs/dev/kustomization.yaml': lists('../../base', '../../base/evil.yaml') }, 'base/evil.yaml'],
    ['another kustomization has it in its folder', { 'base/more/kustomization.yaml': lists() }, 'base/more/evil.yaml'],
    ['its folder is not loaded', {}, 'other/evil.yaml'],
  ])('is not reported: %s', (_, more, file) => {
    const { out, code } = review({ ...base, ...leaf, ...(more as Change) }, { [file]: EVIL });
    expect(out).toContain('No change in meaning');
    expect(code).toBe(0);
  });

  it('is not reported if it is as before, or if the base listed it before', () => {
    const before = { ...base, ...leaf, 'base/evil.yaml': EVIL };
    expect(review(before, { 'README.md': 'x\n' }).out).toContain('No change in meaning');
    expect(
      review(before, { 'base/kustomization.yaml': 'resources: []\n', 'envs/prod/kustomization.yaml': lists('../../base') }).out,
    ).toContain('Changes: Role x/a: removed');
  });
});
