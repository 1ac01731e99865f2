/** Finds the paths that a repository's Argo CD Applications, ApplicationSets and Flux Kustomizations apply. */

import { valuesOf } from '../../base/inside/index.js';
import { groupOf } from '../../base/kubernetes/kinds.js';
import { compareText } from '../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf, textOf } from '../../base/kubernetes/pod-spec.js';
import { KUSTOMIZE_GROUP } from '../../base/tools/flux.js';
import { ROWS, rowOfObject } from '../../base/tools/kinds.js';
import type { KindRow } from '../../base/tools/tool.js';
import { plainPath } from '../../olm/model/unread-file.js';
import { CHART_FILE } from '../charts/chart-files.js';
import { type ChartSource, chartSource } from '../charts/chart-release.js';
import { isSkipped } from '../input/argo-cd-skip.js';
import { type FileTree, pathIn } from '../trees/file-tree.js';
import { mentionsOf } from '../trees/mentions.js';
import { chainOf, documentsAt, filesBelow, isBelow } from '../trees/tree-paths.js';
import { filled, generated, type Here, isClusterSecret, type Parameters } from './application-set.js';
import { type AppliedSettings, argoCdSettings, fluxSettings } from './applied-settings.js';
import { fluxDataFinder } from './data-here.js';

/** A path that a tool applies. */
export interface AppliedPath {
  /** The path relative to the top of the repository; empty for the top. */
  readonly path: string;
  /** The applying object, such as `Application argocd/x`. */
  readonly by: string;
  /** Whether files of subfolders are applied, too, if there is no kustomization. */
  readonly recurses: boolean;
  /** Only for Argo CD: whether it applies plain files, even if there is a kustomization. @default false */
  readonly isPlain?: true;
  /** The destination cluster: empty if unknown, absent for the cluster of the applying object. */
  readonly to?: string;
  /** Only for Argo CD: the input for Helm, if the path is a chart. */
  readonly chart?: ChartSource;
  /** The settings that change the objects of the path. @default none */
  readonly settings?: AppliedSettings;
}

/** The applied paths. */
export interface Applied {
  readonly paths: readonly AppliedPath[];
  /** ApplicationSets that the repository alone cannot expand. */
  readonly unexpanded: readonly string[];
}

/** A path that may belong to another repository. */
interface Named extends AppliedPath {
  /** The address of the path's repository. */
  readonly of: string;
}

/**
 * The existing paths that the objects apply. An address alone does not identify this repository: it does if most paths named with it
 * exist here.
 *
 * @param objects as written; a patch of an ApplicationSet is completed by the ApplicationSet with the same name
 * @param elsewhere cluster Secrets to use if the objects contain none
 */
export function appliedPaths(objects: readonly unknown[], here: Here, elsewhere: readonly unknown[] = []): Applied {
  const { paths, unexpanded } = appliedByEach(new Map([['', objects]]), here, elsewhere);
  return { paths: paths.get('') ?? [], unexpanded };
}

/**
 * The same for several holders, such as kustomizations, by name: an ApplicationSet is not completed from another holder.
 *
 * @param elsewhere cluster Secrets for holders without any
 */
export function appliedByEach(
  holders: ReadonlyMap<string, readonly unknown[]>,
  here: Here,
  elsewhere: readonly unknown[] = [],
): { readonly paths: ReadonlyMap<string, readonly AppliedPath[]>; readonly unexpanded: readonly string[] } {
  const others = elsewhere.map(fieldsOf).filter(isClusterSecret);
  const unexpanded = new Set<string>();
  const found = [...holders].map(([holder, objects]) => [holder, namedIn(objects.map(fieldsOf), here, others, unexpanded)] as const);
  const isHere = isOfRepository(
    found.flatMap(([, named]) => named),
    here,
  );
  return {
    paths: new Map(found.map(([holder, named]) => [holder, onceEach(named.filter(isHere))])),
    unexpanded: [...unexpanded].sort(compareText),
  };
}

function namedIn(all: readonly Fields[], here: Here, elsewhere: readonly Fields[], unexpanded: Set<string>): Named[] {
  const own = all.filter(isClusterSecret);
  const secrets = own.length > 0 ? own : elsewhere;
  const sets = all.filter((object) => rowOf(object)?.makes !== undefined);
  return [
    ...all.flatMap((object) => {
      const by = { by: appliedName(object), name: textOf(fieldsOf(object.metadata).name) ?? '' };
      return namedBy(object, by, secrets, here);
    }),
    ...sets.flatMap((set) => {
      const found = ofSet(set, sets, secrets, here);
      if (found) return found;
      unexpanded.add(appliedName(set, sets));
      return [];
    }),
  ];
}

