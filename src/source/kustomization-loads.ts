/** What a kustomization loads, whatever it does with it: its closure, and what of that is remote or starts a program. */
import { compareText } from '../kubernetes/object.js';
import { parseDocuments } from '../manifest/parse.js';
import { isMapping } from '../manifest/plain-data.js';
import { printable } from '../manifest/printable.js';
import { CHART_FILE, type ChartFiles, chartFiles } from './chart-files.js';
import { type FileTree, folderOfPath, isFile, pathIn } from './file-tree.js';
import {
  entryAt,
  followKustomization,
  isRemote,
  type KustomizationRefusal,
  kustomizationsIn,
  readKustomization,
  refusalOf,
  resolvedPath,
  type UnreadPart,
} from './kustomization.js';
import { manifestsAt } from './policy-generator.js';

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
/** Fields whose files are objects, or patches of some: comments in them decide nothing. */
const IN_YAML: ReadonlySet<string> = new Set([...NEEDED, 'patches', 'patchesJson6902', 'patchesStrategicMerge', 'replacements']);
/** Fields with mappings that can name a file in `path`. */
const WITH_PATH = ['patches', 'patchesJson6902', 'replacements', 'openapi'];
const GENERATORS = ['configMapGenerator', 'secretGenerator'];
/** Fields whose files configure plugins of kustomize, which name files of their own anywhere. */
const CONFIGURING: ReadonlySet<string> = new Set(['generators', 'transformers', 'validators', 'configurations']);
/** Of these, the fields whose files start a program unless kustomize has their kind built in. */
const PLUGINS: ReadonlySet<string> = new Set(['generators', 'transformers', 'validators']);
/** Fields whose texts can be what is meant itself, in several lines. */
const INLINE: ReadonlySet<string> = new Set([...PLUGINS, 'patches', 'patchesStrategicMerge']);

/** Every field that names what is loaded. */
export const LOADING_FIELDS: readonly string[] = [...PATHS, ...WITH_PATH, ...GENERATORS];

/** Everything that the build of a kustomization reads. */
export interface Closure {
  /** The kustomizations, itself among them. */
  readonly kustomizations: ReadonlySet<string>;
  /** Every file, the kustomizations among them. */
  readonly files: ReadonlySet<string>;
  /** Of the files, those that are objects by themselves. */
  readonly resources: ReadonlySet<string>;
  /** Of the files, those whose bytes become a value, or whose use is not known. */
  readonly asWritten: ReadonlySet<string>;
  /** Of each kustomization that loads files from outside of its own folder, these files, by the texts that name them. */
  readonly beyond: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** What is not loaded: of another host, out of the tree, not there, or made by Helm or a plugin. */
  readonly refused: readonly (KustomizationRefusal | UnreadPart)[];
}

/** What one kustomization names. */
interface Named extends Omit<Closure, 'kustomizations' | 'beyond'> {
  readonly kustomizations: readonly string[];
  readonly beyond: ReadonlyMap<string, string>;
}

/** Every file of the tree that a kustomization loads, itself and those of the kustomizations that it loads among them. Each is read once. */
export type Closures = (file: string) => Closure;

/** The closures of the kustomizations of a tree. */
export function closuresIn(tree: FileTree): Closures {
  const known = new Map<string, Named>();
  const namedBy = (file: string): Named => {
    const named = known.get(file) ?? namedIn(tree, file);
    known.set(file, named);
    return named;
  };
  const closures = new Map<string, Closure>();
  return (file) => {
    const closure = closures.get(file) ?? closureOf(file, namedBy);
    closures.set(file, closure);
    return closure;
  };
}

function closureOf(start: string, namedBy: (file: string) => Named): Closure {
  const kustomizations = new Set<string>([start]);
  const files = new Set<string>();
  const resources = new Set<string>();
  const asWritten = new Set<string>();
  const refused: KustomizationRefusal[] = [];
  const beyond = new Map<string, ReadonlyMap<string, string>>();
  for (const file of kustomizations) {
    files.add(file);
    const named = namedBy(file);
    if (named.beyond.size > 0) beyond.set(file, named.beyond);
    for (const inner of named.kustomizations) kustomizations.add(inner);
    for (const path of named.files) files.add(path);
    for (const path of named.resources) resources.add(path);
    for (const path of named.asWritten) asWritten.add(path);
    refused.push(...named.refused);
  }
  return { kustomizations, files, resources, asWritten, beyond, refused };
}

