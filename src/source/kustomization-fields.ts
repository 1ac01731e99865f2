/**
 * What a kustomization, and a configuration of what kustomize has built in, may contain to be built. kustomize takes fields whatever
 * their case (Go's encoding/json), and asks other hosts for some of their values: what is not known here is not built.
 */
import { isMapping } from '../manifest/plain-data.js';
import { printable } from '../manifest/printable.js';
import { isRemote } from './kustomization.js';

/** Fields of generators of ConfigMaps and Secrets. */
const OF_GENERATORS = ['name', 'namespace', 'behavior', 'literals', 'files', 'env', 'envs', 'options', 'type'];
const OF_JSON_PATCHES = ['target', 'path', 'patch', 'options'];

/** Every field of a kustomization (kustomize's api/types); of those whose entries name files, all that an entry can have. */
const FIELDS: Readonly<Record<string, readonly string[] | undefined>> = {
  apiVersion: undefined,
  kind: undefined,
  metadata: undefined,
  resources: undefined,
  bases: undefined,
  components: undefined,
  namePrefix: undefined,
  nameSuffix: undefined,
  namespace: undefined,
  commonLabels: undefined,
  commonAnnotations: undefined,
  labels: undefined,
  images: undefined,
  imageTags: undefined,
  replicas: undefined,
  vars: undefined,
  sortOptions: undefined,
  generatorOptions: undefined,
  buildMetadata: undefined,
  inventory: undefined,
  configurations: undefined,
  crds: undefined,
  generators: undefined,
  transformers: undefined,
  validators: undefined,
  helmCharts: undefined,
  helmChartInflationGenerator: undefined,
  helmGlobals: ['chartHome', 'configHome'],
  openapi: ['path'],
  patches: OF_JSON_PATCHES,
  patchesJson6902: OF_JSON_PATCHES,
  patchesStrategicMerge: undefined,
  replacements: ['path', 'source', 'targets'],
  configMapGenerator: OF_GENERATORS,
  secretGenerator: OF_GENERATORS,
};

/** A field of a kustomization that is not known, so that nobody knows what it loads. */
export function unknownField(kustomization: Readonly<Record<string, unknown>>): string | undefined {
  return Object.entries(kustomization).flatMap(([field, value]) => {
    const known = Object.hasOwn(FIELDS, field) ? FIELDS[field] : 'none';
    if (known === 'none') return [field];
    return [value].flat().flatMap((entry) => (known && isMapping(entry) ? Object.keys(entry).filter((own) => !known.includes(own)) : []));
  })[0];
}

const BUILT_IN = 'builtin';
/** What kustomize has built in, but the generator that starts Helm (its internal/plugins/builtinhelpers). */
const BUILT_IN_KINDS: ReadonlySet<unknown> = new Set([
  'AnnotationsTransformer',
  'ConfigMapGenerator',
  'HashTransformer',
  'IAMPolicyGenerator',
  'ImageTagTransformer',
  'LabelTransformer',
  'LegacyOrderTransformer',
  'NamespaceTransformer',
  'PatchJson6902Transformer',
  'PatchStrategicMergeTransformer',
  'PatchTransformer',
  'PrefixSuffixTransformer',
  'PrefixTransformer',
  'ReplacementTransformer',
  'ReplicaCountTransformer',
  'SecretGenerator',
  'SortOrderTransformer',
  'SuffixTransformer',
  'ValueAddTransformer',
]);
/** The fields of theirs that name files. */
const NAMES_FILES = /^(?:files|envs?|paths?)$/i;

/** Why a configuration of a generator, transformer or validator is not given to kustomize; nothing more is said of what it has not built in. */
export function faultOfPlugin(configuration: unknown): string | undefined {
  const { apiVersion, kind } = isMapping(configuration) ? configuration : {};
  if (apiVersion !== BUILT_IN || !BUILT_IN_KINDS.has(kind)) return '';
  const remote = [...namedFiles(configuration)].find((text) => isRemote(text.slice(text.indexOf('=') + 1)));
  return remote === undefined ? undefined : `it names ${JSON.stringify(printable(remote))}, which is remote`;
}

function* namedFiles(value: unknown, isNamed = false): Generator<string> {
  if (typeof value === 'string') {
    if (isNamed) yield value;
  } else if (typeof value === 'object' && value !== null)
    for (const [field, inner] of Object.entries(value)) yield* namedFiles(inner, isNamed || (isMapping(value) && NAMES_FILES.test(field)));
}
