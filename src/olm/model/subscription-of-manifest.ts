/** A manifest → the Subscription that the rules read. */
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import type { SourceReference } from '../../base/manifest/problem.js';
import type { Subscription, SubscriptionManifest } from './subscription.js';

/** Reads a checked manifest. */
export function subscription(manifest: SubscriptionManifest, source: SourceReference): Subscription {
  const { metadata, spec, status } = manifest;
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    packageName: spec.name,
    channel: spec.channel || undefined,
    startingCSV: spec.startingCSV || undefined,
    catalogSource: spec.source,
    catalogSourceNamespace: spec.sourceNamespace,
    installPlanApproval: spec.installPlanApproval ? (spec.installPlanApproval === 'Manual' ? 'Manual' : 'Automatic') : undefined,
    config: spec.config ?? undefined,
    installedCSV: status?.installedCSV || undefined,
    currentCSV: status?.currentCSV || undefined,
    ...(metadata.labels?.['olm.managed'] === 'true' ? { generated: true as const } : {}),
    manifest: manifest as unknown as KubernetesObject,
    source,
  };
}
