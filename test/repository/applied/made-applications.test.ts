/** Parameters of ApplicationSets: each field of an Application with each way in which a file or a cluster Secret decides it. */
import { describe, expect, it } from 'vitest';
import { madeApplications } from '../../../src/repository/applied/made-applications.js';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

type Values = Readonly<Record<string, string>>;

const OWN: Values = {
  name: 'a',
  project: 'team',
  repo: 'https://git.example.com/org/a.git',
  dir: 'apps/a',
  server: 'https://a.example.com',
  ns: 'op',
};
const OTHER: Values = {
  project: 'default',
  repo: 'https://evil.example.com/x.git',
  dir: 'apps/b',
  server: 'https://kubernetes.default.svc',
  ns: 'kube-system',
};

/** How a template names a parameter, the generators, and the files that have the values. */
interface Way {
  readonly named: (field: string) => string;
  readonly generators: string;
  readonly files: (values: Values) => Readonly<Record<string, string>>;
  readonly more?: string;
}

const JSON_FILE = (values: Values) => ({ 'envs/a/config.json': JSON.stringify(values) });
const FILES = '{git: {repoURL: x, files: [{path: "envs/*/config.json"}]}}';
const plain = (field: string): string => `{{${field}}}`;
const CLUSTER = (where: 'labels' | 'annotations') => (values: Values) => ({
  'cluster.yaml': JSON.stringify({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: 'c',
      namespace: 'argocd',
      labels: { 'argocd.argoproj.io/secret-type': 'cluster', ...(where === 'labels' ? values : {}) },
      annotations: where === 'annotations' ? values : {},
    },
    stringData: { name: 'c', server: 'https://c.example.com' },
  }),
});

const WAYS: Readonly<Record<string, Way>> = {
  'a file of JSON': { named: plain, generators: FILES, files: JSON_FILE },
  'a file of YAML': {
    named: plain,
    generators: '{git: {repoURL: x, files: [{path: "envs/*.yaml"}]}}',
    files: (values) => ({
      'envs/a.yaml': Object.entries(values)
        .map(([key, value]) => `${key}: ${value}\n`)
        .join(''),
    }),
  },
  'a file in a matrix': { named: plain, generators: `{matrix: {generators: [{list: {elements: [{x: y}]}}, ${FILES}]}}`, files: JSON_FILE },
  'a file in a merge': {
    named: plain,
    generators: `{merge: {mergeKeys: [name], generators: [{list: {elements: [{name: a}]}}, ${FILES}]}}`,
    files: JSON_FILE,
  },
  'a file for a Go template': { named: (field) => `{{ .${field} }}`, generators: FILES, files: JSON_FILE, more: '  goTemplate: true\n' },
  'a file for a Go template with a function': {
    named: (field) => `{{ .${field} | default "x" }}`,
    generators: FILES,
    files: JSON_FILE,
    more: '  goTemplate: true\n',
  },
  'a file for a patch of the template': { named: plain, generators: FILES, files: JSON_FILE, more: '  templatePatch: "{}"\n' },
  'a file next to a generator that asks a server': {
    named: plain,
    generators: `{matrix: {generators: [{plugin: {}}, ${FILES}]}}`,
    files: JSON_FILE,
  },
  'a label of a cluster': { named: (field) => `{{metadata.labels.${field}}}`, generators: '{clusters: {}}', files: CLUSTER('labels') },
  'an annotation of a cluster': {
    named: (field) => `{{metadata.annotations.${field}}}`,
    generators: '{clusters: {}}',
    files: CLUSTER('annotations'),
  },
};

const setOf = ({ named, generators, more = '' }: Way): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: apps, namespace: argocd}
spec:
${more}  generators: [${generators}]
  template:
    metadata: {name: '${named('name')}'}
    spec:
      project: '${named('project')}'
      source: {repoURL: '${named('repo')}', path: '${named('dir')}', targetRevision: main}
      destination: {server: '${named('server')}', namespace: '${named('ns')}'}
