/**
 * Powers in tiers: the farther a permission leads, the higher its tier. In a change, an account that enters a higher tier is an error; more
 * permissions in the same tier are a warning.
 */
import type { Finding, Tier } from '../../olm/model/finding.js';
import { reaches } from '../../olm/model/finding-order.js';
import { RISK_RULES } from './index.js';

const BY_ID: ReadonlyMap<string, Tier> = new Map(RISK_RULES.flatMap(({ id, tier }) => (tier ? [[id, tier] as const] : [])));

/** The tier of the permissions in a risk; undefined if its rule has none. */
export function tierOf({ id, severity, permissions }: Pick<Finding, 'id' | 'severity' | 'permissions'>): Tier | undefined {
  const tier = permissions === undefined ? undefined : BY_ID.get(id);
  return tier === undefined || severity === 'error' ? tier : 'somewhere';
}

/** The highest tier of each subject, by key. */
export function tiersOf(risks: readonly Finding[], keyOf: (risk: Finding) => string): ReadonlyMap<string, Tier> {
  const tiers = new Map<string, Tier>();
  for (const risk of risks) {
    const tier = tierOf(risk);
    if (tier && !reaches(tiers.get(keyOf(risk)) ?? 'none', tier)) tiers.set(keyOf(risk), tier);
  }
  return tiers;
}

/**
 * The risk with its tier; at most a warning if its subject had that tier before.
 * @param was the tier of its subject
 */
export function inTier(risk: Finding, was: Tier = 'none'): Finding {
  const tier = tierOf(risk);
  if (tier === undefined) return risk;
  return { ...risk, tier, ...(risk.severity === 'error' && reaches(was, tier) ? { severity: 'warning' as const } : {}) };
}