function isOfRepository(named: readonly Named[], here: Here): (one: Named) => boolean {
  const ofRepositories = new Map<string, Set<string>>();
  for (const { of, path } of named) if (path !== '') ofRepositories.set(of, (ofRepositories.get(of) ?? new Set()).add(path));
  return ({ of, path }) => {
    const paths = [...(ofRepositories.get(of) ?? [])];
    return here.folders.has(path) && paths.filter((each) => here.folders.has(each)).length * 2 > paths.length;
  };
}

function onceEach(named: readonly Named[]): AppliedPath[] {
  const byKey = new Map(
    named.map(({ of: _, ...one }) => [
      [one.path, one.by, one.recurses, one.isPlain, one.to, JSON.stringify([one.chart, one.settings])].join('\0'),
      one,
    ]),
  );
  return [...byKey].sort(([a], [b]) => compareText(a, b)).map(([, one]) => one);
}

/** The row of an object in the table of kinds. */
function rowOf({ apiVersion, kind }: Fields): KindRow | undefined {
  return typeof apiVersion === 'string' && typeof kind === 'string' ? rowOfObject({ apiVersion, kind }) : undefined;
}

/** Whether an object applies paths. */
export function appliesPaths(object: unknown): boolean {
  const row = rowOf(fieldsOf(object));
  return row?.paths !== undefined || row?.makes !== undefined;
}

/** Whether an object has this group and kind. */
export function isOf({ apiVersion, kind }: Fields, group: string, wanted: string): boolean {
  return kind === wanted && typeof apiVersion === 'string' && groupOf(apiVersion) === group;
}

/** The name of an applying object. A patch can lack the namespace. */
function appliedName({ kind, metadata }: Fields, others: readonly Fields[] = []): string {
  const { name } = fieldsOf(metadata);
  const namespaces = [metadata, ...sameName(metadata, others).map((other) => other.metadata)].map((each) =>
    textOf(fieldsOf(each).namespace),
  );
  const namespace = namespaces.find((each) => each !== undefined);
  return `${textOf(kind)} ${namespace === undefined ? '' : `${namespace}/`}${textOf(name) ?? ''}`;
}

function sameName(metadata: unknown, others: readonly Fields[]): readonly Fields[] {
  const { name, namespace } = fieldsOf(metadata);
  return others.filter((other) => {
    const its = fieldsOf(other.metadata);
    return its.name === name && (its.namespace === namespace || its.namespace === undefined || namespace === undefined);
  });
}

/** The paths that an object names. @param by the applying object, and the name of the Application */
function namedBy(
  object: Fields,
  { by, name }: { readonly by: string; readonly name: string },
  secrets: readonly Fields[],
  here: Here,
): Named[] {
  return (rowOf(object)?.paths?.(object) ?? []).flatMap(
    ({ path, address, source, recurses, isPlain, destination, kubeConfig, settings }) => {
      const own = pathHere(path);
      if (own === undefined) return [];
      const to = destination ? clusterAt(destination, secrets) : kubeConfig === undefined ? {} : { to: kubeConfig };
      const read =
        'flux' in settings
          ? fluxSettings(by, settings.flux, here.dataFor?.(settings.flux) ?? (() => undefined))
          : argoCdSettings(by, settings.argoCd);
      return [
        {
          path: own,
          by,
          recurses,
          ...(isPlain ? { isPlain } : {}),
          of: source ?? addressOf(address ?? ''),
          ...to,
          ...('argoCd' in settings ? { chart: chartSource(fieldsOf(object.spec), name, settings.argoCd, addressOf) } : {}),
          ...(read ? { settings: read } : {}),
        },
      ];
    },
  );
}

const OWN_CLUSTER = { name: 'in-cluster', server: 'kubernetes.default.svc' };

