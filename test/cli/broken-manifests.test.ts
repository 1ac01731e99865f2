/** Whoever applies a manifest that cannot be read stops; so a check of its repository fails, as a check of its folder does. */
import { describe, expect, it } from 'vitest';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';

const subscription = (name: string): string =>
  `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: ${name}, namespace: openshift-operators}\nspec: {name: ${name}, channel: stable, source: redhat-operators, sourceNamespace: openshift-marketplace}\n`;
const application = (path: string, server = 'https://kubernetes.default.svc'): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${path}, namespace: argocd}\nspec: {project: default, source: {repoURL: https://example.com/o/r.git, path: ${path}}, destination: {server: ${server}, namespace: x}}\n`;

/** Manifests that nobody can read. */
const BROKEN: Readonly<Record<string, string>> = {
  'a list that is not closed': 'apiVersion: v1\nkind: [\n',
  'an indentation that fits nowhere': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n name: b\n',
  'a key twice': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nkind: Secret\n',
  'an unknown anchor': 'kind: ConfigMap\napiVersion: v1\nmetadata: *meta\n',
  'an object behind a comment': '# {{ filled in by nobody }}\napiVersion: v1\nkind: {\n',
  'a second document without a separator': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n--- \nkind: [a\n',
  'a template in a quoted text': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n annotations: {a: "{{ $labels.pod }} ${POD}"}\n',
  'a flow mapping with other keys first': '{metadata: {name: a}, apiVersion: v1, kind: [\n',
  'an explicit key': '? apiVersion\n: v1\n? kind\n: [\n',
  'an anchor and a tag': '&a apiVersion: v1\n!!str kind: [\n',
  'a document on the line of its separator': '--- {apiVersion: v1, kind: [\n',
  'a deep indentation': '    apiVersion: v1\n    kind: [\n',
  'a byte order mark': '\ufeffapiVersion: v1\nkind: [\n',
  JSON: '{\n  "apiVersion": "v1",\n  "kind": "ConfigMap"\n  "metadata": {}\n}\n',
};

/** Files with operators, and the folder of the broken manifest beside them. */
const PLACES: Readonly<Record<string, readonly [folder: string, others: Readonly<Record<string, string>>]>> = {
  'at the top': ['', { 'a.yaml': subscription('kettle') }],
  'in a folder': ['plain/', { 'plain/a.yaml': subscription('kettle') }],
  'in a folder beside a kustomization': [
    'plain/',
    { 'a/a.yaml': subscription('kettle'), 'a/kustomization.yaml': 'resources: [a.yaml]\n', 'plain/b.yaml': subscription('pot') },
  ],
  'in one of two alternatives': [
    'plain/',
    {
      'a/a.yaml': subscription('kettle'),
      'a/kustomization.yaml': 'resources: [a.yaml]\n',
      'b/a.yaml': subscription('kettle'),
      'b/kustomization.yaml': 'resources: [a.yaml]\n',
      'plain/b.yaml': subscription('pot'),
    },
  ],
  'in a folder that an Application applies': [
    'plain/',
    { 'plain/a.yaml': subscription('kettle'), 'apps/plain.yaml': application('plain') },
  ],
  'in a folder that an Application applies to another cluster': [
    'plain/',
    {
      'plain/a.yaml': subscription('kettle'),
      'more/a.yaml': subscription('pot'),
      'apps/plain.yaml': application('plain', 'https://one.example.com'),
      'apps/more.yaml': application('more', 'https://two.example.com'),
    },
  ],
};

const repository = (files: Readonly<Record<string, string>>): string => folderOf({ '.git/HEAD': '', ...files });

describe.each(Object.entries(PLACES))('a broken manifest %s', (_, [folder, others]) => {
  it.each(Object.entries(BROKEN))('fails the check of the repository, and the rest is judged: %s', (what, text) => {
    const file = `${folder}broken.${what === 'JSON' ? 'json' : 'yaml'}`;
    const { code, out, err } = cli(['check', repository({ ...others, [file]: text })]);
    expect(code).toBe(2);
    expect(`${err}\n${out}`).toMatch(new RegExp(`^error\\[\\w+\\] .*${file.replace('.', '\\.')}:`, 'm'));
    expect(out).toContain('kettle');
  });
});

describe('a file that is no manifest', () => {
  const QUIET: Readonly<Record<string, readonly [file: string, text: string]>> = {
    'a template': ['plain/x.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Values.x }}\n'],
    'an encrypted file': ['plain/x.yaml', '$ANSIBLE_VAULT;1.1;AES256\n3339\n'],
    'settings of another program': ['plain/x.yaml', 'services: {\n  kind: [\n'],
    'a template that fills in names': ['plain/x.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %NAME%}\n'],
    'data of a test': ['plain/testdata/x.yaml', 'apiVersion: v1\nkind: [\n'],
    prose: ['plain/x.yaml', 'a sentence: with: colons\n'],
    'a file that no kustomization lists': ['a/x.yaml', 'apiVersion: v1\nkind: [\n'],
  };
  const others = {
    'a/a.yaml': subscription('kettle'),
    'a/kustomization.yaml': 'resources: [a.yaml]\n',
    'plain/b.yaml': subscription('pot'),
  };

  it.each(Object.entries(QUIET))('fails no check of a repository that applies it nowhere: %s', (_, [file, text]) => {
    expect(cli(['check', repository({ ...others, [file]: text })]).code).toBe(0);
  });

  it.each(Object.entries(QUIET).filter(([, [file]]) => /^plain\/[^/]+$/.test(file)))(
    'fails the check if an Application applies its folder: %s',
    (what, [file, text]) => {
      const applied = { ...others, [file]: text, 'apps/plain.yaml': application('plain') };
      const { code, err } = cli(['check', repository(applied)]);
      expect([what, code, err]).toEqual([what, 2, expect.stringContaining('x.yaml:')]);
    },
  );

  it('fails the check if only a name in the folder above is that of an old bundle', () => {
    const decoy = { 'plain/x.package.yaml': 'a: b\n', 'plain/c/x.yaml': 'apiVersion: v1\nkind: [\n' };
    expect(cli(['check', repository({ ...others, ...decoy })]).code).toBe(2);
  });

  it('fails no check if it is in an old bundle, which nobody applies', () => {
    const bundle = {
      'deploy/kettle/kettle.package.yaml': 'packageName: kettle\n',
      'deploy/kettle/0.1.0/kettle.clusterserviceversion.yaml': 'spec: {}\n',
      'deploy/kettle/0.1.0/x.yaml': 'apiVersion: v1\nkind: [\n',
    };
    expect(cli(['check', repository({ ...others, ...bundle })]).code).toBe(0);
  });
});

describe('questions beside a broken manifest', () => {
  const files = { 'a.yaml': subscription('kettle'), 'broken.yaml': 'apiVersion: v1\nkind: [\n' };

  it.each([['images'], ['who-can', 'get', 'pods'], ['can-i', 'get', 'pods', '--as', 'system:serviceaccount:a:b']])(
    'are answered without it, and fail: %s',
    (...command) => {
      const { code, err } = cli([...command, repository(files)]);
      expect([code, err]).toEqual([2, expect.stringMatching(/error\[NOT_YAML\] .*broken\.yaml:2/)]);
    },
  );
});
