/** Rendering: runs the generators and checks of a profile, and finds the objects that OLM keeps only in some orders. */
import { copyInto } from '../../base/kubernetes/copies.js';
import { groupBy, type KubernetesObject, namespacedName, type ObjectReference } from '../../base/kubernetes/object.js';
import type { Cluster } from '../model/cluster.js';
import { type InstalledPart, type InstallOptions, isInPart } from '../model/install-options.js';
import type { PROFILE_NAMES } from '../model/names.js';
import { type Versions, versionsOf } from '../model/versions.js';
import type { Resolution, ResolvedCsv } from '../rules/resolution.js';
import type { RenderContext } from './context.js';
import { documented } from './profile/documented.js';
import { olm } from './profile/olm.js';
import { olmV1 } from './profile/olm-v1.js';
import type { Profile, Renderer, Rendering } from './profile/profile.js';
import { EMIT_SETS, type EmitSet, type Rendered } from './rendered.js';

/** The profiles by name. */
export const PROFILES = { documented, olm, 'olm-v1': olmV1 } as const satisfies Readonly<Record<(typeof PROFILE_NAMES)[number], Profile>>;
export type ProfileName = keyof typeof PROFILES;

/** The default profile: the names of OLM's documents if all operators are installed without OLM, otherwise OLM's names. */
export function profileOf(install?: InstallOptions): ProfileName {
  return install && !install.only ? 'documented' : 'olm';
}

function rendererOf(name: ProfileName, install: InstallOptions | undefined): Renderer {
  const profile: Profile = PROFILES[name];
  return install ? profile.withoutOlm : profile.underOlm;
}

/** The profile and the options of a rendering. */
export interface RenderOptions {
  /** @default see profileOf */
  readonly profile?: ProfileName;
  /** The versions whose behaviour applies. @default those of the cluster */
  readonly versions?: Versions;
  /** The way to install operators without OLM. @default OLM runs */
  readonly install?: InstallOptions;
}

/**
 * Renders a resolved cluster.
 *
 * @returns the objects, and findings about objects that would take over another object's name
 */
export function render(
  cluster: Cluster,
  resolution: Resolution,
  { install, profile = profileOf(install), versions = versionsOf(cluster.versions) }: RenderOptions = {},
): Rendering {
  const { prepare, generators, checks } = rendererOf(profile, install);
  const given: RenderContext = { cluster, resolution, versions, conventions: PROFILES[profile].conventions(versions.olm) };
  const context = prepare?.(given, install ?? {}) ?? given;
  const made = EMIT_SETS.flatMap((emitSet) =>
    generators[emitSet].flatMap((generate) => generate(context)).map((made): Rendered => ({ ...made, emitSet })),
  );
  const rendering = {
    rendered: made.filter(({ isUncertain }) => !isUncertain),
    uncertain: made.filter(({ isUncertain }) => isUncertain),
    findings: [],
    problems: [],
  };
  return checks.reduce<Rendering>((current, check) => check(current, context), rendering);
}

/** The requested parts of the result. */
export interface Wanted extends Pick<RenderOptions, 'profile' | 'install'> {
  /** @default the default parts of the profile */
  readonly only?: readonly EmitSet[];
}

/** The objects of these parts of the result; by default, also all objects of the operators that OLM installs. */
export function ofSets(rendered: readonly Rendered[], { install, profile = profileOf(install), only }: Wanted = {}): Rendered[] {
  const { defaultSets } = rendererOf(profile, install);
  const sets = only ?? defaultSets;
  const left = only ? undefined : install?.only;
  return rendered.filter(({ emitSet, owner }) => sets.includes(emitSet) || (left !== undefined && isLeftToOlm(owner, left)));
}

/** Whether an object belongs to an operator that OLM installs, next to operators that are installed without OLM. */
function isLeftToOlm({ kind, namespace, name }: ObjectReference, only: InstalledPart): boolean {
  return !isInPart(only, kind === 'OperatorGroup' ? { namespace } : { namespace, name });
}

/** A role, binding or account that is not rendered, but may exist. */
export interface PerhapsObject {
  readonly object: KubernetesObject;
  /** The CSV whose outcome decides whether the object exists. */
  readonly csv: ResolvedCsv;
}

/** All objects that are not rendered, but may exist. */
export function perhapsObjects(
  cluster: Cluster,
  resolution: Resolution,
  { rendered, uncertain }: Pick<Rendering, 'rendered' | 'uncertain'>,
  options: RenderOptions,
): PerhapsObject[] {
  if (uncertain.length === 0 && !resolution.otherwise?.length) return [];
  // By kind and name, then namespace: one CSV can have a copy in each of thousands of namespaces.
  const known = new Map([...groupBy(rendered, nameOf)].map(([name, items]) => [name, new Set(items.flatMap(placesOf))]));
  const unknown = (item: Rendered): KubernetesObject[] => {
    const places = known.get(nameOf(item));
    const left = placesOf(item).filter((namespace) => !places?.has(namespace));
    return left.map((namespace) => (item.copies ? copyInto(item, namespace) : item.object));
  };
  const byName = new Map(resolution.csvs.map((csv) => [namespacedName(csv.csv), csv]));
  const inSomeOrders = uncertain.flatMap((item): PerhapsObject[] => {
    const csv = byName.get(`${item.owner.namespace}/${item.owner.name}`);
    return csv ? unknown(item).map((object) => ({ object, csv })) : [];
  });
  const { otherwise = [] } = resolution;
  const [first] = otherwise;
  if (!first) return inSomeOrders;
  const further = new Map(otherwise.map((csv) => [namespacedName(csv.csv), csv]));
  const staying = new Set(resolution.csvs.map(({ csv }) => namespacedName(csv)));
  const csvs = [
    ...resolution.csvs.map((csv) => further.get(namespacedName(csv.csv)) ?? csv),
    ...otherwise.filter(({ csv }) => !staying.has(namespacedName(csv))),
  ];
  // An object of a group results from one of the group's CSVs.
  const cause = ({ owner }: Rendered): ResolvedCsv =>
    further.get(`${owner.namespace}/${owner.name}`) ?? otherwise.find(({ csv }) => csv.namespace === owner.namespace) ?? first;
  const inOtherOrders = render(cluster, { ...resolution, csvs }, options)
    .rendered.filter(({ emitSet }) => emitSet === 'rbac')
    .flatMap((item) => unknown(item).map((object) => ({ object, csv: cause(item) })));
  return [...inSomeOrders, ...inOtherOrders];
}

const nameOf = ({ object: { kind, metadata } }: Rendered): string => `${kind} ${metadata.name}`;
const placesOf = ({ object, copies }: Rendered): readonly string[] => copies?.namespaces ?? [object.metadata.namespace ?? ''];
