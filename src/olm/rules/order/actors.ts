/** The actors of a cluster: each CSV with its data that no other CSV can change. */
import { isMapping } from '../../../base/manifest/plain-data.js';
import type { Cluster } from '../../model/cluster.js';
import type { ClusterServiceVersion } from '../../model/cluster-service-version.js';
import { apiServiceAdoption, requiredApiService } from '../api-services.js';
import type { Contender } from '../conflicts.js';
import { refusedInstallation, refusedNames, unsyncedGroup, webhookInstallation } from '../install-rules.js';
import type { InstallationContext, InstallationRule } from '../installation-rule.js';
import { isAllNamespaces } from '../namespace-set.js';
import { installStrategy, invalidRules, upgradeable, webhookDescriptions } from '../pending-rules.js';
import { providedApiKeys } from '../provided-apis.js';
import { neededApiServices, requirements } from '../requirements.js';
import type { Phase, Reason, Verdict } from '../verdict.js';
import type { Actor, Settled, Stage } from './actor.js';

/** OLM's checks in phase Pending that no other CSV can influence, in its order. */
const ALONE: readonly InstallationRule[] = [
  upgradeable,
  installStrategy,
  invalidRules,
  requirements,
  webhookDescriptions,
  apiServiceAdoption,
];

/** The phases in which OLM leaves a CSV, or has it on its way. */
const STANDING: ReadonlySet<string> = new Set<Phase>([
  'Pending',
  'InstallReady',
  'Installing',
  'Succeeded',
  'Failed',
  'Replacing',
  'Deleting',
]);

/** The known facts about CSVs without their rivals. */
export interface Known {
  readonly membership: (csv: ClusterServiceVersion) => Verdict | undefined;
  readonly groupOf: (csv: ClusterServiceVersion) => Contender | undefined;
  readonly namespacesOf: (csv: ClusterServiceVersion) => readonly string[];
  readonly context: InstallationContext;
  /** Whether the phases of CSVs are those that a cluster had at one time. */
  readonly isDump: boolean;
}

/** Prepares the CSVs, in the given order. */
export function actorsOf(csvs: readonly ClusterServiceVersion[], { membership, groupOf, namespacesOf, context, isDump }: Known): Actor[] {
  const pending = new Map<ClusterServiceVersion, Settled>();
  for (const rule of ALONE) {
    for (const [csv, { verdict, unstable = false }] of rule(csvs, context)) {
      if (verdict && !pending.has(csv)) pending.set(csv, { verdict, unstable });
    }
  }
  const failing = new Set([refusedNames, requiredApiService, webhookInstallation].flatMap((rule) => [...rule(csvs, context).keys()]));
  const refused = refusedInstallation(csvs, context);
  for (const [csv, { unstable }] of refused) if (unstable) failing.add(csv);
  const idle = unsyncedGroup(csvs, context);
  return csvs.map((csv): Actor => {
    const verdict = membership(csv);
    const group = verdict ? undefined : groupOf(csv);
    const waits = pending.get(csv);
    const standing = isDump ? standingOf(csv) : undefined;
    return {
      csv,
      apis: verdict?.neverSynced === 'IsCopied' || verdict?.neverSynced === 'MalformedCrdName' ? new Set() : providedApiKeys(csv),
      neverInstalls: failing.has(csv),
      neverBegins: idle.has(csv),
      needs: neededApiServices(csv, context.apiServices),
      failForward: context.failForward.has(csv.namespace),
      copiedTo: new Set(verdict ? [] : namespacesOf(csv)),
      ...(standing ? { standing } : {}),
      ...(verdict ? { membership: verdict } : {}),
      ...(group ? { group } : {}),
      ...(refused.has(csv) ? { failsForGood: true } : {}),
      ...(waits ? { pending: waits } : {}),
    };
  });
}

function standingOf({ phase, isResolved, manifest: { status } }: ClusterServiceVersion): Stage | undefined {
  if (phase === undefined || isResolved || !STANDING.has(phase)) return undefined;
  const reason = isMapping(status) && typeof status.reason === 'string' ? status.reason : '';
  return { phase: phase as Phase, reason: reason as Reason };
}

/** The namespaces that a group's CSV is copied to. */
export function copyTargets(
  csv: ClusterServiceVersion,
  targets: readonly string[],
  { namespaces, copiedCSVsDisabled }: Pick<Cluster, 'namespaces' | 'copiedCSVsDisabled'>,
): readonly string[] {
  if (isAllNamespaces(targets)) {
    return copiedCSVsDisabled ? [] : namespaces.map(({ name }) => name).filter((name) => name !== csv.namespace);
  }
  return targets.filter((name) => name !== csv.namespace);
}
