/** The upgrades of CRDs that OLM v1 refuses, and their effects in words. */
import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import type { Severity } from '../../model/finding.js';
import { bySeverity, worstOf } from '../../model/finding-order.js';
import { type CrdUpgradeVerdict, crdUpgrade } from './crd-upgrade.js';
import type { Effect } from './effects.js';

/** A verdict with its severity: problems of stored objects or clients come first. */
export interface RankedVerdict extends CrdUpgradeVerdict {
  readonly severity: Severity;
}

/** A CRD that OLM v1 would not upgrade. */
export interface RefusedUpgrade {
  readonly crd: string;
  /** The verdicts, the worst first. */
  readonly verdicts: readonly [RankedVerdict, ...RankedVerdict[]];
}

/** Compares CRDs with the same name. A CRD without a predecessor is always accepted. */
export function refusedUpgrades(before: readonly KubernetesObject[], after: readonly KubernetesObject[]): RefusedUpgrade[] {
  const old = new Map(before.map((crd) => [crd.metadata.name, crd]));
  return after.flatMap((crd): RefusedUpgrade[] => {
    const was = old.get(crd.metadata.name);
    const [worst, ...others] = was ? ranked(crdUpgrade(was, crd)) : [];
    return worst ? [{ crd: crd.metadata.name, verdicts: [worst, ...others] }] : [];
  });
}

function ranked(verdicts: readonly CrdUpgradeVerdict[]): RankedVerdict[] {
  return verdicts.map((verdict): RankedVerdict => ({ ...verdict, severity: worstOf(verdict.effects) })).sort(bySeverity);
}

/** One verdict with its place in the schema. */
export function verdictText({ version, path, message, check, fields }: CrdUpgradeVerdict): string {
  const said = fields ? `${message} ${fields.join(', ')}` : message;
  // The message about a removed field contains its path.
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