/** Argo CD declares clusters by Secrets. Its own cluster needs no Secret, but can get another name from one. */
function clusterAt({ name, server }: Fields, secrets: readonly Fields[]): Pick<AppliedPath, 'to'> {
  const known = secrets.map(({ metadata, stringData }) => {
    const data = fieldsOf(stringData);
    return { name: textOf(data.name) ?? textOf(fieldsOf(metadata).name) ?? '', server: hostOf(textOf(data.server) ?? '') };
  });
  const [asked, host] = [textOf(name) ?? '', hostOf(textOf(server) ?? '')];
  if (asked.includes('{{') || host.includes('{{')) return { to: '' };
  const secret = known.find((each) => (asked === '' ? host !== '' && each.server === host : each.name === asked));
  const found = { name: asked, server: host, ...secret };
  return found.server === OWN_CLUSTER.server || found.name === OWN_CLUSTER.name ? {} : { to: found.name || found.server };
}

function hostOf(server: string): string {
  return server
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/:443$/, '');
}

/** Fields of a source and a destination, which a template patch could set. */
const DECIDED_BY_SOURCE = /path|kustomize|directory|destination/i;

/** The paths of an ApplicationSet, completed from sets with the same name; nothing if any part is unknown. */
function ofSet(set: Fields, all: readonly Fields[], secrets: readonly Fields[], here: Here): Named[] | undefined {
  const specs = sameName(set.metadata, all).map(({ spec }) => fieldsOf(spec));
  const own = fieldsOf(set.spec);
  const isGo = specs.some(({ goTemplate }) => goTemplate === true);
  const by = appliedName(set, all);
  const generators = own.generators === undefined ? specs.map((spec) => spec.generators) : [own.generators];
  const hasSource = ({ template }: Fields): boolean => {
    const { source, sources } = fieldsOf(fieldsOf(template).spec);
    return source !== undefined || sources !== undefined;
  };
  const templates = (hasSource(own) ? [own] : specs.filter(hasSource)).map(({ template }) => fieldsOf(template));
  if (specs.some(({ templatePatch }) => DECIDED_BY_SOURCE.test(textOf(templatePatch) ?? ''))) return undefined;
  const made = { apiVersion: set.apiVersion, kind: rowOf(set)?.makes };
  const named: Named[] = [];
  for (const each of generators) {
    const filledIn = generated(listOf(each), { here, secrets, isGo });
    if (!filledIn) return undefined;
    for (const template of templates)
      for (const parameters of filledIn) {
        const found = filledSpec(template, parameters, isGo);
        if (!found) return undefined;
        named.push(...withLack(namedBy({ ...made, spec: found.spec }, { by, name: found.name }, secrets, here), found.lack));
      }
  }
  return named;
}

/** The spec of an Application; nothing if the repository does not define its paths. */
function filledSpec(
  { metadata, spec }: Fields,
  parameters: Parameters,
  isGo: boolean,
): { readonly spec: Fields; readonly name: string; readonly lack?: string } | undefined {
  const { source, sources, destination } = fieldsOf(spec);
  let isWhole = true;
  const all = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const text = filled(value, parameters, isGo);
      if (text === undefined) isWhole = false;
      return text;
    }
    if (Array.isArray(value)) return value.map(all);
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, all(one)]))
      : value;
  };
  const done = [...(source === undefined ? [] : [fieldsOf(source)]), ...listOf(sources)].map((each) => ({
    ...each,
    ...(typeof each.path === 'string' ? { path: filled(each.path, parameters, isGo) } : {}),
    repoURL: filled(textOf(each.repoURL) ?? '', parameters, isGo),
    helm: all(each.helm),
    kustomize: all(each.kustomize),
    directory: all(each.directory),
  }));
  const withPath = done.filter((each) => 'path' in each);
  if (withPath.some(({ path, repoURL }) => path === undefined || repoURL === undefined)) return undefined;
  const [name, namespace] = [fieldsOf(metadata).name, fieldsOf(destination).namespace].map((one) => textOf(all(one)) ?? '');
  const lack = isWhole ? {} : { lack: 'its ApplicationSet uses values that are not in the repository' };
  return { spec: { sources: done, destination: { ...filledFields(destination, parameters, isGo), namespace } }, name: name ?? '', ...lack };
}

function withLack(named: readonly Named[], lack: string | undefined): Named[] {
  if (lack === undefined) return [...named];
  return named.map(({ chart, settings, ...one }) => ({
    ...one,
    ...(chart ? { chart: { ...chart, lack } } : {}),
    ...(settings ? { settings: { ...settings, lacks: [lack] } } : {}),
  }));
}

