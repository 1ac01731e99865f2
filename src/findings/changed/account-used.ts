/** Workloads that run as an account from which cluster-admin is one step away. */

import { formatReference, referenceTo } from '../../kubernetes/object.js';
import { formatFieldPath } from '../../manifest/field-path.js';
import { subjectKey } from '../../rbac/subject.js';
import type { ResolvedCsv } from '../../rules/resolution.js';
import { type AccountUse, accountUses } from '../../state/account-uses.js';
import { csvPairs } from '../../state/csv-pairs.js';
import type { State } from '../../state/state.js';
import { powerOf } from '../access/powers.js';
import { riskRule } from '../risk-rule.js';
import { NSA_TOKENS } from '../rule.js';

export const accountUsed = riskRule({
  id: 'account-used',
  severity: 'error',
  title: 'Runs as a powerful ServiceAccount',
  references: ['CIS Kubernetes 5.1.5', 'CIS Kubernetes 5.1.6', NSA_TOKENS],
  documentation: {
    meaning:
      "The change lets an object run as a ServiceAccount that is one step from cluster-admin and not its own: a Pod, something that creates Pods, or any kind with `serviceAccountName`, `serviceAccount` or `serviceAccountRef`. Controllers' accounts in kube-system count. No permission changes, but the author of the image or command has those of the account.",
    attack: "A CronJob in an operator's namespace runs as its account, and binds cluster-admin to its author.",
    fix: 'Give the workload its own account.',
  },
  compare: (base, head) => {
    const before = accountUses(base.state);
    const known = new Set(before.map(useKey));
    const earlier = csvPairs(base.state, head.state);
    return usesOf(head.state)
      .filter((use) => !known.has(useKey(use)))
      .flatMap(({ subject, runner, namespace, account, at, csv, isOwn }) => {
        const power = powerOf(head, { kind: 'ServiceAccount', namespace, name: account });
        if (power === undefined) return [];
        // A new workload as the account of an operator is a change that is told with its images; one of another CSV is not.
        if (!csv && at === undefined && head.operators.has(subjectKey({ kind: 'ServiceAccount', namespace, name: account }))) return [];
        if (csv && isOwn) {
          const old = earlier.find(({ after }) => after === csv)?.before;
          // What a new operator can do is told with it.
          if (!old) return [];
          const ran = before.filter((use) => use.csv === old);
          const same = ran.filter((use) => formatReference(use.runner) === formatReference(runner));
          const isKnown = (use: AccountUse): boolean =>
            powerOf(base, { kind: 'ServiceAccount', namespace: use.namespace, name: use.account }) !== undefined;
          if ((same.length > 0 ? same : ran).some(isKnown) || (same.length === 0 && ran.some((use) => use.account === account))) return [];
        }
        return [
          {
            subject,
            message: `${formatReference(runner)} runs as ServiceAccount ${namespace}/${account}, which can ${power}${at === undefined ? '' : ` (${formatFieldPath(at)})`}`,
            fix: 'give it an account of its own with the permissions that it needs',
            at: at ?? [],
            identity: [formatReference(runner), namespace, account],
            ...(at ? { covers: [at] } : {}),
          },
        ];
      });
  },
});

function useKey({ runner, namespace, account }: AccountUse): string {
  return JSON.stringify([formatReference(runner), namespace, account]);
}

/** Something that runs as an account. */
interface Use extends AccountUse {
  /** Whether it belongs to the operator that asks for the permissions of the account. */
  readonly isOwn: boolean;
}

/** Without what is made for a ClusterExtension and runs as an account that is made for the same one. */
function usesOf(state: State): Use[] {
  const extensions = extensionsOf(state);
  return accountUses(state).flatMap((use) => {
    const { runner, namespace, account, csv } = use;
    const extension = extensions.get(formatReference(runner));
    const isMadeForBoth = extension === extensions.get(formatReference({ kind: 'ServiceAccount', namespace, name: account }));
    if (extension !== undefined && isMadeForBoth) return [];
    const { csvs } = state.resolution;
    const isOwn = csv !== undefined && isAskedFor(csv, account) && !csvs.some((other) => isRival(other, csv) && isAskedFor(other, account));
    return [{ ...use, isOwn }];
  });
}

function isAskedFor({ csv: { permissions, clusterPermissions } }: ResolvedCsv, account: string): boolean {
  return [...permissions, ...clusterPermissions].some(({ serviceAccountName }) => serviceAccountName === account);
}

/** Another operator of the namespace: none that takes the place of this one. */
function isRival({ csv: other }: ResolvedCsv, { csv }: ResolvedCsv): boolean {
  return other.namespace === csv.namespace && other.name !== csv.name && other.replaces !== csv.name && csv.replaces !== other.name;
}

/** What is made for ClusterExtensions, by the name of each. */
function extensionsOf({ made = [] }: State): ReadonlyMap<string, string> {
  const owned = made.filter(({ owner }) => owner.kind === 'ClusterExtension');
  return new Map(owned.map(({ object, owner }) => [formatReference(referenceTo(object)), owner.name]));
}
