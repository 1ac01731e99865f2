/** Expands the generators of an ApplicationSet, as far as the repository alone defines them. */

import { replaceActions } from '../../base/inside/template-text.js';
import { type LabelSelector, matchesSelector } from '../../base/kubernetes/label-selector.js';
import { type Fields, fieldsOf, listOf, textOf } from '../../base/kubernetes/pod-spec.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { SECRET_TYPE } from '../../base/tools/argo-cd.js';
import { plainPath } from '../../olm/model/unread-file.js';
import { matchesGlob } from '../trees/glob.js';
import type { DataOf } from './applied-settings.js';

/** The folders and files of a repository. */
export interface Here {
  readonly folders: ReadonlySet<string>;
  readonly files: readonly string[];
  /** All files below a folder, whatever their names: a generator reads hidden files and any extension. @default those of `files` */
  filesBelow?(folder: string): readonly string[];
  /** The values of a file's documents. */
  contentOf(file: string): readonly unknown[];
  /** Finds the content of ConfigMaps and Secrets for an applying object. @default all content is unknown */
  dataFor?(object: unknown): DataOf;
}

/** Parameters by their names in a template. */
export type Parameters = ReadonlyMap<string, string>;

/** The file of a set's parameters, under a name that no template can have. */
export const FILE_OF_SET = '\0file';

/** Larger products are not expanded: the author of a matrix controls its size. */
const MOST_SETS = 1000;
/** The generators that are expanded; all others use data from outside of the repository. */
const EXPANDED = ['list', 'git', 'matrix', 'merge', 'clusters'];

/** The text with its parameters filled in; nothing if other placeholders remain. */
export function filled(text: string, parameters: Parameters, isGo: boolean): string | undefined {
  const done = text.replace(
    isGo ? /\{\{\s*\.([\w.-]+)\s*\}\}/g : /\{\{\s*([\w.[\]/-]+)\s*\}\}/g,
    (all, name: string) => parameters.get(name) ?? all,
  );
  return done.includes('{{') ? undefined : done;
}

/** The parts of the repository and of the input that generators make sets of. */
interface Known {
  readonly here: Here;
  /** Secrets of clusters, in the input. */
  readonly secrets: readonly Fields[];
  /** Whether templates are Go templates. */
  readonly isGo: boolean;
}

/** The parameters of each Application, or nothing where the repository does not say. */
export function generated(generators: readonly Fields[], known: Known): readonly Parameters[] | undefined {
  const all = generators.map((generator) => setsOf(generator, new Map(), known));
  return all.includes(undefined) ? undefined : all.flatMap((sets) => sets ?? []);
}

/** The parameters that one generator alone reads from files and cluster Secrets; text of generators around it can be anything. */
export function parametersFor({ git, clusters }: Fields, known: Known): readonly Parameters[] {
  const { files, ...others } = fieldsOf(git);
  // Values with expressions are in the set itself.
  const anywhere = listOf(files).map((entry) => ({
    ...entry,
    path: replaceActions(textOf(entry.path) ?? '', () => '*').replace(/[[\]{}\\]/g, '*'),
  }));
  const ofFiles = files === undefined ? [] : fromGit({ pathParamPrefix: others.pathParamPrefix, files: anywhere }, new Map(), known);
  return [...(ofFiles ?? []), ...(clusters === undefined ? [] : (fromClusters({ ...fieldsOf(clusters), values: undefined }, known) ?? []))];
}

/** The sets of one generator that its selector takes. @param outer parameters of the generators around it */
function setsOf(generator: Fields, outer: Parameters, known: Known): readonly Parameters[] | undefined {
  const kinds = Object.keys(generator).filter((field) => field !== 'selector');
  const [kind = ''] = kinds;
  const fields = fieldsOf(generator[kind]);
  if (kinds.length !== 1 || !EXPANDED.includes(kind) || isMapping(fields.template)) return undefined;
  const own = ownSets(kind, fields, outer, known);
  const { selector } = generator;
  return isMapping(selector) ? own?.filter((set) => matchesSelector(selector as LabelSelector, Object.fromEntries(set))) : own;
}

function ownSets(kind: string, fields: Fields, outer: Parameters, known: Known): readonly Parameters[] | undefined {
  switch (kind) {
    case 'list':
      return fromList(fields);
    case 'git':
      return fromGit(fields, outer, known);
    case 'clusters':
      return fromClusters(fields, known);
    case 'merge':
      return fromMerge(fields, outer, known);
    default:
      return fromMatrix(listOf(fields.generators), outer, known);
  }
}

function fromList({ elements, elementsYaml }: Fields): Parameters[] | undefined {
  if (elementsYaml !== undefined) return undefined;
  return listOf(elements).flatMap((element) => (Object.keys(element).length > 0 ? [flat(element)] : []));
}

