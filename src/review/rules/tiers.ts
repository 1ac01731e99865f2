/**
 * Powers in tiers: how far whoever has a permission gets with it. An account that enters a higher tier is an error of a change; one
 * that gets more in its own is a warning.
 */
import { type Finding, reaches, type Tier } from '../../olm/model/finding.js';
import { RISK_RULES } from './index.js';

const BY_ID: ReadonlyMap<string, Tier> = new Map(RISK_RULES.flatMap(({ id, tier }) => (tier ? [[id, tier] as const] : [])));

/** The tier of what a risk says is held; nothing if its rule leads to none. */
export function tierOf({ id, severity, permissions }: Pick<Finding, 'id' | 'severity' | 'permissions'>): Tier | undefined {
  const tier = permissions === undefined ? undefined : BY_ID.get(id);
  return tier === undefined || severity === 'error' ? tier : 'somewhere';
}

/** The highest tier of each subject, by what identifies it. */
export function tiersOf(risks: readonly Finding[], keyOf: (risk: Finding) => string): ReadonlyMap<string, Tier> {
  const tiers = new Map<string, Tier>();
  for (const risk of risks) {
    const tier = tierOf(risk);
    if (tier && !reaches(tiers.get(keyOf(risk)) ?? 'none', tier)) tiers.set(keyOf(risk), tier);
  }
  return tiers;
}

/** The risk with its tier; a warning at most, if its subject had that before. @param was the tier of its subject */
export function inTier(risk: Finding, was: Tier = 'none'): Finding {
  const tier = tierOf(risk);
  if (tier === undefined) return risk;
  return { ...risk, tier, ...(risk.severity === 'error' && reaches(was, tier) ? { severity: 'warning' as const } : {}) };
}
