/** Rendering: runs the generators of a profile. */
import { type ObjectReference, objectKey } from '../kubernetes/object.js';
import type { UnlocatedProblem } from '../manifest/problem.js';
import type { Cluster } from '../model/cluster.js';
import type { Finding } from '../model/finding.js';
import { type InstalledPart, type InstallOptions, isInPart } from '../model/install-options.js';
import type { Resolution } from '../rules/resolution.js';
import { refuseClashes } from './clashes.js';
import type { RenderContext } from './context.js';
import { resolveCollisions } from './install/collisions.js';
import { installFindings } from './install/findings.js';
import { type InstallPlan, installPlan } from './install/plan.js';
import { documented } from './profile/documented.js';
import { olm } from './profile/olm.js';
import { olmV1 } from './profile/olm-v1.js';
import type { Profile } from './profile/profile.js';
import { EMIT_SETS, type EmitSet, type Rendered } from './rendered.js';

/** The profiles by name. */
export const PROFILES = { documented, olm, 'olm-v1': olmV1 } as const satisfies Readonly<Record<string, Profile>>;
export type ProfileName = keyof typeof PROFILES;
export const DEFAULT_PROFILE: ProfileName = 'documented';

/** What is rendered, what a person should know of it, and what keeps operators from being installed. */
export interface Rendering {
  readonly rendered: readonly Rendered[];
  readonly findings: readonly Finding[];
  /** None where OLM runs. */
  readonly problems: readonly UnlocatedProblem[];
}

/**
 * Renders a resolved cluster.
 *
 * @param install how operators are installed without OLM; absent where OLM runs
 * @returns the objects, and what could not be rendered without taking over something else's name
 */
export function render(
  cluster: Cluster,
  resolution: Resolution,
  profileName: ProfileName = DEFAULT_PROFILE,
  install?: InstallOptions,
): Rendering {
  const profile: Profile = PROFILES[profileName];
  const plan = profile.renderExtensions ? undefined : install && installPlan({ cluster, resolution }, install, profile.install.isInstalled);
  const context: RenderContext = { cluster, resolution: withoutBoundPermissions(resolution), ...(plan ? { plan } : {}) };
  const made = EMIT_SETS.flatMap((emitSet) =>
    profile.generators[emitSet].flatMap((generate) => generate(context)).map((made): Rendered => ({ ...made, emitSet })),
  );
  if (profile.renderExtensions) {
    const extensions = profile.renderExtensions(cluster, install ?? {});
    return { ...extensions, rendered: [...made, ...extensions.rendered] };
  }
  const permitted = refuseClashes(
    made.filter(({ emitSet }) => emitSet !== 'install'),
    context,
  );
  if (!plan) return { ...permitted, problems: [] };
  const installed = withoutCollisions(
    made.filter(({ emitSet }) => emitSet === 'install'),
    plan,
    context,
  );
  return {
    rendered: [...givingWay(permitted.rendered, installed.rendered), ...installed.rendered],
    findings: [...permitted.findings, ...installed.findings, ...installFindings(plan, profile.install.rules, installed.rendered, cluster)],
    problems: plan.problems,
  };
}

/** The permissions of descoped operators are roles to bind, which are made apart. */
function withoutBoundPermissions(resolution: Resolution): Resolution {
  if (!resolution.csvs.some(({ isDescoped }) => isDescoped)) return resolution;
  return { ...resolution, csvs: resolution.csvs.map((csv) => (csv.isDescoped ? { ...csv, csv: { ...csv.csv, permissions: [] } } : csv)) };
}

/** What is installed, each name once, and no ClusterRole of Kubernetes or of the input taken over. */
function withoutCollisions(
  made: readonly Rendered[],
  { installations }: InstallPlan,
  context: RenderContext,
): { rendered: Rendered[]; findings: Finding[] } {
  const files = new Map(
    installations.map(({ csv: { csv } }) => [`${csv.namespace}/${csv.name}`, csv.bundle?.source?.file ?? csv.source?.file]),
  );
  const owned = made.map((item) => {
    const file = files.get(`${item.owner.namespace}/${item.owner.name}`);
    return { ...item, item, ...(file === undefined ? {} : { file }) };
  });
  const { objects, findings } = resolveCollisions(owned);
  // The ClusterRoles of bundles are among what is rendered here, so they take nothing over.
  const permitted = refuseClashes(
    objects.map(({ item, object }): Rendered => ({ ...item, object })),
    { ...context, resolution: { ...context.resolution, csvs: [] } },
  );
  return { rendered: permitted.rendered, findings: [...findings, ...permitted.findings] };
}

/** A ServiceAccount that a bundle brings is the one that its permissions name. */
function givingWay(rendered: readonly Rendered[], installed: readonly Rendered[]): Rendered[] {
  const accounts = new Set(installed.filter(({ object }) => object.kind === 'ServiceAccount').map(({ object }) => objectKey(object)));
  return rendered.filter(({ object }) => object.kind !== 'ServiceAccount' || !accounts.has(objectKey(object)));
}

/** How much of the result is wanted. */
export interface Wanted {
  /** @default DEFAULT_PROFILE */
  readonly profile?: ProfileName;
  /** @default what the profile renders where nobody says otherwise */
  readonly only?: readonly EmitSet[];
  readonly install?: InstallOptions;
}

/** The objects of these parts of the result. */
export function ofSets(rendered: readonly Rendered[], { profile: name = DEFAULT_PROFILE, only, install }: Wanted = {}): Rendered[] {
  const profile: Profile = PROFILES[name];
  if (only || !install) return rendered.filter(({ emitSet }) => (only ?? profile.defaultSets).includes(emitSet));
  const { defaultSets } = profile.install;
  return rendered.filter(({ emitSet, owner }) => defaultSets.includes(emitSet) || (install.only && isLeftToOlm(owner, install.only)));
}

/** Whether an object of OLM's own is rendered beside operators that are installed without it. */
function isLeftToOlm({ kind, namespace, name }: ObjectReference, only: InstalledPart): boolean {
  return !isInPart(only, kind === 'OperatorGroup' ? { namespace } : { namespace, name });
}
