/** Kustomizations that the change breaks: nothing of them is applied, so the report says "Breaks"; what other tools could build can grant. */
import { afterEach, describe, expect, it } from 'vitest';
import { history } from '../../support/git.js';
import { type Files, NAMESPACE, RBAC, review, reviewFolder } from '../../support/reviewed-files.js';

const { reviewFiles, write, path } = reviewFolder();
const START = process.cwd();
afterEach(() => process.chdir(START));

const JOB =
  'apiVersion: batch/v1\nkind: Job\nmetadata: {name: a, namespace: op}\nspec: {template: {spec: {containers: [{name: a, image: b}]}}}\n';
const POWER = `apiVersion: ${RBAC}/v1\nkind: ClusterRoleBinding\nmetadata: {name: evil}\nroleRef: {apiGroup: ${RBAC}, kind: ClusterRole, name: cluster-admin}\nsubjects: [{kind: ServiceAccount, name: mallory, namespace: op}]\n`;
const BASE: Files = { 'app/ns.yaml': NAMESPACE, 'app/job.yaml': JOB, 'app/kustomization.yaml': 'resources: [ns.yaml, job.yaml]\n' };

/** What every version of kustomize refuses. */
const REFUSED: Readonly<Record<string, Files>> = {
  'a missing file': { 'app/kustomization.yaml': 'resources: [ns.yaml, job.yaml, missing.yaml]\n' },
  'a missing folder': { 'app/kustomization.yaml': 'resources: [ns.yaml, job.yaml, ./missing]\n' },
  'a missing file in a build': { 'app/kustomization.yaml': 'namePrefix: x-\nresources: [ns.yaml, job.yaml, missing.yaml]\n' },
  'a missing patch': { 'app/kustomization.yaml': 'resources: [ns.yaml, job.yaml]\npatches: [{path: missing.yaml}]\n' },
  'a file twice': { 'app/kustomization.yaml': 'resources: [ns.yaml, job.yaml, job.yaml]\n' },
  'a patch of nothing': {
    'app/kustomization.yaml':
      'resources: [ns.yaml, job.yaml]\npatches: [{patch: "{apiVersion: batch/v1, kind: Job, metadata: {name: nope}}"}]\n',
  },
};
/** What another version of kustomize, or content from elsewhere, can build. */
const OPEN: Readonly<Record<string, Files>> = {
  'an unknown field': { 'app/kustomization.yaml': 'resources: [ns.yaml, job.yaml]\nnonsense: 1\n' },
  'a folder outside': { 'app/kustomization.yaml': 'resources: [ns.yaml, job.yaml, ../../../../outside]\n' },
};
const WAYS = ['folders', 'commits'] as const;

/** Reviews two folders, or two commits of one repository. */
function told(way: (typeof WAYS)[number], before: Files, after: Files): ReturnType<typeof review> {
  if (way === 'folders') return reviewFiles(before, after);
  process.chdir(history(before, after));
  return review('git:main~1', 'git:main');
}

describe.each(WAYS)('in %s, a kustomization with', (way) => {
  it.each(Object.entries(REFUSED))('%s breaks, whatever else is in it', (_, files) => {
    for (const more of [{}, { 'app/power.yaml': POWER, 'app/job.yaml': JOB.replace('image: b', 'image: c') }]) {
      const { code, headline, text } = told(way, BASE, { ...BASE, ...files, ...(more as Files) });
      if (Object.keys(more).length === 0)
        expect(headline).toMatch(/^Breaks: the kustomization app\S* cannot be built, so nothing of it is applied: /);
      expect(text).toMatch(/error\[unread-file\].*cannot be built, so nothing of it is applied/);
      expect(code).toBe(2);
    }
  });

  it.each(Object.entries(REFUSED))('%s brings nothing of what it also lists', (_, files) => {
    const store = 'apiVersion: external-secrets.io/v1\nkind: ClusterSecretStore\nmetadata: {name: s}\nspec: {}\n';
    const before = { ...BASE, 'app/store.yaml': store, 'app/kustomization.yaml': 'resources: [ns.yaml, job.yaml, store.yaml]\n' };
    const broken = {
      ...files,
      'app/kustomization.yaml': files['app/kustomization.yaml']?.replace('[ns.yaml', '[store.yaml, ns.yaml') ?? '',
    };
    const { text } = told(way, before, { ...before, ...broken });
    expect(text).toMatch(/^Breaks: /m);
    expect(text).not.toContain('ClusterSecretStore s is new and decides');
  });

  it.each(Object.entries(OPEN))('%s can bring something', (_, files) => {
    expect(told(way, BASE, { ...BASE, ...files }).headline).toMatch(/^Permissions may change: /);
  });

  it.each(Object.entries({ ...REFUSED, ...OPEN }))('%s on both sides is not told for another file', (_, files) => {
    const before = { ...BASE, ...files, 'other/ns.yaml': NAMESPACE.replace('op', 'other') };
    const { headline, text } = told(way, before, { ...before, 'other/ns.yaml': NAMESPACE.replace('op', 'more') });
    expect(headline).toMatch(/^No new permissions/);
    expect(text).not.toMatch(/unread-file/);
  });

  it.each(Object.entries(REFUSED))('%s on both sides is told with what else changes in it', (_, files) => {
    const before = { ...BASE, ...files };
    const after = { ...before, 'app/kustomization.yaml': `nameSuffix: -x\n${before['app/kustomization.yaml']}` };
    const { headline, text } = told(way, before, after);
    expect(headline).not.toBe('No change in meaning');
    expect(text).toContain('unread-file');
  });
});

it('a base outside of both folders is compared where it is another one', () => {
  const sides = ['b', 'h'].map((side) => {
    const image = side === 'b' ? JOB : JOB.replace('image: b', 'image: c');
    const files = {
      'base/job.yaml': image,
      'base/kustomization.yaml': 'resources: [job.yaml]\n',
      'app/kustomization.yaml': 'resources: [../base]\n',
    };
    return path(...[write(side, files), 'app'].slice(1)) && `${path(side)}/app`;
  }) as [string, string];
  expect(review(...sides).headline).not.toBe('No change in meaning');
});
