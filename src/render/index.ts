/** Rendering: runs the generators and checks of a profile. */
import type { ObjectReference } from '../kubernetes/object.js';
import type { Cluster } from '../model/cluster.js';
import { type InstalledPart, type InstallOptions, isInPart } from '../model/install-options.js';
import type { Resolution } from '../rules/resolution.js';
import { documented } from './profile/documented.js';
import { olm } from './profile/olm.js';
import { olmV1 } from './profile/olm-v1.js';
import type { Profile, Renderer, Rendering } from './profile/profile.js';
import { EMIT_SETS, type EmitSet, type Rendered } from './rendered.js';

/** The profiles by name. */
export const PROFILES = { documented, olm, 'olm-v1': olmV1 } as const satisfies Readonly<Record<string, Profile>>;
export type ProfileName = keyof typeof PROFILES;
export const DEFAULT_PROFILE: ProfileName = 'documented';

function rendererOf(name: ProfileName, install: InstallOptions | undefined): Renderer {
  const profile: Profile = PROFILES[name];
  return install ? profile.withoutOlm : profile.underOlm;
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
  profile: ProfileName = DEFAULT_PROFILE,
  install?: InstallOptions,
): Rendering {
  const { prepare, generators, checks } = rendererOf(profile, install);
  const context = prepare(cluster, resolution, install ?? {});
  const rendered = EMIT_SETS.flatMap((emitSet) =>
    generators[emitSet].flatMap((generate) => generate(context)).map((made): Rendered => ({ ...made, emitSet })),
  );
  return checks.reduce<Rendering>((rendering, check) => check(rendering, context), { rendered, findings: [], problems: [] });
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
export function ofSets(rendered: readonly Rendered[], { profile = DEFAULT_PROFILE, only, install }: Wanted = {}): Rendered[] {
  const { defaultSets } = rendererOf(profile, install);
  const sets = only ?? defaultSets;
  const left = only ? undefined : install?.only;
  return rendered.filter(({ emitSet, owner }) => sets.includes(emitSet) || (left !== undefined && isLeftToOlm(owner, left)));
}

/** Whether an object of OLM's own is rendered beside operators that are installed without it. */
function isLeftToOlm({ kind, namespace, name }: ObjectReference, only: InstalledPart): boolean {
  return !isInPart(only, kind === 'OperatorGroup' ? { namespace } : { namespace, name });
}
