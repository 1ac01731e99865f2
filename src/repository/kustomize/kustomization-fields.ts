/** Defines the fields of a kustomization: the fields that load files, and all known fields. */
import { isMapping } from '../../base/manifest/plain-data.js';
import { printable } from '../../base/manifest/printable.js';
import { isRemote } from './refused-kustomization.js';

/** Fields whose strings are paths or inline content. */
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
/** The subset whose missing files make a build impossible. */
export const NEEDED: ReadonlySet<string> = new Set(['resources', 'bases', 'components']);
/** Fields with mappings that can name a file in `path`. */
const WITH_PATH = ['patches', 'patchesJson6902', 'replacements', 'openapi'];
const GENERATORS = ['configMapGenerator', 'secretGenerator'];
/** Fields that start Helm. */
export const HELM_FIELDS = ['helmCharts', 'helmChartInflationGenerator'] as const;
/** Every field that loads files. */
export const LOADING_FIELDS: readonly string[] = [...PATHS, ...WITH_PATH, ...GENERATORS];

/** The paths that a kustomization loads. A path in any other field, such as an annotation, is only a string. */
export function* textsNamed(fields: Readonly<Record<string, unknown>>): Generator<readonly [field: string, text: string, index?: number]> {
  for (const field of PATHS)
    for (const [index, entry] of [fields[field]].flat().entries()) for (const text of textsIn(entry)) yield [field, text, index];
  for (const field of WITH_PATH)
    for (const entry of [fields[field]].flat()) {
      // In old kustomizations, patches were a list of file names.
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

/** The same fields, with some texts of `textsNamed` replaced. */
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
/** All strings in a value. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const entry of Object.values(value)) yield* textsIn(entry);
}
// The supported content of a kustomization, and of configurations of kustomize's built-in plugins. kustomize accepts fields in any case
// (Go's encoding/json), and fetches some values from other hosts: unknown content is not built.

/** Fields of generators of ConfigMaps and Secrets. */
const OF_GENERATORS = ['name', 'namespace', 'behavior', 'literals', 'files', 'env', 'envs', 'options', 'type'];
const OF_JSON_PATCHES = ['target', 'path', 'patch', 'options'];

/** The type of a field's value in kustomize; null is valid for all types. */
export type Form = 'text' | 'texts' | 'list' | 'mapping';

/** Every field of a kustomization (kustomize's api/types), with its type; and all fields of entries that name files. */
const FIELDS: ReadonlyMap<string, readonly [form: Form, of?: readonly string[]]> = new Map(
  Object.entries<readonly [form: Form, of?: readonly string[]]>({
    apiVersion: ['text'],
    kind: ['text'],
    metadata: ['mapping'],
    resources: ['texts'],
    bases: ['texts'],
    components: ['texts'],
    namePrefix: ['text'],
    nameSuffix: ['text'],
    namespace: ['text'],
    commonLabels: ['mapping'],
    commonAnnotations: ['mapping'],
    labels: ['list'],
    images: ['list'],
    imageTags: ['list'],
    replicas: ['list'],
    vars: ['list'],
    sortOptions: ['mapping'],
    generatorOptions: ['mapping'],
    buildMetadata: ['texts'],
    configurations: ['texts'],
    crds: ['texts'],
    generators: ['texts'],
    transformers: ['texts'],
    validators: ['texts'],
    helmCharts: ['list'],
    helmChartInflationGenerator: ['list'],
    helmGlobals: ['mapping', ['chartHome', 'configHome']],
    openapi: ['mapping', ['path', 'version']],
    patches: ['list', OF_JSON_PATCHES],
    patchesJson6902: ['list', OF_JSON_PATCHES],
    patchesStrategicMerge: ['texts'],
    replacements: ['list', ['path', 'source', 'targets']],
    configMapGenerator: ['list', OF_GENERATORS],
    secretGenerator: ['list', OF_GENERATORS],
  }),
);
const IN_LOWER_CASE: ReadonlySet<string> = new Set([...FIELDS.keys()].map((field) => field.toLowerCase()));
/** Fields that kustomize moves to others before it tests whether a kustomization is empty. */
const MOVED: ReadonlySet<string> = new Set(['bases', 'imageTags', 'helmChartInflationGenerator']);

type Fields = Readonly<Record<string, unknown>>;

/** A field that kustomize knows, but that is unsupported here, so that its loaded files are unknown. */
export function unknownField(kustomization: Fields): string | undefined {
  return Object.entries(kustomization).flatMap(([field, value]) => {
    const known = FIELDS.get(field);
    if (!known) return isKnownField(field) ? [field] : [];
    const [, of] = known;
    return [value].flat().flatMap((entry) => (of && isMapping(entry) ? Object.keys(entry).filter((own) => !of.includes(own)) : []));
  })[0];
}

/** Whether kustomize knows a field, whatever its case. */
export function isKnownField(field: string): boolean {
  return IN_LOWER_CASE.has(field.toLowerCase());
}

/** The type of a field's value in kustomize. */
export function formOf(field: string): Form | undefined {
  return FIELDS.get(field)?.[0];
}

/** Whether a value is Go's zero value of a missing field. */
export function isNothing(field: string, value: unknown): boolean {
  return value === undefined || value === null || value === '' || (MOVED.has(field) && Array.isArray(value) && value.length === 0);
}

/** Fields that do not change the listed objects. */
const LISTING: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'resources', 'bases']);

/** Whether a kustomization does more than list. Some mappings have a meaning even without entries. */
export function doesMore(fields: Fields): boolean {
  const isEmpty = (field: string, value: unknown): boolean => isNothing(field, value) || (Array.isArray(value) && value.length === 0);
  return Object.entries(fields).some(([field, value]) => !LISTING.has(field) && !isEmpty(field, value));
}

const BUILT_IN = 'builtin';
/** kustomize's built-in plugins (its internal/plugins/builtinhelpers), except the generator that starts Helm. */
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
/** The fields of built-in plugins that name files. */
const NAMES_FILES = /^(?:files|envs?|paths?)$/i;

/** Why a plugin's configuration is not given to kustomize: empty for a plugin that is not built in, undefined if it is given. */
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