function namedIn(tree: FileTree, file: string): Named {
  const fields = readKustomization(tree, file);
  if (!fields)
    return {
      kustomizations: [],
      files: new Set(),
      resources: new Set(),
      asWritten: new Set(),
      beyond: new Map(),
      refused: [{ file, entry: file, reason: 'unreadable' }],
    };
  const folder = folderOfPath(file);
  const [, second] = kustomizationsIn(tree.list(folder));
  const kustomizations: string[] = [];
  const files = new Set<string>();
  const resources = new Set<string>();
  const asWritten = new Set<string>();
  const beyond = new Map<string, string>();
  const refused: (KustomizationRefusal | UnreadPart)[] = second === undefined ? [] : [{ file, entry: second, reason: 'several' }];
  const unknown = unknownField(fields);
  if (unknown !== undefined) refused.push({ file, entry: unknown, reason: 'field' });
  for (const [field, text] of textsNamed(fields)) {
    const refusePlugin = (lack: string | undefined, of: readonly string[]): void => {
      if (lack !== undefined) refused.push({ file, entry: text, reason: 'plugin', files: of, ...(lack === '' ? {} : { lack }) });
    };
    // A patch in the text is longer than a line, and may well contain a URL.
    if (INLINE.has(field) && text.includes('\n')) {
      if (PLUGINS.has(field)) refusePlugin(pluginFault(file, text), []);
      continue;
    }
    const entry = entryAt(tree, folder, text);
    if (entry.is === 'kustomization') {
      kustomizations.push(entry.path);
      if (PLUGINS.has(field)) refusePlugin(faultBelow(tree, entry.path), filesBelow(tree, entry.path));
    } else if (entry.is !== 'file') {
      if (entry.is === 'absent') files.add(entry.path);
      if (entry.is !== 'missing' || NEEDED.has(field)) refused.push(refusalOf(file, text, entry));
    } else {
      const { path } = entry;
      const own = [path, ...(CONFIGURING.has(field) ? filesNamedIn(tree, path, folder) : [])];
      for (const each of own) files.add(each);
      if (!IN_YAML.has(field)) for (const each of own) asWritten.add(each);
      if (folder !== '' && !path.startsWith(`${folder}/`)) beyond.set(text, path);
      if (NEEDED.has(field)) resources.add(path);
      if (PLUGINS.has(field)) refusePlugin(pluginFault(path, textOf(tree, path)), own);
    }
  }
  for (const field of HELM_FIELDS)
    if (Object.hasOwn(fields, field)) {
      const { files: charts, lack } = chartsNamed(tree, folder, field, fields[field], fields.helmGlobals);
      refused.push({ file, entry: field, reason: 'helm', files: charts, ...(lack === undefined ? { isRenderable: true } : { lack }) });
      for (const path of charts) for (const all of [files, asWritten]) all.add(path);
    }
  return { kustomizations, files, resources, asWritten, beyond, refused };
}

/** Why configurations of plugins are not given to kustomize. */
function pluginFault(file: string, text: string): string | undefined {
  const { documents, problems } = parseDocuments({ file, text });
  return problems.length > 0 ? 'it cannot be read' : documents.flatMap(({ value }) => faultOfPlugin(value) ?? [])[0];
}

/** The same for those that a kustomization lists. One that does more could put anything into them. */
function faultBelow(tree: FileTree, kustomization: string): string | undefined {
  const followed = followKustomization(tree, folderOfPath(kustomization));
  if (!followed || followed.toBuild.length + followed.refused.length + (followed.parts ?? []).length > 0)
    return 'its kustomization does more than list files';
  return followed.files.flatMap((file) => pluginFault(file, textOf(tree, file)) ?? [])[0];
}

/** What a kustomization of plugins' configurations loads. */
function filesBelow(tree: FileTree, kustomization: string): string[] {
  const { files, kustomizations } = closuresIn(tree)(kustomization);
  return [...files].filter((path) => !kustomizations.has(path));
}

function textOf(tree: FileTree, file: string): string {
  return new TextDecoder().decode(tree.read(file));
}

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

/** Files that the configuration of a plugin names: whichever text of it is the path of a file. */
function filesNamedIn(tree: FileTree, file: string, folder: string): string[] {
  const { documents } = parseDocuments({ file: tree.nameOf(file), text: textOf(tree, file) });
  const texts = documents.flatMap(({ value }) => [...textsIn(value)]).filter((text) => !text.includes('\n'));
  return texts.flatMap((text) => {
    const path = resolvedPath(folder, text.slice(text.indexOf('=') + 1));
    if (path === undefined) return [];
    // A folder of manifests, that a policy is made of.
    return isFile(tree, path) ? [path] : path === folder || path === '' ? [] : (manifestsAt(tree, path) ?? []);
  });
}

