/** Upgrades of all CRDs of a cluster, the verdicts ranked: what breaks stored objects or clients comes first. */
import type { KubernetesObject } from '../../kubernetes/object.js';
import { SEVERITIES, type Severity } from '../../model/finding.js';
import { type CrdUpgradeVerdict, crdUpgrade } from './crd-upgrade.js';
import type { Effect } from './effects.js';

export interface RankedVerdict extends CrdUpgradeVerdict {
  readonly severity: Severity;
}

/** A CRD that OLM v1 would not upgrade. */
export interface RefusedUpgrade {
  readonly crd: string;
  /** The worst first. */
  readonly verdicts: readonly [RankedVerdict, ...RankedVerdict[]];
}

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
    .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

function severityOf({ effects }: CrdUpgradeVerdict): Severity {
  return SEVERITIES.find((severity) => effects.some((effect) => effect.severity === severity)) ?? 'info';
}

/** One verdict with its place in the schema. */
export function verdictText({ version, path, message, check, fields }: CrdUpgradeVerdict): string {
  const said = fields ? `${message} ${fields.join(', ')}` : message;
  // A removed field says its path itself.
  return version === undefined || path === undefined || check === 'existingFieldRemoval' ? said : `${version}.${path}: ${said}`;
}

/** The effects of one severity, each with its place in the schema: `spec.x of v1: maxLength 63 → 50`. */
export function effectTexts(verdicts: readonly CrdUpgradeVerdict[], severity: Severity): string[] {
  const texts = verdicts.flatMap(({ version, path, effects }) =>
    effects.filter((effect) => effect.severity === severity && !effect.isSaid).map((effect) => effectText(effect, version, path)),
  );
  return [...new Set(texts)];
}

function effectText({ said, always }: Effect, version: string | undefined, path = ''): string {
  const what = `${said}${always ? ' (checked at every update)' : ''}`;
  if (version === undefined) return what;
  const field = path.replace(/^\^\.?/, '');
  return `${field === '' ? version : `${field} of ${version.replace(' -> ', ' to ')}`}: ${what}`;
}
