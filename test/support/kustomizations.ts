/** Kustomizations as people write and break them: small trees of files, of which kubectl says whether kustomize builds them. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are no templates of this language
import { posix } from 'node:path';
import fc from 'fast-check';

/** Texts of files by their paths. */
export type Files = Readonly<Record<string, string>>;

/** A tree with the folder that is built. */
export interface Tried {
  readonly name: string;
  readonly folder: string;
  readonly files: Files;
}

const COMPONENT = 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n';

const object = (kind: string, name: string, rest = ''): string => {
  const [apiVersion] = kind.includes('Role') ? ['rbac.authorization.k8s.io/v1'] : ['v1'];
  return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}, namespace: pond}\n${rest}`;
};

/** What is around each variant: two files, a kustomization below it, a component, and folders without a kustomization. */
const AROUND: Files = {
  't/a.yaml': object('ConfigMap', 'a', 'data: {a: "1"}\n'),
  't/b.yaml': object('ConfigMap', 'b', 'data: {b: "1"}\n'),
  't/sub/kustomization.yaml': 'resources: [c.yaml]\n',
  't/sub/c.yaml': object('ConfigMap', 'c'),
  't/sub/more/kustomization.yaml': 'resources: [d.yaml]\n',
  't/sub/more/d.yaml': object('Secret', 'd'),
  't/part/kustomization.yaml': `${COMPONENT}resources: [e.yaml]\n`,
  't/part/e.yaml': object('Secret', 'e'),
  't/none/f.yaml': object('ConfigMap', 'f'),
  'out/g.yaml': object('ConfigMap', 'g'),
  'out/h/kustomization.yaml': 'resources: [i.yaml]\n',
  'out/h/i.yaml': object('ConfigMap', 'i'),
};

/** The text of the kustomization, or more files besides. */
export type Variant = string | Files;

const entries = (...texts: readonly string[]): string => `resources: [${texts.join(', ')}]\n`;
const withFile = (text: string, kustomization = entries('a.yaml', 'x.yaml')): Files => ({
  't/kustomization.yaml': kustomization,
  't/x.yaml': text,
});

/** Entries of `resources`. */
const OF_ENTRIES: readonly string[] = [
  entries('a.yaml', 'b.yaml', 'sub'),
  entries('a.yaml', 'a.yaml'),
  entries('a.yaml', './a.yaml'),
  entries('a.yaml', 'sub/../a.yaml'),
  entries('a.yaml', '../t/a.yaml'),
  entries('a.yaml/'),
  entries('sub/'),
  entries('sub', 'sub'),
  entries('sub', 'sub/'),
  entries('sub', './sub'),
  entries('sub', 'sub/more'),
  entries('sub/c.yaml', 'sub'),
  entries('sub//more'),
  entries('none/f.yaml'),
  entries('none'),
  entries('..'),
  entries('.'),
  entries('./'),
  entries('../t'),
  entries('../out'),
  entries('../out/h'),
  entries('../out/g.yaml'),
  entries('a.yaml', 'gone.yaml'),
  entries('gone'),
  entries('../../../gone'),
  entries('/a.yaml'),
  entries('/t/sub'),
  entries('""', 'a.yaml'),
  entries('" "', 'a.yaml'),
  entries('null', 'a.yaml'),
  entries('~'),
  entries('1', 'a.yaml'),
  entries('true'),
  entries('[a.yaml]'),
  entries('{path: a.yaml}'),
  entries('kustomization.yaml'),
  entries('sub/kustomization.yaml'),
  entries('part'),
  entries('part/e.yaml'),
  entries('"a.yaml "'),
  entries('" a.yaml"'),
  entries('"sub "'),
  entries('A.yaml'),
  'resources: a.yaml\n',
  'resources: ""\n',
  'resources: {a: a.yaml}\n',
  'resources: 1\n',
  'resources: true\n',
  'resources:\n',
  'resources:\nnamePrefix:\n',
  'resources: []\n',
  'resources: []\nbases: []\n',
  'bases: [sub]\n',
  'bases: [a.yaml]\n',
  'bases: sub\n',
  'bases: [null]\n',
  'bases: []\n',
  'bases: [part]\n',
  'resources: [a.yaml]\nbases: [a.yaml]\n',
  'resources: [sub]\nbases: [sub]\n',
  'resources: [a.yaml]\nbases:\n',
  'components: [part]\n',
  'components: [sub]\n',
  'components: [a.yaml]\n',
  'components: [gone]\n',
  'components: [""]\n',
  'components: part\n',
  'resources: [a.yaml]\ncomponents: [part, part]\n',
  'resources: [a.yaml]\ncomponents: [part, part/]\n',
  'resources: [a.yaml]\ncomponents: [.]\n',
  'resources: [a.yaml]\ncomponents: [..]\n',
  'resources: [a.yaml]\ncomponents: []\n',
  'resources: [a.yaml, part/e.yaml]\ncomponents: [part]\n',
];

/** The file as a whole, its kind and its fields. */
const OF_FIELDS: readonly string[] = [
  '',
  '# nothing\n',
  '---\n',
  '{}\n',
  'null\n',
  '[]\n',
  '- a.yaml\n',
  'a.yaml\n',
  'metadata: {name: x}\n',
  'metadata: {}\n',
  'kind: Kustomization\n',
  'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n',
  ...[
    'kind: Kustomization',
    'kind: kustomization',
    'kind: Kustomisation',
    'kind: Kustomizations',
    'kind: ""',
    'kind:',
    'kind: 1',
    'kind: [Kustomization]',
    'kind: List',
    'apiVersion: kustomize.config.k8s.io/v1beta1',
    'apiVersion: kustomize.config.k8s.io/v1alpha1',
    'apiVersion: kustomize.config.k8s.io/v1',
    'apiVersion: v1',
    'apiVersion: ""',
    'apiVersion:',
    'apiVersion: 1',
    'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization',
    'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Component',
    'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Kustomization',
    'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component',
    'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization',
    'kind: Component',
    'metadata: {name: x}',
    'metadata: {name: x, namespace: y, labels: {a: b}, annotations: {a: b}}',
    'metadata: {nam: x}',
    'metadata: {labels: {a: 1}}',
    'metadata: {annotations: {a: true}}',
    'metadata: {name: 1}',
    'metadata: {creationTimestamp: null}',
    'metadata: []',
    'metadata: x',
    'metadata:',
    'patchs: []',
    'patchs: [x.yaml]',
    'patchs:',
    'resource: [a.yaml]',
    'spec: {}',
    'x-note: hello',
    'patches: []',
    'patches:',
    'patches: {}',
    'patches: ""',
    'patchesStrategicMerge: []',
    'patchesJson6902: []',
    'namePrefix: ""',
    'namePrefix:',
    'namePrefix: {}',
    'namePrefix: []',
    'nameSuffix: 1',
    'namespace: ""',
    'namespace:',
    'namespace: {}',
    'commonLabels: {}',
    'commonLabels: []',
    'commonLabels:',
    'commonLabels: {a: 1}',
    'commonAnnotations: {}',
    'labels: []',
    'labels: {}',
    'images: []',
    'images: {}',
    'imageTags: []',
    'replicas: []',
    'replicas: {}',
    'vars: []',
    'vars: {}',
    'components: []',
    'components:',
    'components: {}',
    'configMapGenerator: []',
    'secretGenerator: []',
    'secretGenerator: {}',
    'generatorOptions: {}',
    'generatorOptions: []',
    'configurations: []',
    'crds: []',
    'generators: []',
    'transformers: []',
    'validators: []',
    'helmCharts: []',
    'helmGlobals: {}',
    'helmGlobals: []',
    'helmChartInflationGenerator: []',
    'openapi: {}',
    'openapi: []',
    'openapi: {path: ""}',
    'openapi: {version: ""}',
    'buildMetadata: []',
    'buildMetadata: [originAnnotations]',
    'buildMetadata: [x]',
    'buildMetadata: x',
    'sortOptions: {}',
    'sortOptions: []',
    'sortOptions: {order: fifo}',
    'sortOptions: {order: legacy}',
    'sortOptions: {order: x}',
    'replacements: []',
    'replacements: {}',
    'inventory: {}',
    'inventory:',
  ].map((field) => `${field}\nresources: [a.yaml, sub]\n`),
  'resources: [a.yaml]\nresources: [b.yaml]\n',
  'resources: [a.yaml]\n---\nresources: [b.yaml]\n',
  '---\nresources: [a.yaml]\n',
  'resources: [a.yaml]\n---\n',
  'resources: [a.yaml]\n...\n',
  'resources: [a.yaml]\n...\nnamePrefix: x\n',
  'resources: &r [a.yaml]\nbases: *r\n',
  'resources: &r [a.yaml]\n',
  '<<: {resources: [a.yaml]}\n',
  '<<: {resources: [a.yaml]}\nresources: [b.yaml]\n',
  'resources: [a.yaml\n',
  'resources:\n\t- a.yaml\n',
  'resources:\n- a.yaml\n- b.yaml\n - sub\n',
  '\ufeffresources: [a.yaml]\n',
  'resources:\r\n- a.yaml\r\n- b.yaml\r\n',
  '%YAML 1.1\n---\nresources: [a.yaml]\n',
  '{"resources": ["a.yaml"]}\n',
  '{"resources": ["a.yaml"],}\n',
  'resources: !!seq [a.yaml]\n',
  'resources: [!!str a.yaml]\n',
  'resources: [!mine a.yaml]\n',
  '1: x\nresources: [a.yaml]\n',
  'resources: [*a]\n',
];

/** Other files beside the kustomization. */
const OF_FILES: readonly Files[] = [
  { 't/kustomization.yaml': entries('a.yaml'), 't/kustomization.yml': entries('a.yaml') },
  { 't/kustomization.yaml': entries('a.yaml'), 't/Kustomization': '' },
  { 't/kustomization.yaml': entries('sub'), 't/sub/Kustomization': entries('c.yaml') },
  { 't/kustomization.yaml': entries('a.yaml'), 't/Kustomization/x.yaml': '' },
  { 't/kustomization.yml': entries('a.yaml') },
  { 't/Kustomization': entries('a.yaml', 'sub') },
  { 't/kustomization.yaml': entries('sub'), 't/sub/kustomization.yaml': entries('..') },
  { 't/kustomization.yaml': entries('sub'), 't/sub/kustomization.yaml': entries('.') },
  {
    't/kustomization.yaml': entries('sub'),
    't/sub/kustomization.yaml': entries('more'),
    't/sub/more/kustomization.yaml': entries('../../sub'),
  },
  { 't/kustomization.yaml': entries('../out/h'), 'out/h/kustomization.yaml': entries('i.yaml', '../../t') },
  { 't/kustomization.yaml': entries('../out/h'), 'out/h/kustomization.yaml': entries('i.yaml', '../../t/sub') },
  { 't/kustomization.yaml': entries('sub', '../out/h'), 'out/h/kustomization.yaml': entries('i.yaml', '../../t/sub') },
  { 't/kustomization.yaml': entries('sub'), 't/sub/kustomization.yaml': '' },
  { 't/kustomization.yaml': entries('sub'), 't/sub/kustomization.yaml': 'resources: []\n' },
  { 't/kustomization.yaml': entries('sub', 'sub'), 't/sub/kustomization.yaml': 'resources: []\n' },
  { 't/kustomization.yaml': entries('sub'), 't/sub/kustomization.yaml': 'kind: Kustomisation\nresources: [c.yaml]\n' },
  { 't/kustomization.yaml': entries('sub'), 't/sub/kustomization.yaml': 'resources: c.yaml\n' },
  { 't/kustomization.yaml': entries('sub'), 't/sub/kustomization.yaml': 'patchs: []\nresources: [c.yaml]\n' },
  { 't/kustomization.yaml': entries('sub'), 't/sub/kustomization.yaml': 'namePrefix: x-\nresources: [c.yaml]\n' },
  { 't/kustomization.yaml': entries('sub', 'a.yaml'), 't/sub/kustomization.yaml': 'namePrefix: x-\nresources: [c.yaml, ../a.yaml]\n' },
  { 't/kustomization.yaml': 'components: [part]\nresources: [a.yaml]\n', 't/part/kustomization.yaml': `${COMPONENT}` },
  { 't/kustomization.yaml': 'components: [part]\nresources: [a.yaml]\n', 't/part/kustomization.yaml': 'resources: [e.yaml]\n' },
  {
    't/kustomization.yaml': 'components: [part]\nresources: [a.yaml]\n',
    't/part/kustomization.yaml': `${COMPONENT}resources: [../a.yaml]\n`,
  },
  { 't/kustomization.yaml': entries('a.yaml', 'a.yaml'), 't/a.yaml': '' },
  { 't/kustomization.yaml': entries('a.yaml'), 't/a.yaml/kustomization.yaml': entries('../b.yaml'), 't/b.yaml': object('ConfigMap', 'b') },
  { 't/kustomization.yaml': entries('"a b.yaml"'), 't/a b.yaml': object('ConfigMap', 'b') },
  { 't/kustomization.yaml': entries('"ä.yaml"'), 't/ä.yaml': object('ConfigMap', 'b') },
  { 't/kustomization.yaml': entries('a..b.yaml'), 't/a..b.yaml': object('ConfigMap', 'b') },
  { 't/kustomization.yaml': entries('x.txt'), 't/x.txt': object('ConfigMap', 'b') },
  { 't/kustomization.yaml': entries('x.json'), 't/x.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"}}' },
  { 't/kustomization.yaml': entries('x.json'), 't/x.json': '[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"}}]' },
];

const META = 'metadata: {name: x, namespace: pond}';
const BARE = 'apiVersion: v1\nkind: ConfigMap\n';

/** What a listed file holds. */
const OF_OBJECTS: readonly string[] = [
  '',
  '# nothing\n',
  '---\n',
  '---\n---\n',
  'null\n',
  '{}\n',
  '[]\n',
  'text\n',
  '1\n',
  '- a\n',
  `- ${JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } })}\n`,
  'a: b\n',
  'a: [b\n',
  '\ta: b\n',
  `${BARE}`,
  `${BARE}metadata:\n`,
  `${BARE}metadata: {}\n`,
  `${BARE}metadata: []\n`,
  `${BARE}metadata: x\n`,
  `${BARE}metadata: {namespace: pond}\n`,
  `${BARE}metadata: {name: ""}\n`,
  `${BARE}metadata: {name: null}\n`,
  `${BARE}metadata: {name: 1}\n`,
  `${BARE}metadata: {name: "1"}\n`,
  `${BARE}metadata: {name: true}\n`,
  `${BARE}metadata: {name: [x]}\n`,
  `${BARE}metadata: {name: {a: b}}\n`,
  `${BARE}metadata: {generateName: x-}\n`,
  `${BARE}metadata: {name: x, namespace: 1}\n`,
  `${BARE}metadata: {name: x, namespace: null}\n`,
  `${BARE}metadata: {name: x, namespace: ""}\n`,
  `${BARE}metadata: {name: x, namespace: []}\n`,
  `${BARE}metadata: {name: x, labels: []}\n`,
  `${BARE}metadata: {name: x, labels: {a: 1}}\n`,
  `${BARE}metadata: {name: x, labels: null, annotations: null}\n`,
  `${BARE}metadata: {name: x, annotations: x}\n`,
  `${BARE}metadata: {name: x, annotations: {a: true}}\n`,
  `${BARE}metadata: {name: x, annotations: {a: null}}\n`,
  `${BARE}metadata: {name: x, annotations: {a: {b: c}}}\n`,
  `apiVersion: v1\n${META}\n`,
  `apiVersion: v1\nkind: ""\n${META}\n`,
  `apiVersion: v1\nkind:\n${META}\n`,
  `apiVersion: v1\nkind: 1\n${META}\n`,
  `apiVersion: v1\nkind: [ConfigMap]\n${META}\n`,
  `kind: ConfigMap\n${META}\n`,
  `apiVersion: ""\nkind: ConfigMap\n${META}\n`,
  `apiVersion: 1\nkind: ConfigMap\n${META}\n`,
  `apiVersion: [v1]\nkind: ConfigMap\n${META}\n`,
  `apiVersion:\nkind: ConfigMap\n${META}\n`,
  `apiVersion: a/b/c\nkind: ConfigMap\n${META}\n`,
  `${object('ConfigMap', 'a')}`,
  `${object('ConfigMap', 'x')}---\n${object('ConfigMap', 'x')}`,
  `${object('ConfigMap', 'x')}---\n${object('Secret', 'x')}`,
  `${BARE}metadata: {name: x}\n---\n${BARE}metadata: {name: x, namespace: default}\n`,
  `${BARE}metadata: {name: x}\n---\n${BARE}metadata: {name: x, namespace: pond}\n`,
  `${BARE}metadata: {name: x}\n---\n${BARE}metadata: {name: x, namespace: ""}\n`,
  'apiVersion: v1\nkind: Namespace\nmetadata: {name: x}\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: x, namespace: y}\n',
  'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: x, namespace: a}\n---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: x, namespace: b}\n',
  'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: x}\n---\napiVersion: rbac.authorization.k8s.io/v1beta1\nkind: Role\nmetadata: {name: x}\n',
  'apiVersion: a.example.com/v1\nkind: Foo\nmetadata: {name: x}\n---\napiVersion: a.example.com/v1\nkind: Foo\nmetadata: {name: x, namespace: default}\n',
  'apiVersion: a.example.com/v1\nkind: Foo\nmetadata: {name: x}\n---\napiVersion: a.example.com/v1\nkind: Foo\nmetadata: {name: x, namespace: y}\n',
  'apiVersion: a.example.com/v1\nkind: Foo\nmetadata: {name: x}\n---\napiVersion: a.example.com/v2\nkind: Foo\nmetadata: {name: x}\n',
  'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: x, namespace: a}\n---\napiVersion: operators.coreos.com/v1alpha2\nkind: OperatorGroup\nmetadata: {name: x, namespace: a}\n',
  'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: x}\n---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: x, namespace: y}\n',
  `apiVersion: v1\nkind: List\nitems:\n- ${JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } })}\n- ${JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'y' } })}\n`,
  `apiVersion: v1\nkind: List\nmetadata: {name: l}\nitems:\n- ${JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } })}\n- ${JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } })}\n`,
  'apiVersion: v1\nkind: List\nitems: []\n',
  'apiVersion: v1\nkind: List\nitems:\n',
  'apiVersion: v1\nkind: List\n',
  'apiVersion: v1\nkind: List\nitems: {}\n',
  'apiVersion: v1\nkind: List\nitems: x\n',
  'apiVersion: v1\nkind: List\nitems: [null]\n',
  'apiVersion: v1\nkind: List\nitems: [{}]\n',
  'apiVersion: v1\nkind: List\nitems: [x]\n',
  'apiVersion: v1\nkind: List\nitems: [{kind: ConfigMap}]\n',
  'apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: ConfigMap}]\n',
  'apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}]}]\n',
  `apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}]\n---\n${object('ConfigMap', 'y')}`,
  `apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}]\n---\n`,
  'kind: List\nitems: [{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}]\n',
  'apiVersion: v1\nkind: ConfigMapList\nitems: [{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}]\n',
  'apiVersion: v1\nkind: ConfigMapList\nitems: [{metadata: {name: x}}]\n',
  'apiVersion: v1\nkind: ConfigMapList\nmetadata: {name: x}\n',
  'apiVersion: v1\nkind: ConfigMapList\nitems: x\n',
  'apiVersion: v1\nkind: ConfigMapList\nitems:\n',
  'apiVersion: v1\nkind: ConfigMapList\nitems: [null]\n',
  'apiVersion: a.example.com/v1\nkind: AllowList\nmetadata: {name: x}\nspec: {}\n',
  'apiVersion: a.example.com/v1\nkind: AllowList\nmetadata: {name: x}\nitems: [{apiVersion: v1, kind: ConfigMap, metadata: {name: y}}]\n',
  'apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: [{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}]\n',
  'apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nfunctionConfig: {a: b}\n',
  'apiVersion: v1\nkind: Foo\nmetadata: {name: x}\nitems: [{apiVersion: v1, kind: ConfigMap, metadata: {name: y}}]\n',
  `${object('ConfigMap', 'x')}...\n${object('ConfigMap', 'y')}`,
  `${object('ConfigMap', 'x')}...\n---\n${object('ConfigMap', 'y')}`,
  `${object('ConfigMap', 'x')}--- # next\n${object('ConfigMap', 'y')}`,
  `${object('ConfigMap', 'x')}---\t\n${object('ConfigMap', 'y')}`,
  `${object('ConfigMap', 'x')}--- {apiVersion: v1, kind: ConfigMap, metadata: {name: y}}\n`,
  `${object('ConfigMap', 'x')}----\n${object('ConfigMap', 'y')}`,
  `--- # first\n${object('ConfigMap', 'x')}`,
  `--- {apiVersion: v1, kind: ConfigMap, metadata: {name: y}}\n`,
  `${object('ConfigMap', 'x')}---`,
  `${object('ConfigMap', 'x')}---\n---\n---\n${object('ConfigMap', 'y')}`,
  `${object('ConfigMap', 'x').replaceAll('\n', '\r\n')}---\r\n${object('ConfigMap', 'y').replaceAll('\n', '\r\n')}`,
  `${object('ConfigMap', 'x', 'data:\n  t: |\n    a\n    ---\n    b\n')}`,
  `${object('ConfigMap', 'x', 'data:\n  t: "a\n---\nb"\n')}`,
  `\ufeff${object('ConfigMap', 'x')}`,
  `%YAML 1.1\n---\n${object('ConfigMap', 'x')}`,
  `${object('ConfigMap', 'x', 'kind: Secret\n')}`,
  `${object('ConfigMap', 'x', 'data: {a: b}\ndata: {a: c}\n')}`,
  `${object('ConfigMap', 'x', 'data: {a: b, a: c}\n')}`,
  `${object('ConfigMap', 'x', 'data: &d {a: b}\n')}`,
  `${object('ConfigMap', 'x', 'data: &d {a: b}\nbinaryData: *d\n')}`,
  `${object('ConfigMap', 'x', 'data: *gone\n')}`,
  `${object('ConfigMap', 'x', 'one: &d {a: b}\ntwo: {<<: *d, c: d}\n')}`,
  `${object('ConfigMap', 'x', 'one: &d {a: b}\ntwo: {c: d, <<: *d}\n')}`,
  `${object('ConfigMap', 'x', 'one: &d {a: b}\ntwo: {<<: *d, a: d}\n')}`,
  `${object('ConfigMap', 'x', 'one: &d {a: b}\ntwo: {a: d, <<: *d}\n')}`,
  `${object('ConfigMap', 'x', 'one: {"<<": {a: b}}\n')}`,
  `${object('ConfigMap', 'x', 'one: {<<: {a: b}}\n')}`,
  `${object('ConfigMap', 'x', 'one: {<<: [{a: b}, {a: c, d: e}]}\n')}`,
  `${object('ConfigMap', 'x', 'data: {1: a}\n')}`,
  `${object('ConfigMap', 'x', 'data: {true: a}\n')}`,
  `${object('ConfigMap', 'x', 'data: {yes: a}\n')}`,
  `${object('ConfigMap', 'x', 'data: {null: a}\n')}`,
  `${object('ConfigMap', 'x', 'data: {1.5: a}\n')}`,
  `${object('ConfigMap', 'x', 'data: {[a]: b}\n')}`,
  `${object('ConfigMap', 'x', 'data: {"": b}\n')}`,
  ...[
    'yes',
    'no',
    'on',
    'off',
    'y',
    'n',
    'True',
    'TRUE',
    'null',
    'Null',
    '~',
    '',
    '012',
    '0o14',
    '0x1F',
    '0b11',
    '08',
    '1_000',
    '+1',
    '-0',
    '1e3',
    '1.0',
    '1.50',
    '.5',
    '1.',
    '1e400',
    '.inf',
    '-.inf',
    '.nan',
    '9007199254740993',
    '18446744073709551616',
    '123456789012345678901234567890',
    '1:30',
    '2024-01-01',
    '2024-01-01T10:00:00Z',
    '!!str 1',
    '!!int "1"',
    '!!float 1',
    '!!bool "true"',
    '!!binary aGVsbG8=',
    '!mine x',
    '"yes"',
    "'1'",
    '"\\u0041\\x41"',
    '"a\\nb"',
    '|\n    a\n    b\n',
    '>-\n    a\n    b\n',
    '[a, null, b]',
    '[~]',
    '[[]]',
    '{}',
    '"\u{1f600}"',
    '"\\ud83d\\ude00"',
    '"\\0"',
    '=',
    '<<',
    '@x',
    '`x`',
    '%x',
    '- a',
    '? a',
    'a: b',
    'a #b',
    'a#b',
    '$(VAR)',
    '${VAR}',
  ].map((scalar) => object('ConfigMap', 'x', `data:\n  k: ${scalar}\n`)),
  ...['"true"', '"false"', '""', '"x"', 'true', 'null'].map(
    (value) => `${BARE}metadata: {name: x, annotations: {config.kubernetes.io/local-config: ${value}}}\n`,
  ),
  ...[
    'config.kubernetes.io/function: "image: x"',
    'config.kubernetes.io/index: "0"',
    'config.kubernetes.io/path: a.yaml',
    'config.kubernetes.io/origin: a',
    'internal.config.kubernetes.io/path: a.yaml',
    'internal.config.kubernetes.io/index: "1"',
    'internal.config.kubernetes.io/seqindent: compact',
    'internal.config.kubernetes.io/needsHashSuffix: enabled',
    'internal.config.kubernetes.io/previousNames: y',
    'internal.config.kubernetes.io/previousNames: y, internal.config.kubernetes.io/previousKinds: ConfigMap, internal.config.kubernetes.io/previousNamespaces: pond',
    'internal.config.kubernetes.io/prefixes: a',
    'internal.config.kubernetes.io/generatorBehavior: merge',
    'internal.config.kubernetes.io/refBy: a',
    'internal.config.kubernetes.io/allowNameChange: enabled',
    'internal.config.kubernetes.io/annotations-migration-resource-id: "0"',
    'kustomize.config.k8s.io/needs-hash: "true"',
    'kustomize.config.k8s.io/behavior: merge',
    'alpha.config.kubernetes.io/transformed-by: x',
    'kustomize.config.k8s.io/id: x',
  ].map((value) => `${BARE}metadata: {name: x, annotations: {${value}}}\n`),
  `${BARE}metadata: {name: x, labels: {validated-by: x}}\n`,
  `${BARE}metadata: {name: x, labels: {app.kubernetes.io/managed-by: kustomize-v5}}\n`,
  ...[
    '{kind: ServiceAccount, name: s}',
    '{kind: ServiceAccount, name: s, namespace: pond}',
    '{kind: ServiceAccount, name: s, namespace: other}',
    '{kind: ServiceAccount, name: default}',
    '{kind: ServiceAccount, name: gone}',
    '{kind: Group, name: s}',
    '{kind: User, name: s}',
    '{name: s}',
    'null',
    's',
  ].map(
    (subject) =>
      `${object('ServiceAccount', 's')}---\n${object('RoleBinding', 'x', `roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: x}\nsubjects: [${subject}]\n`)}`,
  ),
  `${object('ServiceAccount', 's')}---\n${object('ServiceAccount', 's').replace('pond', 'lake')}---\n${object('ClusterRoleBinding', 'x', 'roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: x}\nsubjects: [{kind: ServiceAccount, name: s}]\n')}`,
  ...['{name: s, path: /}', '{name: s, namespace: pond}', '{name: s, namespace: other}', '{}', 'null', 's'].map(
    (service) =>
      `${object('Service', 's')}---\napiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {name: x}\nwebhooks: [{name: a.b.c, clientConfig: {service: ${service}}}]\n`,
  ),
  ...['{name: s}', '{name: s, namespace: pond}', '{name: s, namespace: other}'].map(
    (service) =>
      `${object('Service', 's')}---\napiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata: {name: v1.x}\nspec: {service: ${service}}\n`,
  ),
  ...['{name: s}', '{name: s, namespace: pond}'].map(
    (service) =>
      `${object('Service', 's')}---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: x}\nspec: {conversion: {strategy: Webhook, webhook: {clientConfig: {service: ${service}}}}}\n`,
  ),
  ...[
    'spec: {template: {spec: {containers: [{name: a, image: x, envFrom: [{configMapRef: {name: a}}]}], serviceAccountName: s}}}',
    'spec: {template: {spec: {containers: [{name: a, image: x, env: [{name: A, value: $(A)}]}]}}}',
    'spec: {template: {spec: {containers: null}}}',
    'spec: {template: {spec: {containers: {}}}}',
    'spec: x',
    'spec: {template: {spec: {volumes: [{name: a, configMap: {name: a}}], containers: [null]}}}',
  ].map((spec) => `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x, namespace: pond}\n${spec}\n`),
  'apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: x}\nspec: {claimRef: {name: c}}\n---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: c, namespace: pond}\n',
  'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: x, annotations: {nginx.ingress.kubernetes.io/auth-secret: a}}\nspec: {rules: [{http: {paths: [{path: /, backend: {service: {name: s}}}]}}]}\n',
  'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: x}\nspec: {scaleTargetRef: {kind: Deployment, name: y}}\n',
  `${object('Role', 'x', 'rules:\n- {apiGroups: [""], resources: [secrets], resourceNames: [d], verbs: [get]}\n')}`,
  `${object('Role', 'x', 'rules: null\n')}`,
  `${object('Role', 'x', 'rules: {}\n')}`,
  `${object('Role', 'x', 'rules: [null]\n')}`,
  `${object('Role', 'x', 'rules: [{resourceNames: [1]}]\n')}`,
  `${object('RoleBinding', 'x', 'roleRef: null\n')}`,
  `${object('RoleBinding', 'x', 'roleRef: x\n')}`,
  `${object('RoleBinding', 'x', 'subjects: {}\n')}`,
  `${object('ServiceAccount', 'x', 'secrets: [{name: d}]\nimagePullSecrets: [{name: d}]\n')}`,
  `${object('Secret', 'x', 'type: kubernetes.io/service-account-token\n')}`,
  '$patch: delete\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n',
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: $(X)}\n',
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "A B/c"}\n',
  'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata: {name: x}\n',
  'apiVersion: builtin\nkind: PrefixTransformer\nmetadata: {name: x}\nprefix: y-\n',
  'openapi: 3.0.0\ninfo: {title: x}\n',
  '# Secret\nsops: {mac: x}\nkind: Secret\nmetadata: {name: x}\n',
];