`;

const inFolder = (way: Way, values: Values): string => folderOf({ 'set.yaml': setOf(way), ...way.files(values) });

describe.each(Object.entries(WAYS))('%s', (_, way) => {
  it.each(Object.entries(OTHER))('that has another %s is told by what it makes', (field, other) => {
    const made = madeApplications([inFolder(way, OWN), []], [inFolder(way, { ...OWN, [field]: other }), []]);
    expect(made.base).toHaveLength(1);
    expect(JSON.stringify(made.head)).toContain(other);
    const { out } = cli(['review', inFolder(way, OWN), inFolder(way, { ...OWN, [field]: other })]);
    expect(out).toMatch(/^(?:error|warning)\[(?:outside-source|delivery-moved)\]/m);
    expect(out).toContain(other);
  });

  it('is nothing if it stays, or if nothing of it is used', () => {
    expect(madeApplications([inFolder(way, OWN), []], [inFolder(way, OWN), []])).toEqual({ base: [], head: [] });
  });
});

describe('one more file', () => {
  const WAY = WAYS['a file of JSON'] as Way;
  const more = (values: Values) =>
    madeApplications(
      [inFolder(WAY, OWN), []],
      [folderOf({ 'set.yaml': setOf(WAY), ...WAY.files(OWN), 'envs/b/config.json': JSON.stringify({ ...OWN, name: 'b', ...values }) }), []],
    ).head.map(({ object, file }) => [object.metadata.name, file]);

  it('is told if its Application differs from the others of the set', () => {
    for (const [field, other] of Object.entries(OTHER))
      if (field !== 'dir') expect([field, more({ [field]: other })]).toEqual([field, [['b', 'envs/b/config.json']]]);
  });

  it('is nothing if it makes one more of the same sources in another namespace', () => {
    expect(more({ ns: 'op-b' })).toEqual([]);
    expect(more({ ns: 'op-b', dir: 'apps/b' })).toEqual([['b', 'envs/b/config.json']]);
  });
});

describe('what only a built kustomization has', () => {
  const set = (generators: string) => setOf({ named: plain, generators, files: JSON_FILE });
  const FLAT = { ...OWN, repo: 'https://git.example.com/corp/a.git' };
  const reviewed = (files: (repo: string) => Readonly<Record<string, string>>): string => {
    const [before, after] = [FLAT.repo, 'https://git.evil.io/a.git'].map((repo) => folderOf(files(repo)));
    return cli(['review', before ?? '', after ?? '']).out;
  };

  it('is a generator that a patch sets', () => {
    const out = reviewed((repo) => ({
      'set/kustomization.yaml':
        'resources: [set.yaml]\npatches:\n- target: {kind: ApplicationSet}\n  patch: |\n    - {op: replace, path: /spec/generators, value: [{git: {repoURL: x, files: [{path: other/*/config.json}]}}]}\n',
      'set/set.yaml': set('{list: {elements: []}}'),
      'other/a/config.json': JSON.stringify({ ...FLAT, repo }),
    }));
    expect(out).toMatch(/^(?:error|warning)\[outside-source\].*git\.evil\.io/m);
  });

  it('is a cluster Secret that a generator makes', () => {
    const named = (field: string) => `{{metadata.annotations.${field}}}`;
    const out = reviewed((repo) => ({
      'argocd/kustomization.yaml': `namespace: argocd\nresources: [set.yaml]\nsecretGenerator:\n- name: c\n  literals: [name=c, "server=https://c"]\n  options: {labels: {argocd.argoproj.io/secret-type: cluster}, annotations: ${JSON.stringify({ ...FLAT, repo })}}\n`,
      'argocd/set.yaml': setOf({ named, generators: '{clusters: {}}', files: JSON_FILE }),
    }));
    expect(out).toMatch(/^(?:error|warning)\[outside-source\].*git\.evil\.io/m);
  });
});
