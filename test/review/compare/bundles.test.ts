/** Real operators: what a wider group gives them, in terms of their bundles. */
import { expect, it } from 'vitest';
import type { Grant } from '../../../src/base/rbac/grant.js';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import type { ProfileName } from '../../../src/olm/render/index.js';
import { review } from '../../../src/review/compare/compare.js';
import { reported } from '../../../src/review/compare/review.js';
import { riskFinders } from '../../../src/review/rules/index.js';
import { evaluatedState } from '../../../src/review/state/evaluated-state.js';
import type { State } from '../../../src/review/state/state.js';
import { BUNDLES_AND_OUTCOMES, bundleNames, trialCluster } from '../../support/bundles.js';
import { describeWith } from '../../support/needs.js';

/** OLM v1 has no OperatorGroups. */
const WITH_GROUPS: readonly ProfileName[] = ['documented', 'olm'];
const NO_RISKS = { ...riskFinders(), risksOf: () => [], changeRisks: () => [] };

function trial(bundle: string, group: string, profile: ProfileName): State {
  return evaluatedState(group, evaluate(trialCluster(bundle, group), { profile }), () => undefined);
}

/** Whether a path leads to a field of a CSV. */
const isFromField = ({ owner, field }: Grant['paths'][number]): boolean => owner?.kind === 'ClusterServiceVersion' && field !== undefined;

/** Operators of a global group may see all namespaces; no bundle asks for that. */
const isAdded = ({ right }: Grant): boolean =>
  right.resource === 'namespaces' && right.verbs.every((verb) => ['get', 'list', 'watch'].includes(verb));

describeWith(BUNDLES_AND_OUTCOMES, 'a group of one namespace that becomes global', () => {
  it.each(bundleNames)('takes nothing from %s, and every right it gives comes from a field of the bundle', (bundle) => {
    for (const profile of WITH_GROUPS) {
      const [base, head] = [trial(bundle, 'own', profile), trial(bundle, 'all', profile)];
      // An operator that does not support one of the modes loses its rights with its verdict.
      if ([base, head].some(({ resolution }) => resolution.csvs.some(({ verdict }) => verdict.phase !== 'Succeeded'))) continue;
      const found = review(base, head, NO_RISKS);
      const { gained, lost } = found;
      expect(lost).toEqual([]);
      expect(gained.filter((grant) => !isAdded(grant) && !grant.paths.every(isFromField))).toEqual([]);
      expect(gained.every(({ scope }) => scope === 'cluster')).toBe(true);
      expect(reported(found, 'new', 'reach').map(({ id }) => id)).toContain('targets-widened');
    }
  });

  it('says the same the other way round', () => {
    let gained = 0;
    for (const bundle of bundleNames) {
      const [own, all] = [trial(bundle, 'own', 'documented'), trial(bundle, 'all', 'documented')];
      const [there, back] = [review(own, all, NO_RISKS), review(all, own, NO_RISKS)];
      expect(back.lost).toEqual(there.gained);
      expect(back.gained).toEqual(there.lost);
      gained += there.gained.length;
    }
    expect(gained).toBeGreaterThan(100);
  });
});