/** All variants, by what they have to do with. */
export const VARIANTS: readonly (readonly [of: string, variant: Variant])[] = [
  ...OF_ENTRIES.map((one) => ['entries', one] as const),
  ...OF_FIELDS.map((one) => ['fields', one] as const),
  ...OF_FILES.map((one) => ['files', one] as const),
  ...OF_OBJECTS.map((one) => ['objects', withFile(one)] as const),
];

/** Where a kustomization is built: by itself, or by what loads it. */
const CONTEXTS: Readonly<Record<string, (files: Files) => Omit<Tried, 'name'>>> = {
  root: (files) => ({ folder: 't', files }),
  overlay: (files) => ({ folder: 'over', files: { ...files, 'over/kustomization.yaml': 'resources: [../t]\n' } }),
  around: (files) => ({ folder: '', files: { ...files, 'kustomization.yaml': 'resources: [t]\n' } }),
  deep: (files) => ({
    folder: 'over/over',
    files: {
      ...files,
      'over/over/kustomization.yaml': 'resources: [own.yaml, ../../mid]\n',
      'over/over/own.yaml': object('ConfigMap', 'own'),
      'mid/kustomization.yaml': 'resources: [../t]\n',
    },
  }),
  twice: (files) => ({
    folder: 'over',
    files: {
      ...files,
      'over/kustomization.yaml': 'resources: [../one, ../two]\n',
      'one/kustomization.yaml': 'resources: [../t]\n',
      'two/kustomization.yaml': 'resources: [../t]\n',
    },
  }),
  component: (files) => ({
    folder: 'over',
    files: {
      ...Object.fromEntries(
        Object.entries(files).map(([path, text]) => [path, path === 't/kustomization.yaml' ? asComponent(text) : text]),
      ),
      'over/kustomization.yaml': 'resources: [own.yaml]\ncomponents: [../t]\n',
      'over/own.yaml': object('ConfigMap', 'own'),
    },
  }),
  built: (files) => ({ folder: 'over', files: { ...files, 'over/kustomization.yaml': 'namePrefix: over-\nresources: [../t]\n' } }),
};

