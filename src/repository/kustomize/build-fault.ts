/** Turns kustomize's error messages into problems at the file and line of the fault. */
import { type FieldPath, valueAt } from '../../base/manifest/field-path.js';
import { createLocator } from '../../base/manifest/locate.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { printable } from '../../base/manifest/printable.js';
import { isError, type Problem } from '../../base/manifest/problem.js';
import { CHART_FILE, withoutTemplates } from '../charts/chart-files.js';
import { type FileTree, folderOfPath, parsedAt, pathIn, textAt } from '../trees/file-tree.js';
import { type FoundOrigin, type Patch, patchesOf } from './built-origins.js';
import { readKustomization } from './kustomization.js';
import { unknownFieldFault, wrongTypeFault } from './kustomization-faults.js';
import { closureOf } from './kustomization-graph.js';
import { documentsOnce, kustomizedObjects, type Layer } from './kustomized-objects.js';
import { duplicateFault, incompleteFault } from './listed-objects.js';
import { entriesOf } from './named-entries.js';
import type { KustomizationRefusal } from './refused-kustomization.js';

/** A fault and its place. */
type Fault = Pick<Problem, 'message' | 'found' | 'expected' | 'fix'> & { readonly at: FoundOrigin };

/** The files of a build. */
interface Built {
  readonly tree: FileTree;
  readonly start: string;
  readonly layers: readonly Layer[];
  readonly patches: readonly Patch[];
  /** Remote parts that are left out of the build. */
  readonly remote: readonly KustomizationRefusal[];
}

export const MERGES_INTO_REMOTE = 'this kustomization merges into an object that only a remote part of it can have';
export const GIVE_REMOTE = 'give a folder with the content of its repository with --remote URL=FOLDER';

/**
 * The problem behind a message; nothing if it cannot be found in the files.
 *
 * @param start the built kustomization
 * @param said the message of kustomize or kubectl
 * @example
 * buildFault(tree, 'prod/kustomization.yaml', 'invalid Kustomization: json: unknown field "patchez"')?.line // 3
 */
export function buildFault(tree: FileTree, start: string, said: string): Problem | undefined {
  const closure = closureOf(tree, start);
  const ofChart = chartFault(tree, closure.files, said);
  if (ofChart) return ofChart;
  if (/\byaml: /i.test(said)) {
    const problems = withoutTemplates(closure.files).flatMap((path) => parseProblems(tree, path));
    if (problems[0]) return problems[0];
  }
  const layers = [...closure.kustomizations].flatMap((file) => {
    const fields = readKustomization(tree, file);
    return fields ? [{ file, fields }] : [];
  });
  const remote = closure.refused.filter(({ reason }) => reason === 'remote');
  const built = { tree, start, layers, patches: layers.flatMap((layer) => patchesOf(tree, layer)), remote };
  for (const find of FAULTS) {
    const fault = find(said, built);
    if (fault) return faultProblem(tree, fault);
  }
  return undefined;
}

/** A fault as a problem at its line. */
export function faultProblem(tree: FileTree, { at, ...problem }: Fault): Problem {
  const origin = { ...at, file: tree.nameOf(at.file), text: textAt(tree, at.file) };
  const { locate } = createLocator(
    () => undefined,
    () => [origin],
  );
  return locate({ code: 'KUSTOMIZATION_INVALID', ...problem, source: { file: origin.file, document: 0, path: [] }, at: [] });
}

/** The YAML errors of a file. */
export function parseProblems(tree: FileTree, path: string): Problem[] {
  return (parsedAt(tree, path)?.problems ?? []).filter(isError);
}

const FAULTS: readonly ((said: string, built: Built) => Fault | undefined)[] = [
  missingFile,
  unknownField,
  wrongType,
  incomplete,
  duplicate,
  mergeIntoRemote,
  patchOfNothing,
  patchOfNoField,
];

function missingFile(said: string, { tree, layers }: Built): Fault | undefined {
  if (!/no such file/.test(said)) return undefined;
  for (const { file, fields } of layers)
    for (const { field, text, entry } of entriesOf(tree, file)) {
      if (entry?.is !== 'missing' || text.includes('\n')) continue;
      const at = pathWhere(fields[field], (value) => typeof value === 'string' && (value === text || value.endsWith(`=${text}`)));
      return {
        message: 'this kustomization names a file that does not exist',
        found: `nothing at ${printable(entry.path)}`,
        expected: 'a file of the repository',
        fix: 'correct the path, or remove the entry',
        at: { file, document: 0, path: [field, ...(at ?? [])] },
      };
    }
  return undefined;
}

