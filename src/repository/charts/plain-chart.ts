/**
 * Reads a chart without Helm: finds plain objects of OLM and Namespaces, and replaces the simplest actions by the known values.
 * Conditions and loops of templates stay unknown; a review reports their changed lines.
 */

import { plainText } from '../../base/inside/template-text.js';
import { groupOf, keyWithGroup, OLM_GROUPS } from '../../base/kubernetes/kinds.js';
import { isNamedObject, type KubernetesObject } from '../../base/kubernetes/object.js';
import { fieldsOf, textOf } from '../../base/kubernetes/pod-spec.js';
import type { Origin, OriginOf } from '../../base/manifest/locator.js';
import { parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import type { UnreadFile, UnreadReason } from '../../olm/model/unread-file.js';
import { unreadFile } from '../input/manifest-files.js';
import { type FileTree, pathIn, textAt } from '../trees/file-tree.js';
import { isFile } from '../trees/tree-paths.js';
import { besideChart } from './beside-chart.js';
import { chartFiles } from './chart-files.js';
import type { Release } from './chart-release.js';

/** The chart's objects as a text, and its files, whose changed lines a review reports. */
export function plainChart(tree: FileTree, release: Release): { readonly text: SourceText; readonly unread: readonly UnreadFile[] } {
  const { files } = chartFiles(tree, release.chart);
  const isBeside = besideChart(tree, files);
  const all = [...new Set([...files.filter((path) => !isBeside(path)), ...release.files.map(([, file]) => file)])];
  const values = valuesOf(tree, release);
  const inFiles = all
    .filter((path) => /\/(?:templates|crds)\/.*\.ya?ml$/.test(`/${path}`))
    .flatMap((path) => objectsIn(tree, path, values));
  // Only Helm knows which of several alternatives it renders.
  const found = [...new Map(inFiles.toReversed().map((one) => [keyWithGroup(one.value), one])).values()].reverse();
  return {
    text: {
      file: `chart ${tree.nameOf(release.chart)}`,
      text: found.map(({ value }) => sortedText(value)).join('\n---\n'),
      originOf: originsIn(found.map(({ origin }) => origin)),
    },
    unread: all.flatMap((path) => [unreadFile(tree, path, reasonOf(tree, path)), ...inComments(tree, path)]),
  };
}

/** Why a file is reported: packed files are opaque, a template can include objects of any file, `Chart.yaml` can contain an object. */
function reasonOf(tree: FileTree, path: string): UnreadReason {
  if (/\.t(?:ar\.)?gz$/i.test(path)) return 'chart-part';
  const text = textIn(tree, path);
  if (/(?:^|\/)Chart\.yaml$/.test(path)) return parseDocuments({ file: '', text }).documents.some(isObject) ? 'chart' : 'chart-source';
  // Helm only prints its notes.
  const isTemplate = /\.(?:ya?ml|json|tpl|md)$/i.test(path) || /(?:^|\/)templates\/NOTES\.txt$/.test(path);
  return !isTemplate && /^[^\S\r\n]*["']?kind["']?:\s/m.test(text) ? 'chart-part' : 'chart-source';
}

function isObject({ value }: { readonly value: unknown }): boolean {
  return isNamedObject(value);
}

/** Actions in comments. Helm renders them, too, and their output can have more lines than the comment. */
function inComments(tree: FileTree, path: string): UnreadFile[] {
  if (!/(?:^|\/)templates\/.*\.(?:ya?ml|json)$/i.test(path)) return [];
  const actions = textIn(tree, path).match(/(?:^|\s)#.*\{\{-?\s*(?!(?:if|else|end|with|range|define)\b|\/\*).*$/gm) ?? [];
  if (actions.length === 0) return [];
  const entry = 'comments with actions';
  return [{ path: `${path}: ${entry}`, file: tree.nameOf(path), entry, reason: 'chart-part', content: actions.join('\n') }];
}

interface Found {
  readonly value: KubernetesObject;
  readonly origin: Origin;
}

function objectsIn(tree: FileTree, path: string, values: Values): Found[] {
  const text = plainText(textIn(tree, path), (action) => written(action, values));
  const { documents } = parseDocuments({ file: path, text }, { lenient: true });
  return documents.flatMap(({ value, source: { document } }) => {
    if (!isNamedObject(value)) return [];
    const { namespace = values.namespace, ...metadata } = value.metadata;
    const names = [metadata.name, namespace, fieldsOf(value.spec).name ?? ''];
    const isPlain = names.every((name) => !String(name).includes('{{'));
    if (!isPlain || !(OLM_GROUPS.includes(groupOf(value.apiVersion)) || value.kind === 'Namespace')) return [];
    const isPlaced = value.kind !== 'Namespace' && value.kind !== 'ClusterExtension' && namespace !== undefined;
    const whole = { ...value, metadata: { ...metadata, ...(isPlaced ? { namespace } : {}) } };
    return [{ value: whole, origin: { file: tree.nameOf(path), text, document, path: [] } }];
  });
}

function originsIn(origins: readonly Origin[]): OriginOf {
  return ({ document, path }, at) => {
    const origin = origins[document];
    return origin ? [{ ...origin, path: [...path, ...at] }] : [];
  };
}

interface Values {
  readonly tree: unknown;
  readonly namespace: string | undefined;
  readonly release: string;
  readonly chart: unknown;
}

/** The values of the chart, overridden by the given values in order. */
function valuesOf(tree: FileTree, { chart, files, values, words, name }: Release): Values {
  const given = files.flatMap(([word, file]) => (word === '--values' ? [textIn(tree, file)] : []));
  const texts = [textIn(tree, pathIn(chart, 'values.yaml')), ...given, ...(values === undefined ? [] : [values])];
  const merged = texts.flatMap((text) => parseDocuments({ file: '', text }).documents.map(({ value }) => value)).reduce<unknown>(onTop, {});
  const set = words.flatMap((word, index) => (/^--set(?:-string)?$/.test(words[index - 1] ?? '') ? [word] : []));
  const named = words.indexOf('--namespace');
  return {
    tree: set.reduce<unknown>((all, pair) => {
      const [path = '', value = ''] = pair.split(/=(.*)/s);
      return onTop(
        all,
        path.split('.').reduceRight<unknown>((inner, step) => ({ [step]: inner }), value),
      );
    }, merged),
    namespace: named === -1 ? undefined : words[named + 1],
    release: name,
    chart: parseDocuments({ file: '', text: textIn(tree, pathIn(chart, 'Chart.yaml')) }).documents[0]?.value,
  };
}

function onTop(under: unknown, over: unknown): unknown {
  if (!isMapping(under) || !isMapping(over)) return over;
  const keys = [...new Set([...Object.keys(under), ...Object.keys(over)])];
  return Object.fromEntries(keys.map((key) => [key, Object.hasOwn(over, key) ? onTop(under[key], over[key]) : under[key]]));
}

/** An action that prints a value, perhaps with a default and in quotes. */
const ACTION =
  /^\{\{-?\s*\$?\.(Values|Release|Chart)\.([\w.]+)\s*((?:\|\s*(?:quote|squote|toString|trim|default\s+(?:"[^"]*"|[\w.-]+))\s*)*)-?\}\}$/;

/** The output of a simple action. */
function written(action: string, { tree, namespace, release, chart }: Values): string | undefined {
  const [, root, path = '', pipes = ''] = ACTION.exec(action) ?? [];
  if (root === undefined) return undefined;
  const from = root === 'Values' ? tree : root === 'Chart' ? { Name: fieldsOf(chart).name } : { Name: release, Namespace: namespace };
  const found = path.split('.').reduce<unknown>((value, step) => fieldsOf(value)[step], from);
  const [, fallback] = /\|\s*default\s+("[^"]*"|[\w.-]+)/.exec(pipes) ?? [];
  const isSet = found !== undefined && found !== null && found !== '';
  const value = isSet ? found : fallback?.replace(/^"|"$/g, '');
  if (value === undefined || typeof value === 'object') return undefined;
  const text = textOf(value) ?? String(value);
  return /quote/.test(pipes) || /[:#{}[\],&*!|>'"%@`]/.test(text) ? JSON.stringify(text) : text;
}

function textIn(tree: FileTree, path: string): string {
  return isFile(tree, path) ? textAt(tree, path) : '';
}
