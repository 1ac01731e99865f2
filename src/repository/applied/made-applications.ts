/** Finds the Applications that ApplicationSets make of files and cluster Secrets: the author of these decides which paths are applied, and from where. */

import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf, textOf } from '../../base/kubernetes/pod-spec.js';
import { sortedText } from '../../base/manifest/plain-data.js';
import { rowOfObject } from '../../base/tools/kinds.js';
import { systemNamespaceOf } from '../../review/index.js';
import { filesByKind } from '../input/files-by-kind.js';
import { treeOf } from '../input/open-input.js';
import type { FileTree } from '../trees/file-tree.js';
import { FILE_OF_SET, filled, generated, type Here, isClusterSecret, type Parameters, parametersFor } from './application-set.js';
import { appliedIn } from './applied-paths.js';

/** An object as a set makes it, with the file of its parameters. */
export interface MadeObject {
  readonly object: KubernetesObject;
  readonly file?: string;
}

/** The made objects of both states, without those that are equal. */
export interface MadeSides {
  readonly base: readonly MadeObject[];
  readonly head: readonly MadeObject[];
}

/**
 * The Applications that both sides make of the ApplicationSets of HEAD. Changes of an ApplicationSet itself are compared as changes of that
 * object. One that the repository alone cannot expand is given with the parameters that it reads.
 */
export function madeApplications(base: InputObjects, head: InputObjects): MadeSides {
  const made: { base: MadeObject[]; head: MadeObject[] } = { base: [], head: [] };
  const [old, current] = [wholeTree(base[0]), wholeTree(head[0])];
  const built = [base, head].map(([, objects]) => objects.filter((object) => isClusterSecret(object) || readsParameters(object)));
  // Two folders of one repository: to read all of it takes longer than the rest of most reviews.
  if (!old || !current || (old.nameOf('') === current.nameOf('') && sortedText(built[0]) === sortedText(built[1]))) return made;
  const [before, after] = [old, current].map((tree, index) => partsOf(tree, built[index] ?? [])) as [Parts, Parts];
  for (const set of after.sets.filter((one) => before.sets.some((other) => nameOf(other) === nameOf(one)))) {
    const whole = [before, after].map((parts) => expanded(set, parts));
    const [was, is] = whole.includes(undefined) ? [before, after].map((parts) => withParameters(set, parts)) : whole;
    const differing = differingOf(was ?? [], is ?? []);
    made.base.push(...differing.base);
    made.head.push(...differing.head.filter((one) => !isOneMore(one, was ?? [])));
  }
  return made;
}

/** An input, and the objects that it has when it is built. */
export type InputObjects = readonly [input: string, built: readonly KubernetesObject[]];

/** The parts of an input that decide what its ApplicationSets make. */
interface Parts {
  readonly sets: readonly Fields[];
  readonly secrets: readonly Fields[];
  readonly here: Here;
}

/** The tree of the repository that an input is in. */
function wholeTree(input: string): FileTree | undefined {
  const own = treeOf(input);
  return own?.top?.().tree ?? own;
}

/** @param built the sets and cluster Secrets of the input as it is built: a kustomization can patch a set or make a Secret */
function partsOf(tree: FileTree, built: readonly KubernetesObject[]): Parts {
  const { files, kustomizations } = filesByKind(tree);
  const { here, secrets } = appliedIn(tree, files, kustomizations, '');
  const all = [...secrets, ...built].map(fieldsOf);
  const objects = [...new Map(all.map((object) => [sortedText(object), object])).values()];
  return { here, secrets: objects.filter(isClusterSecret), sets: objects.filter(readsParameters) };
}

/** Whether an object is an ApplicationSet with a generator that reads files or cluster Secrets. */
function readsParameters(object: Fields): boolean {
  const { apiVersion, kind, spec } = object;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !rowOfObject({ apiVersion, kind })?.makes) return false;
  return generatorsIn(fieldsOf(spec).generators).some(({ git, clusters }) => fieldsOf(git).files !== undefined || clusters !== undefined);
}

function generatorsIn(value: unknown): readonly Fields[] {
  return listOf(value).flatMap((generator) => [
    generator,
    ...Object.values(generator).flatMap((one) => generatorsIn(fieldsOf(one).generators)),
  ]);
}