function unknownField(said: string, { layers }: Built): Fault | undefined {
  const [, name] = /unknown field "([^"]+)"/.exec(said) ?? [];
  if (name === undefined) return undefined;
  for (const { file, fields } of layers) {
    const path = pathWhere(fields, (_, key) => key === name);
    if (!path) continue;
    return { ...unknownFieldFault(name), at: { file, document: 0, path } };
  }
  return undefined;
}

/** YAML reads `n` and `on` as booleans, and `1` as a number. */
function wrongType(said: string, { layers }: Built): Fault | undefined {
  const [, type, name, wanted] = /cannot unmarshal (\w+) into Go struct field \w+\.(?:\w+\.)*(\w+) of type ([\w.[\]]+)/.exec(said) ?? [];
  const isIt = IS_TYPE.get(type ?? '');
  if (name === undefined || !isIt) return undefined;
  for (const { file, fields } of layers) {
    const path = pathWhere(fields, (value, key) => key === name && isIt(value));
    if (!path) continue;
    return { ...wrongTypeFault(valueAt(fields, path), wanted ?? ''), at: { file, document: 0, path } };
  }
  return undefined;
}

/** Tests of values, by the type names of Go's JSON decoder. */
const IS_TYPE: ReadonlyMap<string, (value: unknown) => boolean> = new Map(
  Object.entries<(value: unknown) => boolean>({
    bool: (value) => typeof value === 'boolean',
    number: (value) => typeof value === 'number' || typeof value === 'bigint',
    string: (value) => typeof value === 'string',
    object: isMapping,
    array: Array.isArray,
  }),
);

function incomplete(said: string, { tree, layers }: Built): Fault | undefined {
  const [, field] = /missing (kind|metadata\.name) in object/.exec(said) ?? [];
  if (field === undefined) return undefined;
  const resources = layers.flatMap(({ file }) => entriesOf(tree, file).filter(({ field }) => field === 'resources'));
  for (const file of resources.flatMap(({ entry }) => (entry?.is === 'file' ? [entry.path] : [])))
    for (const { value, source } of documentsOnce(tree, file))
      if (valueAt(value, field.split('.')) === undefined)
        return { ...incompleteFault(field), at: { file, document: source.document, path: [] } };
  return undefined;
}

function duplicate(said: string, { tree, start }: Built): Fault | undefined {
  const [, id] = /already registered id: ([^\s']+)/.exec(said) ?? [];
  if (id === undefined) return undefined;
  const seen = new Map<string, FoundOrigin>();
  for (const object of kustomizedObjects(tree, start)) {
    const { kind, group, names, namespace, file, document, path } = object;
    const key = `${kind} ${namespace === undefined ? '' : `${namespace}/`}${names.at(-1) ?? ''}`;
    const first = seen.get(`${group} ${key}`);
    seen.set(`${group} ${key}`, first ?? { file, document, path });
    if (!first || !id.startsWith(`${kind}.`)) continue;
    return { ...duplicateFault(key, tree.nameOf(first.file)), at: { file, document, path } };
  }
  return undefined;
}

/** A generator that merges into an object of a remote part: kustomize does not find it without that part. */
function mergeIntoRemote(said: string, { layers, remote: [first, ...others] }: Built): Fault | undefined {
  const [, kind, name] = /\bKind:"(\w+)".*\bName:"([^"]+)".*does not exist; cannot merge or replace/.exec(said) ?? [];
  if (!first || kind === undefined || name === undefined) return undefined;
  const fields = layers.find(({ file }) => file === first.file)?.fields;
  return {
    message: MERGES_INTO_REMOTE,
    found: printable(`${kind} ${name}, and ${[first, ...others].map(({ entry }) => entry).join(', ')}, which is not available`),
    expected: 'files and folders of its repository',
    fix: GIVE_REMOTE,
    at: { file: first.file, document: 0, path: pathWhere(fields, (value) => value === first.entry) ?? [] },
  };
}