/** All texts in a value. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const entry of Object.values(value)) yield* textsIn(entry);
}

/** The kustomizations that no other one uses; those that use each other in a circle are used by none. In byte order. */
export function outermost(kustomizations: readonly string[], closures: Closures): string[] {
  const used = new Set(kustomizations.flatMap((file) => [...closures(file).kustomizations].filter((other) => other !== file)));
  const unused = kustomizations.filter((file) => !used.has(file));
  const reached = new Set(unused.flatMap((file) => [...closures(file).kustomizations]));
  return [...unused, ...kustomizations.filter((file) => !reached.has(file))].sort(compareText);
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

// The charts that a kustomization renders, and whether they are all here: kustomize would fetch any other one.

/** Fields that start Helm. */
export const HELM_FIELDS = ['helmCharts', 'helmChartInflationGenerator'] as const;
/** Where kustomize looks for a chart. */
const CHARTS = 'charts';

/** What kustomize gives to Helm as it is written: of one that begins with a dash Helm would make an option. */
const GIVEN = ['name', 'releaseName', 'namespace', 'version', 'kubeVersion'] as const;
/** All that an entry can have and is read here, besides these. */
const OTHERS = ['repo', 'valuesFile', 'additionalValuesFiles', 'valuesInline', 'valuesMerge', 'includeCRDs', 'skipHooks', 'skipTests'];
const CHART_FIELDS: ReadonlySet<string> = new Set([...GIVEN, ...OTHERS, 'apiVersions']);

/**
 * The charts of a field of a kustomization, with the values that it gives them.
 *
 * @param globals its `helmGlobals`
 */
export function chartsNamed(
  tree: FileTree,
  folder: string,
  field: (typeof HELM_FIELDS)[number],
  entries: unknown,
  globals: unknown,
): ChartFiles {
  const home = isMapping(globals) && typeof globals.chartHome === 'string' ? globals.chartHome : CHARTS;
  const found = [entries].flat().map((entry) => ofEntry(tree, folder, entry, home));
  const lack = field === 'helmCharts' ? found.flatMap((one) => one.lack ?? [])[0] : 'the field belongs to early versions of kustomize';
  return { files: found.flatMap(({ files }) => files), ...(lack === undefined ? {} : { lack }) };
}

function ofEntry(tree: FileTree, folder: string, entry: unknown, chartHome: string): ChartFiles {
  if (!isMapping(entry)) return { files: [], lack: 'one of its entries is not a mapping' };
  const { name, version, repo, valuesFile, additionalValuesFiles = [], apiVersions = [] } = entry;
  const charts = resolvedPath(folder, typeof entry.chartHome === 'string' ? entry.chartHome : chartHome);
  if (charts === undefined || typeof name !== 'string') return { files: [], lack: 'its chart is outside of the repository' };
  const values = [valuesFile ?? [], additionalValuesFiles].flat(2).map((text: unknown) => {
    // Helm takes a comma for the end of a path.
    const path = typeof text !== 'string' || isRemote(text) || /[,\\"]/.test(text) ? undefined : resolvedPath(folder, text);
    return path !== undefined && isFile(tree, path) ? path : undefined;
  });
  // kustomize has a folder for each version of a chart that it fetches.
  const place = isText(version) && isText(repo) ? resolvedPath(charts, `${name}-${version}`) : charts;
  const chart = resolvedPath(place ?? charts, name) ?? charts;
  const own = chartFiles(tree, isFile(tree, pathIn(chart, CHART_FILE)) ? chart : (resolvedPath(charts, name) ?? charts));
  const files = [...values.filter((path) => path !== undefined), ...own.files];
  const strange = Object.keys(entry).find((field) => !CHART_FIELDS.has(field));
  const option = [...GIVEN.map((field) => entry[field]), ...[apiVersions].flat()].find(
    (text) => typeof text === 'string' && text.startsWith('-'),
  );
  const lack =
    strange !== undefined
      ? `its ${printable(strange)} is not read here`
      : option !== undefined
        ? `Helm would take its ${printable(String(option))} for an option`
        : !isFile(tree, pathIn(chart, CHART_FILE))
          ? `there is no ${printable(pathIn(chart, CHART_FILE))}`
          : values.includes(undefined)
            ? 'a file of its values is not in the repository'
            : own.lack;
  return { files, ...(lack === undefined ? {} : { lack }) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
