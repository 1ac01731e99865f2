/** Which paths of a repository its Argo CD Applications, ApplicationSets and Flux Kustomizations apply. */
import { groupOf } from '../kubernetes/kinds.js';
import { compareText } from '../kubernetes/object.js';
import { type Fields, fieldsOf, listOf, textOf } from '../kubernetes/pod-spec.js';
import { filled, generated, type Here, isClusterSecret, type Parameters } from './application-set.js';
import { type ChartSource, chartSource } from './chart-release.js';

/** A path that a tool applies. */
export interface AppliedPath {
  /** Relative to the top of the repository, empty for the top. */
  readonly path: string;
  /** Who applies it, such as `Application argocd/x`. */
  readonly by: string;
  /** Whether files of folders below are applied, too, where there is no kustomization. */
  readonly recurses: boolean;
  /** Of Argo CD: what it gives to Helm, if there is a chart. */
  readonly chart?: ChartSource;
}

/** What they apply. */
export interface Applied {
  readonly paths: readonly AppliedPath[];
  /** ApplicationSets of which the repository alone does not say what they make. */
  readonly unexpanded: readonly string[];
}

/** A path before anybody knows whether it is one of this repository. */
interface Named extends AppliedPath {
  /** The repository that it is of. */
  readonly of: string;
}

/**
 * What the objects apply that is there. A repository's address says nothing about which one it is: it is this one if most of the paths
 * that are named with it are here.
 *
 * @param objects as they are written; what a patch of an ApplicationSet lacks has the one of its name
 */
export function appliedPaths(objects: readonly unknown[], here: Here): Applied {
  const all = objects.map(fieldsOf);
  const secrets = all.filter(isClusterSecret);
  const sets = all.filter((object) => isOf(object, 'argoproj.io', 'ApplicationSet'));
  const unexpanded = new Set<string>();
  const named = [
    ...all
      .filter((object) => isOf(object, 'argoproj.io', 'Application'))
      .flatMap((object) => ofSpec(fieldsOf(object.spec), nameOf(object), textOf(fieldsOf(object.metadata).name) ?? '')),
    ...all.filter((object) => isOf(object, 'kustomize.toolkit.fluxcd.io', 'Kustomization')).flatMap(ofFlux),
    ...sets.flatMap((set) => {
      const found = ofSet(set, sets, secrets, here);
      if (found) return found;
      unexpanded.add(nameOf(set, sets));
      return [];
    }),
  ];
  const ofRepositories = new Map<string, Set<string>>();
  for (const { of, path } of named) if (path !== '') ofRepositories.set(of, (ofRepositories.get(of) ?? new Set()).add(path));
  const isHere = ({ of }: Named): boolean => {
    const paths = [...(ofRepositories.get(of) ?? [])];
    return paths.filter((path) => here.folders.has(path)).length * 2 > paths.length;
  };
  const paths = named.filter((one) => here.folders.has(one.path) && isHere(one)).map(({ of: _, ...one }) => one);
  const byKey = new Map(paths.map((one) => [`${one.path}\0${one.by}\0${one.recurses}\0${JSON.stringify(one.chart)}`, one]));
  return {
    paths: [...byKey].sort(([a], [b]) => compareText(a, b)).map(([, one]) => one),
    unexpanded: [...unexpanded].sort(compareText),
  };
}

function isOf({ apiVersion, kind }: Fields, group: string, wanted: string): boolean {
  return kind === wanted && typeof apiVersion === 'string' && groupOf(apiVersion) === group;
}

/** A patch need not say the namespace. */
function nameOf({ kind, metadata }: Fields, others: readonly Fields[] = []): string {
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

/** @param name of the Application */
function ofSpec(spec: Fields, by: string, name: string): Named[] {
  return [fieldsOf(spec.source), ...listOf(spec.sources)].flatMap((source) => {
    const { path, chart, repoURL, directory } = source;
    const own = typeof path === 'string' && chart === undefined ? pathHere(path) : undefined;
    if (own === undefined) return [];
    const of = addressOf(textOf(repoURL) ?? '');
    return [{ path: own, by, recurses: fieldsOf(directory).recurse === true, of, chart: chartSource(spec, name, source, addressOf) }];
  });
}

/** Flux makes a kustomization of whatever is below, where there is none. */
function ofFlux(object: Fields): Named[] {
  const { path = '', sourceRef } = fieldsOf(object.spec);
  const own = typeof path === 'string' ? pathHere(path) : undefined;
  const { kind, name, namespace = fieldsOf(object.metadata).namespace } = fieldsOf(sourceRef);
  return own === undefined || typeof name !== 'string'
    ? []
    : [{ path: own, by: nameOf(object), recurses: true, of: `flux ${textOf(kind)} ${textOf(namespace)} ${name}` }];
}

/** What one makes, with what it lacks from those of its name; nothing if something of it cannot be known. */
function ofSet(set: Fields, all: readonly Fields[], secrets: readonly Fields[], here: Here): Named[] | undefined {
  const specs = sameName(set.metadata, all).map(({ spec }) => fieldsOf(spec));
  const own = fieldsOf(set.spec);
  const isGo = specs.some(({ goTemplate }) => goTemplate === true);
  const by = nameOf(set, all);
  const generators = own.generators === undefined ? specs.map((spec) => spec.generators) : [own.generators];
  const hasSource = ({ template }: Fields): boolean => {
    const { source, sources } = fieldsOf(fieldsOf(template).spec);
    return source !== undefined || sources !== undefined;
  };
  const templates = (hasSource(own) ? [own] : specs.filter(hasSource)).map(({ template }) => fieldsOf(template));
  if (specs.some(({ templatePatch }) => textOf(templatePatch)?.includes('path'))) return undefined;
  const named: Named[] = [];
  for (const each of generators) {
    const made = generated(listOf(each), { here, secrets, isGo });
    if (!made) return undefined;
    for (const template of templates)
      for (const parameters of made) {
        const found = filledSpec(template, parameters, isGo);
        if (!found) return undefined;
        named.push(...withLack(ofSpec(found.spec, by, found.name), found.lack));
      }
  }
  return named;
}

/** The spec of an Application; nothing where the repository does not say which paths it has. */
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
  }));
  const withPath = done.filter((each) => 'path' in each);
  if (withPath.some(({ path, repoURL }) => path === undefined || repoURL === undefined)) return undefined;
  const [name, namespace] = [fieldsOf(metadata).name, fieldsOf(destination).namespace].map((one) => textOf(all(one)) ?? '');
  const lack = isWhole ? {} : { lack: 'its ApplicationSet fills in what the repository does not say' };
  return { spec: { sources: done, destination: { namespace } }, name: name ?? '', ...lack };
}

function withLack(named: readonly Named[], lack: string | undefined): Named[] {
  return named.map((one) => (one.chart && lack !== undefined ? { ...one, chart: { ...one.chart, lack } } : one));
}

/** A path as folders are named, or nothing if it leads out. */
function pathHere(text: string): string | undefined {
  const steps = text.split('/').filter((step) => step !== '' && step !== '.');
  return steps.includes('..') ? undefined : steps.join('/');
}

/** The same for every way to write the address of a repository. */
function addressOf(url: string): string {
  return url
    .toLowerCase()
    .replace(/^[a-z+]+:\/\//, '')
    .replace(/^[^/@]*@/, '')
    .replace(/^([^/:]+):(?!\d)/, '$1/')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
}