function patchOfNothing(said: string, { patches }: Built): Fault | undefined {
  const [, kind, name] = /no matches for Id (\w+)\b[^\s/]*\/([^\s;]+?)\.[^\s.;]+(?=;|\s|$)/.exec(said) ?? [];
  const patch = patches.find(({ value, target }) => {
    const { kind: own, metadata } = isMapping(value) ? value : {};
    return target === undefined && own === kind && isMapping(metadata) && metadata.name === name;
  });
  if (!patch) return undefined;
  return {
    message: 'a patch names an object that this kustomization does not load',
    found: printable(`${kind} ${name}`),
    expected: 'the kind, name and namespace of an object that it loads',
    fix: 'correct the target of the patch, or remove the patch',
    at: patch.place,
  };
}

function patchOfNoField(said: string, { patches }: Built): Fault | undefined {
  const [, op, pointer] = /\b(\w+) operation does not apply: doc is missing (?:path|key): (\/[^\s:]*)/.exec(said) ?? [];
  if (pointer === undefined) return undefined;
  for (const { value, place } of patches) {
    const index = Array.isArray(value) ? value.findIndex((one: unknown) => isMapping(one) && one.op === op && one.path === pointer) : -1;
    if (index === -1) continue;
    const path = [index, 'path'];
    return {
      message: 'a patch changes a field that the object does not have',
      found: printable(pointer),
      expected: op === 'add' ? 'a path whose last step alone is missing' : 'the path of a field that is there',
      fix: 'correct the path, or add the fields above it first',
      at: place.within ? { ...place, within: { ...place.within, path } } : { ...place, path },
    };
  }
  return undefined;
}

/** The path of the first value that passes a test. */
function pathWhere(root: unknown, is: (value: unknown, key: string | number) => boolean): FieldPath | undefined {
  if (typeof root !== 'object' || root === null) return is(root, '') ? [] : undefined;
  for (const [name, value] of Object.entries(root)) {
    const key = Array.isArray(root) ? Number(name) : name;
    if (is(value, key)) return [key];
    const inside = typeof value === 'object' && value !== null ? pathWhere(value, is) : undefined;
    if (inside) return [key, ...inside];
  }
  return undefined;
}

// Helm's error messages as problems at the template's line of the fault.

/** A file in Helm's messages: the name of the chart, and the path in the chart. */
const TEMPLATE = /([\w.-]+)\/((?:charts\/[\w.-]+\/)*(?:templates|crds)\/[^\s:"'()]+?)(?=[\s:"'()]|$)(?::(\d+))?(?::(\d+))?/;
const VALUES = /\b(?:values\.yaml|Chart\.yaml)\b/;
/** Helm's words before the fault. */
const AROUND = [/^(?:.*\b[Ee]rror: )?(?:template: |(?:execution|parse|YAML parse) error (?:at|on) )/s, /^.*\b[Ee]rror: /s];

/**
 * The problem behind a message; nothing unless it is Helm's message about a chart.
 *
 * @param files the files among which the template is searched
 * @param said the message of Helm, or of kustomize that started Helm
 * @example
 * chartFault(tree, files, 'Error: execution error at (etcd/templates/csv.yaml:3:4): no channel')?.line // 3
 */
export function chartFault(tree: FileTree, files: Iterable<string>, said: string): Problem | undefined {
  const all = [...files];
  const [whole = '', , inside, line, column] = TEMPLATE.exec(said) ?? [];
  const charts = all.filter((path) => path.endsWith(`/${CHART_FILE}`) || path === CHART_FILE).map(folderOfPath);
  const [name] = inside === undefined ? (VALUES.exec(said) ?? []) : [inside];
  if (name === undefined || !/\bError: |\berror (?:at|on) \(?/.test(said)) return undefined;
  const file =
    charts.map((chart) => pathIn(chart, name)).find((path) => all.includes(path)) ?? charts.map((chart) => pathIn(chart, CHART_FILE))[0];
  if (file === undefined) return undefined;
  const text = AROUND.reduce((rest, words) => rest.replace(words, ''), said.replace(/\s+/g, ' '));
  const found = text.replaceAll(whole, '').replace(/^[\s:()]+|[\s:]+$/g, '');
  return {
    code: 'CHART_NOT_RENDERED',
    message: 'Helm cannot render this chart',
    file: tree.nameOf(file),
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(column === undefined ? {} : { column: Number(column) }),
    found: printable(found || text),
    expected: 'templates and values that Helm renders without a cluster and without other hosts',
    fix: 'correct the template, or give the value that it needs',
  };
}