function asComponent(text: string): string {
  return /^(?:kind|apiVersion|<<|\{|\[|- |%|---)/m.test(text) ? text : `${COMPONENT}${text}`;
}

/** Every variant in every context. */
export function everyVariant(): Tried[] {
  return Object.entries(CONTEXTS).flatMap(([context, around]) =>
    VARIANTS.map(([of, variant], index) => {
      const own = typeof variant === 'string' ? { 't/kustomization.yaml': variant } : variant;
      const others = Object.entries(AROUND).filter(
        ([path]) => !Object.keys(own).some((file) => file === path || file.startsWith(`${path}/`)),
      );
      return { name: `${context} ${of} ${index}`, ...around({ ...Object.fromEntries(others), ...own }) };
    }),
  );
}

// Random trees: what is wrong with them nobody chose.

const FOLDERS = ['', 'a', 'a/b', 'c', 'c/d'] as const;

/** Most of the time the first one. */
const mostly = <T>(usual: fc.Arbitrary<T>, ...others: readonly fc.Arbitrary<T>[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: others.length * 6, arbitrary: usual }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })));
const of = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

const anyObject: fc.Arbitrary<string> = fc
  .record({
    kind: of(
      'v1 ConfigMap',
      'v1 Secret',
      'v1 Namespace',
      'rbac.authorization.k8s.io/v1 Role',
      'a.example.com/v1 Foo',
      'a.example.com/v2 Foo',
    ),
    name: of('one', 'two', 'three', 'four'),
    namespace: mostly(of(', namespace: pond', ', namespace: lake'), of(''), of(', namespace: default')),
    rest: mostly(of(''), of('data: {a: b}\n'), of('data: {a: on}\n'), of('rules: [null]\n')),
  })
  .map(({ kind, name, namespace, rest }) => {
    const [apiVersion, own] = kind.split(' ');
    return `apiVersion: ${apiVersion}\nkind: ${own}\nmetadata: {name: ${name}${namespace}}\n${rest}`;
  });
