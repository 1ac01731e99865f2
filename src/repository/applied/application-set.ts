/** Expands the generators of an ApplicationSet, as far as the repository alone defines them. */

import { type LabelSelector, matchesSelector } from '../../base/kubernetes/label-selector.js';
import { type Fields, fieldsOf, listOf, textOf } from '../../base/kubernetes/pod-spec.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { SECRET_TYPE } from '../../base/tools/argo-cd.js';
import { plainPath } from '../../olm/model/unread-file.js';
import { matchesGlob } from '../trees/glob.js';

/** The folders and files of a repository. */
export interface Here {
  readonly folders: ReadonlySet<string>;
  readonly files: readonly string[];
  /** The values of a file's documents. */
  contentOf(file: string): readonly unknown[];
}

/** Parameters by their names in a template. */
export type Parameters = ReadonlyMap<string, string>;

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

/**
 * The parameters of each Application; nothing if the repository does not define them.
 *
 * @param secrets the cluster Secrets of the input
 */
export function generated(
  generators: readonly Fields[],
  { here, secrets, isGo }: { readonly here: Here; readonly secrets: readonly Fields[]; readonly isGo: boolean },
): readonly Parameters[] | undefined {
  const setsOf = (generator: Fields, outer: Parameters): readonly Parameters[] | undefined => {
    const kinds = Object.keys(generator).filter((field) => field !== 'selector');
    const [kind = ''] = kinds;
    const fields = fieldsOf(generator[kind]);
    if (kinds.length !== 1 || !EXPANDED.includes(kind) || isMapping(fields.template)) return undefined;
    const own =
      kind === 'list'
        ? fromList(fields)
        : kind === 'git'
          ? fromGit(fields, outer)
          : kind === 'clusters'
            ? fromClusters(fields)
            : kind === 'merge'
              ? fromMerge(fields, outer)
              : fromMatrix(listOf(fields.generators), outer);
    const { selector } = generator;
    return isMapping(selector) ? own?.filter((set) => matchesSelector(selector as LabelSelector, Object.fromEntries(set))) : own;
  };
  const fromList = ({ elements, elementsYaml }: Fields): Parameters[] | undefined =>
    elementsYaml === undefined
      ? listOf(elements).flatMap((element) => (Object.keys(element).length > 0 ? [flat(element)] : []))
      : undefined;
  const fromGit = (fields: Fields, outer: Parameters): Parameters[] | undefined => {
    const prefix = textOf(fields.pathParamPrefix) ?? '';
    const patterns = listOf(fields.directories ?? fields.files).map(({ path, exclude }) => ({
      pattern: filled(textOf(path) ?? '', outer, isGo),
      isExcluded: exclude === true,
    }));
    const values = flat(fieldsOf(fields.values), 'values');
    const isOpen = ({ pattern = '{' }: { pattern: string | undefined }): boolean => /[[\]{}\\]/.test(pattern);
    if (patterns.some(isOpen) || [...values.values()].some((text) => text.includes('{{'))) return undefined;
    const ofDirectories = fields.directories !== undefined;
    const found = (ofDirectories ? [...here.folders] : here.files).filter((path) => {
      const fitting = patterns.filter(({ pattern = '' }) => matchesGlob(plainPath(pattern), path, !ofDirectories));
      return path !== '' && fitting.length > 0 && !fitting.some(({ isExcluded }) => isExcluded);
    });
    const sets = found.flatMap((path) => {
      if (ofDirectories) return [[...pathParameters(path, prefix)]];
      const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
      return here
        .contentOf(path)
        .flat()
        .map((value) => [...flat(fieldsOf(value)), ...pathParameters(folder, prefix)]);
    });
    return sets.map((set) => new Map([...set, ...values]));
  };
  const fromClusters = (fields: Fields): Parameters[] | undefined => {
    // Argo CD's own cluster needs no Secret, so its labels are unknown.
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
  };
  /** The sets of the first generator, each merged with the other generators' sets of the same keys. */
  const fromMerge = ({ generators: parts, mergeKeys }: Fields, outer: Parameters): Parameters[] | undefined => {
    const keys = Array.isArray(mergeKeys) ? mergeKeys.flatMap((key) => (typeof key === 'string' ? [key] : [])) : [];
    const made = listOf(parts).map((part) => (part.merge === undefined ? setsOf(part, outer) : undefined));
    const parametersKey = (set: Parameters): string => JSON.stringify(keys.map((key) => set.get(key) ?? null));
    const [first, ...others] = made.map((sets) => sets && new Map(sets.map((set) => [parametersKey(set), set])));
    // Argo CD refuses two sets of one generator with the same keys.
    const isPlain = made.every((sets) => sets && new Set(sets.map(parametersKey)).size === sets.length);
    if (keys.length === 0 || !first || !isPlain) return undefined;
    return [...first].map(([key, set]) => new Map([...set, ...others.flatMap((other) => [...(other?.get(key) ?? [])])]));
  };
  const fromMatrix = ([first, second, ...more]: readonly Fields[], outer: Parameters): Parameters[] | undefined => {
    // Argo CD refuses a matrix in a matrix of a matrix. Refuses any matrix in a matrix, which bounds the work.
    if (!first || !second || more.length > 0 || [first, second].some((one) => one.matrix !== undefined)) return undefined;
    const product: Parameters[] = [];
    for (const one of setsOf(first, outer) ?? [undefined]) {
      const others = one && setsOf(second, new Map([...outer, ...one]));
      if (!others || product.length + others.length > MOST_SETS) return undefined;
      product.push(...others.map((other) => new Map([...one, ...other])));
    }
    return product;
  };
  const all = generators.map((generator) => setsOf(generator, new Map()));
  return all.includes(undefined) ? undefined : all.flatMap((sets) => sets ?? []);
}

/** Whether a Secret declares a cluster for Argo CD. */
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