function fromGit(fields: Fields, outer: Parameters, { here, isGo }: Known): Parameters[] | undefined {
  const prefix = textOf(fields.pathParamPrefix) ?? '';
  const patterns = listOf(fields.directories ?? fields.files).map(({ path, exclude }) => ({
    pattern: filled(textOf(path) ?? '', outer, isGo),
    isExcluded: exclude === true,
  }));
  const values = flat(fieldsOf(fields.values), 'values');
  const isOpen = ({ pattern = '{' }: { pattern: string | undefined }): boolean => /[[\]{}\\]/.test(pattern);
  if (patterns.some(isOpen) || [...values.values()].some((text) => text.includes('{{'))) return undefined;
  const ofDirectories = fields.directories !== undefined;
  const all = ofDirectories ? here.folders : new Set([...here.files, ...patterns.flatMap(({ pattern = '' }) => below(here, pattern))]);
  const found = [...all].filter((path) => {
    const fitting = patterns.filter(({ pattern = '' }) => matchesGlob(plainPath(pattern), path, !ofDirectories));
    return path !== '' && fitting.length > 0 && !fitting.some(({ isExcluded }) => isExcluded);
  });
  const sets = found.flatMap((path) => {
    if (ofDirectories) return [[...pathParameters(path, prefix)]];
    const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
    return here
      .contentOf(path)
      .flat()
      .map((value): [string, string][] => [...flat(fieldsOf(value)), ...pathParameters(folder, prefix), [FILE_OF_SET, path]]);
  });
  return sets.map((set) => new Map([...set, ...values]));
}

/** All files below the folder that a pattern starts with. */
function below({ filesBelow }: Here, pattern: string): readonly string[] {
  const steps = plainPath(pattern).split('/').slice(0, -1);
  const open = steps.findIndex((step) => /[*?]/.test(step));
  return filesBelow?.((open < 0 ? steps : steps.slice(0, open)).join('/')) ?? [];
}

function fromClusters(fields: Fields, { secrets }: Known): Parameters[] | undefined {
  // The cluster of Argo CD itself is one without any Secret, and what labels it has nobody says.
  if (secrets.length === 0) return undefined;
  const selector = fieldsOf(fields.selector) as LabelSelector;
  return secrets.flatMap(({ metadata, stringData }) => {
    const { labels, annotations, name } = fieldsOf(metadata);
    const data = fieldsOf(stringData);
    if (!matchesSelector(selector, fieldsOf(labels) as Record<string, string>)) return [];
    const entries: [string, string][] = [['name', textOf(data.name) ?? textOf(name) ?? '']];
    const server = textOf(data.server);
    if (server !== undefined) entries.push(['server', server]);
    return [
      new Map([
        ...entries,
        ...flat(fieldsOf(labels), 'metadata.labels'),
        ...flat(fieldsOf(annotations), 'metadata.annotations'),
        ...flat(fieldsOf(fields.values), 'values'),
      ]),
    ];
  });
}

/** The sets of the first, each with the parameters that the others have for the same keys. */
function fromMerge({ generators: parts, mergeKeys }: Fields, outer: Parameters, known: Known): Parameters[] | undefined {
  const keys = Array.isArray(mergeKeys) ? mergeKeys.flatMap((key) => (typeof key === 'string' ? [key] : [])) : [];
  const made = listOf(parts).map((part) => (part.merge === undefined ? setsOf(part, outer, known) : undefined));
  const parametersKey = (set: Parameters): string => JSON.stringify(keys.map((key) => set.get(key) ?? null));
  const [first, ...others] = made.map((sets) => sets && new Map(sets.map((set) => [parametersKey(set), set])));
  // Argo CD takes no two sets of one generator with the same keys.
  const isPlain = made.every((sets) => sets && new Set(sets.map(parametersKey)).size === sets.length);
  if (keys.length === 0 || !first || !isPlain) return undefined;
  return [...first].map(([key, set]) => new Map([...set, ...others.flatMap((other) => [...(other?.get(key) ?? [])])]));
}

function fromMatrix([first, second, ...more]: readonly Fields[], outer: Parameters, known: Known): Parameters[] | undefined {
  // Argo CD takes no matrix in a matrix of a matrix; none in a matrix is enough here, and bounds the work.
  if (!first || !second || more.length > 0 || [first, second].some((one) => one.matrix !== undefined)) return undefined;
  const product: Parameters[] = [];
  for (const one of setsOf(first, outer, known) ?? [undefined]) {
    const others = one && setsOf(second, new Map([...outer, ...one]), known);
    if (!others || product.length + others.length > MOST_SETS) return undefined;
    product.push(...others.map((other) => new Map([...one, ...other])));
  }
  return product;
}

/** Whether a Secret registers a cluster in Argo CD. */
export function isClusterSecret({ kind, metadata }: Fields): boolean {
  return kind === 'Secret' && fieldsOf(fieldsOf(metadata).labels)[SECRET_TYPE] === 'cluster';
}

/** The scalars of a mapping, by their dotted names. */
function flat(fields: Fields, before = ''): Map<string, string> {
  return new Map(
    Object.entries(fields).flatMap(([key, value]): [string, string][] => {
      const name = before === '' ? key : `${before}.${key}`;
      if (isMapping(value)) return [...flat(value, name)];
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, `${value}`]] : [];
    }),
  );
}

function pathParameters(path: string, prefix: string): Parameters {
  const name = prefix === '' ? 'path' : `${prefix}.path`;
  const steps = path.split('/');
  return new Map([
    [name, path],
    [`${name}.path`, path],
    [`${name}.basename`, steps.at(-1) ?? ''],
    ...steps.map((step, index): [string, string] => [`${name}[${index}]`, step]),
  ]);
}
