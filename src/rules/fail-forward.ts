/**
 * Fail forward: in a group with `upgradeStrategy: TechPreviewUnsafeFailForward`, a CSV whose installation failed makes
 * way for its successor as a running one does (OLM's transitionCSVState, phase Failed).
 */
import type { OperatorGroup } from '../model/operator-group.js';
import type { Reason, Verdict } from './verdict.js';

/** What OLM looks at before it comes to fail forward: a CSV that fails over its group or its APIs stays failed. */
const INSTALLATION_FAILURES: ReadonlySet<Reason> = new Set([
  'InvalidInstallStrategy',
  'InvalidWebhookDescription',
  'OwnerConflict',
  'InstallComponentFailed',
]);

/** The namespaces whose group lets failed CSVs be replaced. */
export function failForwardNamespaces(groups: readonly Pick<OperatorGroup, 'namespace' | 'upgradeStrategy'>[]): Set<string> {
  return new Set(
    groups.flatMap(({ namespace, upgradeStrategy }) => (upgradeStrategy === 'TechPreviewUnsafeFailForward' ? [namespace] : [])),
  );
}

/** Whether a CSV with this verdict makes way for its successor. */
export function makesWay({ phase, reason }: Verdict, failForward: boolean): boolean {
  return phase === 'Succeeded' || (failForward && phase === 'Failed' && INSTALLATION_FAILURES.has(reason));
}
