/** The fields of a kustomization: which of them name what is loaded, and which are known. */
import { isMapping } from '../../base/manifest/plain-data.js';
import { printable } from '../../base/manifest/printable.js';
import { isRemote } from './kustomization.js';

/** Fields whose texts are paths, or what is meant itself. */
const PATHS = [
  'resources',
  'bases',
  'components',
  'configurations',
  'crds',
  'generators',
  'transformers',
  'validators',
  'patchesStrategicMerge',
];
/** Of these, the fields without which there is nothing to build. */
export const NEEDED: ReadonlySet<string> = new Set(['resources', 'bases', 'components']);
/** Fields with mappings that can name a file in `path`. */
const WITH_PATH = ['patches', 'patchesJson6902', 'replacements', 'openapi'];
const GENERATORS = ['configMapGenerator', 'secretGenerator'];
/** Fields that start Helm. */
export const HELM_FIELDS = ['helmCharts', 'helmChartInflationGenerator'] as const;
/** Every field that names what is loaded. */
export const LOADING_FIELDS: readonly string[] = [...PATHS, ...WITH_PATH, ...GENERATORS];

/** What a kustomization loads by its path. A path in a field of another kind, such as an annotation, is a text like any other. */
export function* textsNamed(fields: Readonly<Record<string, unknown>>): Generator<readonly [field: string, text: string]> {
  for (const field of PATHS) for (const text of textsIn(fields[field])) yield [field, text];
  for (const field of WITH_PATH)
    for (const entry of [fields[field]].flat()) {
      // The list of names is what patches were before they had targets.
      const path = typeof entry === 'string' ? entry : (entry as { path?: unknown } | null | undefined)?.path;
      for (const text of textsIn(path)) yield [field, text];
    }
  for (const field of GENERATORS)
    for (const entry of [fields[field]].flat()) {
      const { files, env, envs } = (entry ?? {}) as { files?: unknown; env?: unknown; envs?: unknown };
      // A generator names files as key=path.
      for (const text of textsIn([files, env, envs])) yield [field, text.slice(text.indexOf('=') + 1)];
    }
}

/** The same fields, with other texts for some of what `textsNamed` gives. */
export function withTexts(
  fields: Readonly<Record<string, unknown>>,
  others: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const at = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(at);
    return typeof value === 'string' ? (others.get(value) ?? value) : value;
  };
  const inPath = (entry: unknown): unknown => (isMapping(entry) && 'path' in entry ? { ...entry, path: at(entry.path) } : at(entry));
  // Without a key, the name of the file is the key.
  const withKey = (text: unknown): unknown => {
    const [, key, path = ''] = (typeof text === 'string' && /^(?:([^=]*)=)?([^=]*)$/s.exec(text)) || [];
    const other = others.get(path);
    return other === undefined ? text : `${key ?? path.slice(path.lastIndexOf('/') + 1)}=${other}`;
  };
  const inGenerator = (entry: unknown): unknown => {
    if (!isMapping(entry)) return entry;
    const { files, env, envs } = entry;
    return {
      ...entry,
      ...(files === undefined ? {} : { files: eachOf(files, withKey) }),
      ...(env === undefined ? {} : { env: at(env) }),
      ...(envs === undefined ? {} : { envs: at(envs) }),
    };
  };
  const changed = ([field, value]: readonly [string, unknown]): unknown =>
    PATHS.includes(field)
      ? at(value)
      : WITH_PATH.includes(field)
        ? eachOf(value, inPath)
        : GENERATORS.includes(field)
          ? eachOf(value, inGenerator)
          : value;
  return Object.fromEntries(Object.entries(fields).map((entry) => [entry[0], changed(entry)]));
}

function eachOf(value: unknown, change: (entry: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(change) : change(value);
}
/** All texts in a value. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const entry of Object.values(value)) yield* textsIn(entry);
}
// What a kustomization, and a configuration of what kustomize has built in, may contain to be built. kustomize takes fields whatever their case (Go's encoding/json), and asks other hosts for some of their values: what is not known here is not built.

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