function nameOf({ metadata }: Fields): string {
  const { namespace, name } = fieldsOf(metadata);
  return `${textOf(namespace) ?? ''}/${textOf(name) ?? ''}`;
}

/** The Applications of a set, each complete; nothing if the repository does not say all of them. */
function expanded({ apiVersion, metadata, spec }: Fields, { here, secrets }: Parts): readonly MadeObject[] | undefined {
  const { template, generators, goTemplate, templatePatch } = fieldsOf(spec);
  const isGo = goTemplate === true;
  const sets = templatePatch === undefined ? generated(listOf(generators), { here, secrets, isGo }) : undefined;
  const made = sets?.map((parameters): MadeObject | undefined => {
    const whole = filledValue(template, parameters, isGo);
    const { name } = fieldsOf(fieldsOf(whole).metadata);
    if (typeof name !== 'string') return undefined;
    const own = { name, namespace: textOf(fieldsOf(metadata).namespace) };
    const object = { apiVersion, kind: 'Application', metadata: own, spec: fieldsOf(whole).spec } as KubernetesObject;
    return { object, ...fileOf(parameters) };
  });
  return made?.includes(undefined) ? undefined : (made as readonly MadeObject[] | undefined);
}

function filledValue(value: unknown, parameters: Parameters, isGo: boolean): unknown {
  let isWhole = true;
  const all = (one: unknown): unknown => {
    if (typeof one === 'string') {
      const text = filled(one, parameters, isGo);
      if (text === undefined) isWhole = false;
      return text;
    }
    if (Array.isArray(one)) return one.map(all);
    return typeof one === 'object' && one !== null ? Object.fromEntries(Object.entries(one).map(([key, each]) => [key, all(each)])) : one;
  };
  const done = all(value);
  return isWhole ? done : undefined;
}

function fileOf(parameters: Parameters): Pick<MadeObject, 'file'> {
  const file = parameters.get(FILE_OF_SET);
  return file === undefined ? {} : { file };
}

/** The set itself, with what its generators read as elements of a list. */
function withParameters(set: Fields, { here, secrets }: Parts): readonly MadeObject[] {
  const spec = fieldsOf(set.spec);
  const read = generatorsIn(spec.generators).flatMap((generator) => parametersFor(generator, { here, secrets, isGo: false }));
  const elements = read.map((parameters) => Object.fromEntries([...parameters].filter(([name]) => name !== FILE_OF_SET)));
  const files = read.flatMap((parameters) => parameters.get(FILE_OF_SET) ?? []);
  const object = {
    ...set,
    spec: { ...spec, generators: [...listOf(spec.generators), { list: { elements } }] },
  } as unknown as KubernetesObject;
  return [{ object, ...(files[0] === undefined ? {} : { file: files[0] }) }];
}

function differingOf(base: readonly MadeObject[], head: readonly MadeObject[]): MadeSides {
  const keyOf = ({ object }: MadeObject): string => sortedText([object.metadata, object.spec]);
  const [before, after] = [base, head].map((made) => new Set(made.map(keyOf)));
  return { base: base.filter((one) => !after?.has(keyOf(one))), head: head.filter((one) => !before?.has(keyOf(one))) };
}

/** Whether an Application is new, and like others of its set: of the same sources, project and cluster, in a namespace of users. */
function isOneMore({ object }: MadeObject, others: readonly MadeObject[]): boolean {
  if (object.kind !== 'Application' || others.some((one) => one.object.metadata.name === object.metadata.name)) return false;
  const { namespace } = fieldsOf(fieldsOf(object.spec).destination);
  if (typeof namespace === 'string' && systemNamespaceOf([namespace]) !== undefined) return false;
  const known = new Set(others.map((one) => ofAll(one.object)));
  return known.has(ofAll(object));
}

/** Fields in which each environment of a set usually is as the others. */
function ofAll({ spec }: KubernetesObject): string {
  const { project, source, sources, destination } = fieldsOf(spec);
  const { server, name } = fieldsOf(destination);
  const all = [...(source === undefined ? [] : [fieldsOf(source)]), ...listOf(sources)];
  return sortedText([project, server, name, all]);
}
