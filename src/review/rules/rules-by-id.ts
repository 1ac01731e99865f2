/** Finds rules by their ids. */

import type { FindingRule } from '../../olm/model/finding.js';

/** Rules by id, including the ids of earlier versions. */
export function rulesById<Of extends Pick<FindingRule, 'id' | 'formerIds'>>(rules: readonly Of[]): ReadonlyMap<string, Of> {
  return new Map(rules.flatMap((one) => [...(one.formerIds ?? []), one.id].map((id) => [id, one] as const)));
}