const anyFile: fc.Arbitrary<string> = mostly(
  fc.array(anyObject, { minLength: 1, maxLength: 2 }).map((objects) => objects.join('---\n')),
  of(...OF_OBJECTS),
);

/** A path from a folder to a file or a folder, as somebody could write it. */
function anyEntry(folder: string): fc.Arbitrary<string> {
  const targets = FOLDERS.flatMap((other) => [other || '.', posix.join(other, 'x.yaml'), posix.join(other, 'y.yaml')]);
  const near = [
    'x.yaml',
    'y.yaml',
    ...FOLDERS.filter((other) => posix.dirname(other || '..') === (folder || '.')).map((other) => posix.relative(folder, other)),
  ];
  const written = (path: string): string => posix.relative(folder, path) || '.';
  return mostly(
    of(...near),
    of(...targets).map(written),
    of(...targets).map((path) => `./${written(path)}`),
    of(...targets).map((path) => `${written(path)}/`),
    of('""', 'null', 'gone.yaml', '1', '[x.yaml]'),
  );
}

function anyKustomization(folder: string): fc.Arbitrary<string> {
  const list = (field: string, most: number): fc.Arbitrary<string> =>
    fc.uniqueArray(anyEntry(folder), { maxLength: most }).map((all) => `${field}: [${all.join(', ')}]\n`);
  const parts = [
    mostly(of(''), of('kind: Kustomization\n'), of(COMPONENT), of('kind: Component\n'), of('kind: kustomization\n')),
    mostly(list('resources', 3), of(''), of('resources:\n'), list('bases', 2)),
    mostly(of(''), list('components', 2)),
    mostly(of(''), of('namePrefix: x-\n'), of('patches: []\n'), of('patchs: []\n'), of('namespace: ""\n'), of('metadata: {name: a}\n')),
  ];
  return fc.tuple(...parts).map((texts) => texts.join(''));
}

/** A random tree of which a folder with a kustomization is built. */
export const anyTree: fc.Arbitrary<Tried> = fc
  .record({
    folder: of(...FOLDERS),
    kustomizations: fc.tuple(...FOLDERS.map((folder) => mostly<string | undefined>(anyKustomization(folder), of(undefined)))),
    files: fc.tuple(
      ...FOLDERS.flatMap((folder) => ['x.yaml', 'y.yaml'].map((name) => anyFile.map((text) => [posix.join(folder, name), text] as const))),
    ),
  })
  .map(({ folder, kustomizations, files }) => ({
    name: 'random',
    folder,
    files: {
      ...Object.fromEntries(files),
      ...Object.fromEntries(
        kustomizations.flatMap((text, index) =>
          text === undefined ? [] : [[posix.join(FOLDERS[index] ?? '', 'kustomization.yaml'), text]],
        ),
      ),
    },
  }));
