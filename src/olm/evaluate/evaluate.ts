/** Evaluates a cluster: objects and findings. The constructs and the command line share this. */

import { isDeepStrictEqual } from 'node:util';
import { counted, joined } from '../../base/wording/phrases.js';
import { deprecatedExtensions } from '../checks/catalog-facts.js';
import { holdsWithoutOlm, resolutionFindings } from '../checks/index.js';
import { extensionsNotKnown, staleExtensions } from '../checks/unknown-operators.js';
import type { Cluster } from '../model/cluster.js';
import type { Finding } from '../model/finding.js';
import { type GivenVersions, type Versions, versionsOf } from '../model/versions.js';
import type { GroupAccounts } from '../render/account-needs.js';
import { renderedFindings } from '../render/findings.js';
import { groupAccounts } from '../render/group-accounts.js';
import { ofSets, PROFILES, type ProfileName, perhapsObjects, render } from '../render/index.js';
import type { Profile } from '../render/profile/profile.js';
import { installerLacksPermissions } from '../render/v1/installer.js';
import { withDescoped, withGeneratedGroups } from '../rules/descoped.js';
import { withInstallPlans } from '../rules/install-plan/install-plan.js';
import type { Resolution, ResolvedCsv } from '../rules/resolution.js';
import type { Beyond, EvaluateOptions, Evaluation } from './evaluation.js';
import { followedProfile } from './followed-profile.js';

export type { Beyond, EvaluateOptions, Evaluation } from './evaluation.js';

/**
 * Applies OLM's rules to a cluster, and renders its objects. A failed CSV is a finding, not an error.
 *
 * @example
 * const { rendered, findings } = evaluate(readInput(['clusters/prod']).cluster);
 */
export function evaluate(
  of: Cluster,
  { profile: given, olmVersion, kubeVersion, only, install, installers = false, progress }: EvaluateOptions = {},
  beyond?: Beyond,
): Evaluation {
  const name = given ?? followedProfile([of], install);
  const profile: Profile = PROFILES[name];
  const followed = {
    ...of.versions,
    ...(olmVersion === undefined ? {} : { olmVersion }),
    ...(kubeVersion === undefined ? {} : { kubeVersion }),
  };
  const versioned = isDeepStrictEqual(followed, of.versions) ? of : { ...of, versions: followed };
  const cluster = install?.descoped && profile.descopes ? withGeneratedGroups(versioned) : versioned;
  const assumed = withAssumed(ofProfile(versionsOf(followed), followed, profile), cluster);
  const versions = withNotJudged(given === undefined ? withFollowed(assumed, name) : assumed, cluster, profile);
  progress?.({ doing: 'judging' });
  const accounts =
    install || installers || !profile.resolvesGroups ? NO_ACCOUNTS : groupAccounts(cluster, profile.conventions(versions.olm));
  const resolve = (some: Cluster): Resolution => profile.resolve(some, { kubeVersion: versions.kubernetes }, accounts.refused);
  const resolved = resolve(cluster);
  const descoped = install && profile.descopes ? withDescoped(resolved, install.descoped ?? false) : resolved;
  const judge = (csv: ResolvedCsv, of: Cluster, all: readonly ResolvedCsv[]): ResolvedCsv =>
    accounts.judge(beyond?.judge(csv, of, all) ?? csv);
  const resolution = install || !profile.resolvesGroups ? descoped : withInstallPlans(cluster, descoped, resolve, judge);
  const { rendered, uncertain, findings: made, problems, refused = [] } = render(cluster, resolution, { profile: name, versions, install });
  progress?.({ doing: 'judging' });
  const clashes = installers ? made.filter(({ id }) => id !== installerLacksPermissions.id) : made;
  const found = profile.resolvesGroups
    ? resolutionFindings(cluster, resolution)
    : [...extensionsNotKnown(cluster), ...staleExtensions(cluster), ...deprecatedExtensions(cluster)];
  const findings = install && !install.only ? found.filter(holdsWithoutOlm) : found;
  const inTheWay = renderedFindings(ofSets(rendered, { profile: name, only, install }));
  const told = profile.isLiteral ? inTheWay.map(atMostWarning) : inTheWay;
  const perhaps = perhapsObjects(cluster, resolution, { rendered, uncertain }, { profile: name, versions, install });
  return {
    cluster,
    profile: name,
    versions,
    resolution,
    rendered,
    findings: [...findings, ...clashes, ...(install ? [] : (beyond?.findings(cluster, resolution) ?? [])), ...told],
    perhaps,
    problems,
    refused,
  };
}

/** The ServiceAccounts of groups do not count. */
const NO_ACCOUNTS: GroupAccounts = { refused: new Map(), judge: (resolved) => resolved };

/** The note about a profile that results from the input, not from an option. */
export const FOLLOWS_V1 =
  'the profile olm-v1 is followed, because the input has ClusterExtensions and nothing of OLM v0; --profile names another';

function withFollowed(versions: Versions, name: ProfileName): Versions {
  return name !== 'olm-v1' ? versions : { ...versions, notes: [...versions.notes, FOLLOWS_V1] };
}

/** The assumptions without a source in the input, and the options that replace them. */
export function assumptionsOf({ openShiftBecause, assumedNamespace }: Cluster): readonly string[] {
  return [
    ...(openShiftBecause === undefined ? [] : [`OpenShift is assumed, because ${openShiftBecause}; --platform names the platform`]),
    ...(assumedNamespace === undefined
      ? []
      : [`this assumes that the bundle is installed in the namespace ${assumedNamespace}; --install-namespace names another`]),
  ];
}

function withAssumed(versions: Versions, cluster: Cluster): Versions {
  const notes = assumptionsOf(cluster);
  return notes.length === 0 ? versions : { ...versions, notes: [...versions.notes, ...notes] };
}

/** Adds a note about objects of the other OLM generation, which another profile judges. Objects of the platform do not count. */
function withNotJudged(
  versions: Versions,
  { clusterExtensions, subscriptions, operatorGroups }: Cluster,
  { name, resolvesGroups }: Profile,
): Versions {
  const groups = operatorGroups.filter(({ isPlatforms }) => !isPlatforms);
  const all = resolvesGroups
    ? [counted(clusterExtensions.length, 'ClusterExtension')]
    : [counted(subscriptions.length, 'Subscription'), counted(groups.length, 'OperatorGroup')];
  const others = all.filter((text) => !text.startsWith('no '));
  if (others.length === 0) return versions;
  const [are, them] = others.length === 1 && others[0]?.startsWith('1 ') ? ['is', 'it'] : ['are', 'them'];
  const judging = resolvesGroups ? '--profile olm-v1 judges' : 'the profiles documented and olm judge';
  const note = `${joined(others)} ${are} not judged by the profile ${name}; ${judging} ${them}`;
  return { ...versions, notes: [...versions.notes, note] };
}

/** Adds a note about a version of the other OLM generation: OLM v0 and v1 have separate version numbers. */
function ofProfile(versions: Versions, { olmVersion }: GivenVersions, { name, resolvesGroups }: Profile): Versions {
  if (olmVersion === undefined || /^v?0/.test(olmVersion) === resolvesGroups) return versions;
  return {
    ...versions,
    notes: [...versions.notes, `the profile ${name} does not follow OLM ${olmVersion}, but ${resolvesGroups ? 'OLM v0' : 'OLM v1'}`],
  };
}

function atMostWarning(finding: Finding): Finding {
  return finding.severity === 'error' ? { ...finding, severity: 'warning' } : finding;
}
