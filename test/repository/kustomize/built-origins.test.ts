import { tmpdir } from 'node:os';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FieldPath } from '../../../src/base/manifest/field-path.js';
import { createLocator } from '../../../src/base/manifest/locate.js';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import { builtOrigins } from '../../../src/repository/kustomize/built-origins.js';
import { buildKustomizations } from '../../../src/repository/kustomize/kustomize-build.js';
import { diskTree } from '../../../src/repository/trees/disk-tree.js';
import { otherSide } from '../../../src/repository/units/units.js';
import { folderOf } from '../../support/files.js';
import { lines } from '../../support/lines.js';
import { itWith, program } from '../../support/needs.js';

/**
 * Finds the place of a field of a built object, as `file:line text`.
 *
 * @param before of a review, the files of the other side
 */
function placesIn(
  files: Readonly<Record<string, string>>,
  text: string,
  before?: Readonly<Record<string, string>>,
): (object: string, at?: FieldPath) => string | undefined {
  const folder = folderOf(files);
  const built = { file: 'built', text };
  const other = before && otherSide(folderOf(before));
  const originOf = builtOrigins(diskTree(folder), other)('prod/kustomization.yaml', built);
  const locator = createLocator(() => text, originOf);
  const { documents } = parseDocuments(built);
  return (object, at) => {
    const source = documents.find(({ value }) => nameOf(value) === object)?.source;
    const place = source && locator.place(source, at);
    return place && `${relative(folder, place.file)}:${place.line} ${place.excerpt.slice(place.caret - 1)}`;
  };
}

function nameOf(value: unknown): string {
  const { kind, metadata } = value as { kind: string; metadata: { name: string } };
  return `${kind} ${metadata.name}`;
}

