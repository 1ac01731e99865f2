/** Upgrades of all CRDs of a cluster, the verdicts ranked: what breaks stored objects or clients comes first. */
import type { KubernetesObject } from '../../kubernetes/object.js';
import type { Severity } from '../../model/finding.js';
import { type CrdUpgradeVerdict, crdUpgrade, isHarmless } from './crd-upgrade.js';

export interface RankedVerdict extends CrdUpgradeVerdict {
  readonly severity: Severity;
}

/** A CRD that OLM v1 would not upgrade. */
export interface RefusedUpgrade {
  readonly crd: string;
  /** The worst first. */
  readonly verdicts: readonly [RankedVerdict, ...RankedVerdict[]];
}

/** Checks whose refusals lose stored objects, or fields of them. */
const LOSING: ReadonlySet<string> = new Set(['existingFieldRemoval', 'scope', 'storedVersionRemoval', 'type']);
const ORDER: readonly Severity[] = ['error', 'warning', 'info'];

/** Compares the CRDs of one name. A CRD without a predecessor is always accepted. */
export function refusedUpgrades(before: readonly KubernetesObject[], after: readonly KubernetesObject[]): RefusedUpgrade[] {
  const old = new Map(before.map((crd) => [crd.metadata.name, crd]));
  return after.flatMap((crd): RefusedUpgrade[] => {
    const was = old.get(crd.metadata.name);
    const [worst, ...others] = was ? ranked(crdUpgrade(was, crd)) : [];
    return worst ? [{ crd: crd.metadata.name, verdicts: [worst, ...others] }] : [];
  });
}

function ranked(verdicts: readonly CrdUpgradeVerdict[]): RankedVerdict[] {
  return verdicts
    .map((verdict): RankedVerdict => ({ ...verdict, severity: severityOf(verdict) }))
    .sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}

function severityOf(verdict: CrdUpgradeVerdict): Severity {
  if (isHarmless(verdict)) return 'info';
  return LOSING.has(verdict.check) || verdict.unhandled?.effect === 'loses' ? 'error' : 'warning';
}

/** One verdict with its place in the schema. */
export function verdictText({ version, path, message, check, unhandled }: CrdUpgradeVerdict): string {
  const said = unhandled ? `${message} ${unhandled.fields.join(', ')}` : message;
  // A removed field says its path itself.
  return version === undefined || path === undefined || check === 'existingFieldRemoval' ? said : `${version}.${path}: ${said}`;
}