/** The fields with parameters filled in; others stay as written. */
function filledFields(fields: unknown, parameters: Parameters, isGo: boolean): Fields {
  return Object.fromEntries(
    Object.entries(fieldsOf(fields)).map(([key, value]) => [
      key,
      typeof value === 'string' ? (filled(value, parameters, isGo) ?? value) : value,
    ]),
  );
}

/** A path in the form of folder names; nothing if it leads out of the repository. */
function pathHere(text: string): string | undefined {
  const path = plainPath(text);
  return path.split('/').includes('..') ? undefined : path;
}

/** The normal form of a repository's address. */
function addressOf(url: string): string {
  return url
    .toLowerCase()
    .replace(/^[a-z+]+:\/\//, '')
    .replace(/^[^/@]*@/, '')
    .replace(/^([^/:]+):(?!\d)/, '$1/')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/, '');
}

// The paths that the Argo CD Applications, ApplicationSets and Flux Kustomizations in a tree's plain files apply.

/** Files without these words contain neither an object that applies paths nor a Secret of a cluster. */
const mentionsHolder = mentionsOf([...new Set(ROWS.filter(({ paths, makes }) => paths ?? makes).map(({ group }) => group))]);

/** The applied paths, and the data to find those of built kustomizations. */
export interface AppliedIn extends Applied {
  readonly here: Here;
  /** Files with applying objects, and their objects. */
  readonly holders: ReadonlyMap<string, readonly unknown[]>;
  /** Objects that include the cluster Secrets. */
  readonly secrets: readonly unknown[];
  /** Applying objects that apply nothing of the tree, if the whole repository was searched. */
  readonly elsewhere: readonly string[];
  /** Files that Argo CD leaves out of folders. */
  readonly skipped: ReadonlySet<string>;
}

/**
 * @param manifests the tree's manifests, without kustomizations
 * @param charts folders of charts, whose files are not among the manifests
 * @param place the path of the requested folder; applied paths outside of it are dropped
 */
export function appliedIn(
  tree: FileTree,
  manifests: readonly string[],
  kustomizations: readonly string[],
  place: string,
  charts: Iterable<string> = [],
): AppliedIn {
  tree.expect?.(manifests);
  const contentOf = (file: string): readonly unknown[] => documentsAt(tree, file).map(({ value }) => value);
  const isHolder = (file: string): boolean => {
    const bytes = tree.read(file);
    return bytes !== undefined && mentionsHolder(bytes);
  };
  const skipped = new Set(manifests.filter((file) => isSkipped(tree, file)));
  const byFile = manifests.filter(isHolder).map((file) => [file, valuesOf(documentsAt(tree, file))] as const);
  const objects = byFile.flatMap(([, values]) => values);
  const files = new Map(byFile.flatMap(([file, values]) => values.map((value) => [value, file] as const)));
  const folders = new Set([...manifests, ...kustomizations, ...[...charts].map((chart) => pathIn(chart, CHART_FILE))].flatMap(chainOf));
  const flux = objects.map(fieldsOf).filter((object) => isOf(object, KUSTOMIZE_GROUP, 'Kustomization'));
  const dataFor = fluxDataFinder(tree, manifests, kustomizations, { fileOf: (object) => files.get(object), flux: () => flux });
  const here = { folders, files: manifests, filesBelow: (folder: string) => filesBelow(tree, folder), contentOf, dataFor };
  const found = appliedPaths(objects, here);
  const holders = new Map(byFile.filter(([, values]) => values.some(appliesPaths)));
  const known = new Set([...found.paths.map(({ by }) => by), ...found.unexpanded]);
  const elsewhere = place === '' ? [...new Set(appliersIn(objects.map(fieldsOf)))].filter((by) => !known.has(by)).sort(compareText) : [];
  return { ...found, paths: found.paths.filter(({ path }) => isBelow(path, place)), here, holders, secrets: objects, elsewhere, skipped };
}

/** The names of applying objects with a source. A patch of an ApplicationSet has none. */
function appliersIn(objects: readonly Fields[]): string[] {
  const sets = objects.filter((object) => rowOf(object)?.makes !== undefined);
  return objects.flatMap((object) => {
    const spec = fieldsOf(object.spec);
    const { source, sources, sourceRef } = { ...fieldsOf(fieldsOf(spec.template).spec), ...spec };
    const names = appliesPaths(object) && [source, sources, sourceRef].some((each) => each !== undefined);
    return names ? [appliedName(object, sets.includes(object) ? sets : [])] : [];
  });
}