/** What kubectl makes of it. */
function built(files: Readonly<Record<string, string>>): string {
  const tree = diskTree(folderOf(files));
  const surroundings = { path: process.env.PATH ?? '', temporary: tmpdir() };
  const outcome = buildKustomizations(tree, ['prod'], surroundings).get('prod');
  if (!outcome || !('text' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.text;
}

const SUBSCRIPTION = lines(
  'apiVersion: operators.coreos.com/v1alpha1',
  'kind: Subscription',
  'metadata:',
  '  name: op',
  '  annotations: {a: "1"}',
  'spec:',
  '  name: op',
  '  channel: stable',
  '  config:',
  '    env:',
  '      - {name: ONE, value: "1"}',
);

/** A base, a component and an overlay that change it in each way. */
const REPOSITORY = {
  'base/kustomization.yaml': lines('resources: [all.yaml, list.yaml, deployment.yaml]', 'namespace: base'),
  'base/all.yaml': `# first\n${lines('apiVersion: v1', 'kind: Namespace', 'metadata:', '  name: ns')}---\n${SUBSCRIPTION}`,
  'base/list.yaml': lines(
    'apiVersion: v1',
    'kind: List',
    'items:',
    '  - apiVersion: operators.coreos.com/v1',
    '    kind: OperatorGroup',
    '    metadata: {name: group}',
    '    spec:',
    '      targetNamespaces: [one]',
    '  - {apiVersion: v1, kind: ServiceAccount, metadata: {name: account}}',
  ),
  'base/deployment.yaml': lines(
    'apiVersion: apps/v1',
    'kind: Deployment',
    'metadata: {name: web}',
    'spec:',
    '  replicas: 1',
    '  selector: {matchLabels: {app: web}}',
    '  template:',
    '    metadata: {labels: {app: web}}',
    '    spec:',
    '      containers:',
    '        - name: web',
    '          image: quay.io/a/web:1',
  ),
  'component/kustomization.yaml': lines(
    'apiVersion: kustomize.config.k8s.io/v1alpha1',
    'kind: Component',
    'commonAnnotations:',
    '  team: a',
    'patches:',
    '  - target: {kind: OperatorGroup}',
    '    patch: |-',
    '      - op: add',
    '        path: /spec/targetNamespaces/-',
    '        value: two',
    '      - op: remove',
    '        path: /metadata/namespace',
    '  - path: operations.json',
    '    target: {kind: Subscription, name: o.*}',
  ),
  'component/operations.json': '[\n  {"op": "replace",\n   "path": "/spec/channel",\n   "value": "fast"}\n]\n',
  'prod/kustomization.yaml': lines(
    'resources:',
    '  - ../base',
    'components: [../component]',
    'namespace: prod',
    'namePrefix: p-',
    'labels:',
    '  - pairs: {stage: prod}',
    'configMapGenerator:',
    '  - name: settings',
    '    literals:',
    '      - one=1',
    '      - two=2',
    '    files: [notes.txt, other=more.txt]',
    'images:',
    '  - name: quay.io/a/web',
    '    newTag: "2"',
    'replicas:',
    '  - name: web',
    '    count: 3',
    'patches:',
    '  - path: patch.yaml',
    'replacements:',
    '  - source: {kind: Deployment, name: web, fieldPath: metadata.name}',
    '    targets:',
    '      - select: {kind: Subscription}',
    '        fieldPaths:',
    '          - spec.name',
  ),
  'prod/notes.txt': 'Not YAML: [\n',
  'prod/more.txt': 'more\n',
  'prod/patch.yaml': lines(
    'apiVersion: operators.coreos.com/v1alpha1',
    'kind: Subscription',
    'metadata: {name: op}',
    'spec:',
    '  config:',
    '    env:',
    '      - {name: ZERO, value: "0"}',
    '      - {name: ONE, value: "1"}',
  ),
};

describe('the place of what was built', () => {
  itWith([program('kubectl')], 'is that of the object in its file, whatever its name and namespace became', () => {
    const text = built(REPOSITORY);
    const place = placesIn(REPOSITORY, text);
    expect(place('Namespace prod')).toBe('base/all.yaml:2 apiVersion: v1');
    expect(place('Subscription p-op')).toBe('base/all.yaml:7 apiVersion: operators.coreos.com/v1alpha1');
    expect(place('OperatorGroup p-group')).toBe('base/list.yaml:4 apiVersion: operators.coreos.com/v1');
    expect(place('ServiceAccount p-account')).toBe('base/list.yaml:9 {apiVersion: v1, kind: ServiceAccount, metadata: {name: account}}');
    expect(place('Subscription p-op', ['metadata', 'annotations', 'a'])).toBe('base/all.yaml:11 "1"}');
  });

  itWith([program('kubectl')], 'is that of the patch or the setting that gave a field its value', () => {
    const place = placesIn(REPOSITORY, built(REPOSITORY));
    expect(place('Subscription p-op', ['spec', 'channel'])).toBe('component/operations.json:4 "fast"}');
    expect(place('Subscription p-op', ['spec', 'config', 'env', 0, 'value'])).toBe('prod/patch.yaml:7 "0"}');
    expect(place('Subscription p-op', ['spec', 'config'])).toBe('prod/patch.yaml:5 config:');
    expect(place('Subscription p-op', ['spec', 'name'])).toBe('prod/kustomization.yaml:27 spec.name');
    expect(place('Subscription p-op', ['metadata', 'namespace'])).toBe('prod/kustomization.yaml:4 prod');
    expect(place('Subscription p-op', ['metadata', 'labels', 'stage'])).toBe('prod/kustomization.yaml:7 prod}');
    expect(place('Subscription p-op', ['metadata', 'annotations', 'team'])).toBe('component/kustomization.yaml:4 a');
    expect(place('OperatorGroup p-group', ['spec', 'targetNamespaces', 0])).toBe('base/list.yaml:8 one]');
    expect(place('Deployment p-web', ['spec', 'replicas'])).toBe('prod/kustomization.yaml:19 3');
    expect(place('Deployment p-web', ['spec', 'template', 'spec', 'containers', 0, 'image'])).toBe(
      'prod/kustomization.yaml:15 name: quay.io/a/web',
    );
  });

  itWith([program('kubectl')], 'is a line of the text of a patch that stands in a kustomization', () => {
    const place = placesIn(REPOSITORY, built(REPOSITORY));
    expect(place('OperatorGroup p-group', ['spec', 'targetNamespaces', 1])).toBe('component/kustomization.yaml:10 value: two');
  });

  itWith([program('kubectl')], 'is the entry of a generator, or the file that it takes', () => {
    const text = built(REPOSITORY);
    const place = placesIn(REPOSITORY, text);
    const map = /name: (p-settings-\w+)/.exec(text)?.[1];
    expect(place(`ConfigMap ${map}`)).toBe('prod/kustomization.yaml:9 name: settings');
    expect(place(`ConfigMap ${map}`, ['data', 'two'])).toBe('prod/kustomization.yaml:12 two=2');
    expect(place(`ConfigMap ${map}`, ['data', 'notes.txt'])).toBe('prod/notes.txt:1 Not YAML: [');
    expect(place(`ConfigMap ${map}`, ['data', 'other'])).toBe('prod/more.txt:1 more');
  });

  it('is the operation that removes a field', () => {
    const files = {
      'prod/kustomization.yaml': lines(
        'resources: [a.yaml]',
        'patches:',
        '  - target: {kind: OperatorGroup}',
        '    patch: |',
        '      - op: remove',
        '        path: /spec/targetNamespaces',
      ),
      'prod/a.yaml': lines(
        'apiVersion: operators.coreos.com/v1',
        'kind: OperatorGroup',
        'metadata: {name: a}',
        'spec: {targetNamespaces: [a]}',
      ),
    };
    const place = placesIn(files, lines('apiVersion: operators.coreos.com/v1', 'kind: OperatorGroup', 'metadata: {name: a}', 'spec: {}'));
    expect(place('OperatorGroup a', ['spec', 'targetNamespaces'])).toBe('prod/kustomization.yaml:6 path: /spec/targetNamespaces');
    expect(place('OperatorGroup a', ['spec'])).toBe('prod/kustomization.yaml:6 path: /spec/targetNamespaces');
  });

  it('is the first line of the kustomization for an object that nothing in its files has', () => {
    const files = { 'prod/kustomization.yaml': lines('# ours', 'namespace: a') };
    expect(placesIn(files, lines('apiVersion: v1', 'kind: Secret', 'metadata: {name: a}'))('Secret a')).toBe(
      'prod/kustomization.yaml:2 namespace: a',
    );
  });

  it('does not believe annotations of an object about where it comes from', () => {
    const lying = lines(
      'apiVersion: v1',
      'kind: Secret',
      'metadata:',
      '  name: a',
      '  annotations:',
      '    config.kubernetes.io/origin: |',
      '      path: other.yaml',
    );
    const files = {
      'prod/kustomization.yaml': lines('resources: [a.yaml, other.yaml]', 'namespace: a'),
      'prod/a.yaml': lying,
      'prod/other.yaml': '',
    };
    expect(placesIn(files, lying)('Secret a')).toBe('prod/a.yaml:1 apiVersion: v1');
  });
});

describe('the place of what was built, on one side of a review', () => {
  const group = lines('apiVersion: operators.coreos.com/v1', 'kind: OperatorGroup', 'metadata: {name: a, namespace: b}');
  const overlay = lines('resources: [../base]', 'namespace: b');
  const files = {
    'base/kustomization.yaml': 'resources: [group.yaml]\n',
    'base/group.yaml': group,
    'prod/kustomization.yaml': overlay,
  };
  const place = (now: Readonly<Record<string, string>>, before: Readonly<Record<string, string>>, at?: FieldPath) =>
    placesIn(now, group, before)('OperatorGroup a', at);

  it('is a line that the other side does not have', () => {
    expect(place(files, {})).toBe('base/group.yaml:1 apiVersion: operators.coreos.com/v1');
    expect(place(files, { ...files, 'base/group.yaml': group.replace('name: a', 'name: z') })).toBe(
      'base/group.yaml:3 metadata: {name: a, namespace: b}',
    );
    expect(place(files, { ...files, 'prod/kustomization.yaml': overlay.replace(': b', ': z') }, ['metadata', 'namespace'])).toBe(
      'prod/kustomization.yaml:2 b',
    );
  });

  it('is the entry that loads an object which is only new here', () => {
    const { 'prod/kustomization.yaml': _, ...without } = files;
    expect(place(files, without)).toBe('prod/kustomization.yaml:1 ../base]');
    expect(place(files, { ...files, 'base/kustomization.yaml': 'resources: []\n' })).toBe('base/kustomization.yaml:1 group.yaml]');
  });

  it('is a new line of a patch of the object', () => {
    const patched = {
      ...files,
      'prod/kustomization.yaml': `${overlay}patches: [{path: patch.yaml}]\n`,
      'prod/patch.yaml': `${group}spec:\n  targetNamespaces: [b]\n`,
    };
    expect(place(patched, { ...patched, 'prod/patch.yaml': group })).toBe('prod/patch.yaml:4 spec:');
  });

  it('is the same as without one where no line is new', () => {
    expect(place(files, files)).toBe('base/group.yaml:1 apiVersion: operators.coreos.com/v1');
  });
});
