/** CSVs of a rendering that ask for more than the roles beside them give: OLM, where it runs, goes by the CSV. */

import { type PolicyRule, policyRule } from '../../kubernetes/policy-rule.js';
import type { ClusterServiceVersion } from '../../model/cluster-service-version.js';
import { csvReference } from '../../model/finding.js';
import { subjectKey } from '../../rbac/subject.js';
import type { PermissionList } from '../../state/role-origin.js';
import { listed } from '../../wording/phrases.js';
import type { Access } from '../access/access.js';
import { permissionsOf, uncovered } from '../access/permission.js';
import { riskRule } from '../risk-rule.js';
import type { Discovery } from '../rule.js';

export const unrenderedPermission = riskRule({
  id: 'unrendered-permission',
  severity: 'error',
  title: 'A rendered CSV asks for more than its roles give',
  references: ['CWE-436: Interpretation Conflict'],
  documentation: {
    meaning:
      'In a rendered folder, the change gives a CSV permissions that no role there gives its account. The review counts the roles; OLM, where it runs, grants what the CSV asks for.',
    attack: 'A pull request edits `clusterPermissions` in the rendered CSV and leaves the roles, so no grant changes.',
    fix: 'Render the folder again, and review that.',
  },
  compare: (base, head) => {
    const before = new Map(missingIn(base).map(({ id, missing }) => [id, missing]));
    return missingIn(head).flatMap(({ id, account, missing, csv }): Discovery[] => {
      const added = uncovered(missing, before.get(id) ?? []);
      if (added.length === 0) return [];
      const subject = csvReference(csv);
      return [
        {
          subject,
          message: `asks for permissions for ServiceAccount ${csv.namespace}/${account} that no role of the rendering gives it: ${listed(added, 'permissions')}`,
          permissions: added,
          fix: 'render the folder again from its input',
          at: ['spec', 'install', 'spec'],
          identity: [account],
          covers: ['permissions', 'clusterPermissions'].map((list) => ['spec', 'install', 'spec', list]),
        },
      ];
    });
  },
});

/** What one account of a CSV is to have, and no role gives it. */
interface Missing {
  readonly id: string;
  readonly csv: ClusterServiceVersion;
  readonly account: string;
  readonly missing: readonly string[];
}

/** Of what is rendered now, the roles are made of the CSVs. */
function missingIn({ state, holdings }: Access): Missing[] {
  if (state.made !== undefined) return [];
  const installed = state.resolution.csvs.filter(({ verdict }) => verdict.phase === 'Succeeded');
  return installed.flatMap(({ csv }) =>
    accountsIn(csv).map((account) => {
      const key = subjectKey({ kind: 'ServiceAccount', namespace: csv.namespace, name: account });
      const held = holdings.filter(({ subject }) => subjectKey(subject) === key);
      const heldIn = (some: typeof held): string[] => permissionsOf(some.map(({ rule }) => rule));
      const missing = [
        ...uncovered(
          permissionsOf(rulesOf(csv, 'clusterPermissions', account), true),
          heldIn(held.filter(({ scope }) => scope === 'cluster')),
        ),
        ...uncovered(permissionsOf(rulesOf(csv, 'permissions', account), false), heldIn(held)),
      ];
      return { id: `${csv.namespace}/${csv.name} ${account}`, csv, account, missing };
    }),
  );
}

/** The accounts that a CSV asks permissions for. */
function accountsIn({ clusterPermissions, permissions }: ClusterServiceVersion): string[] {
  return [...new Set([...clusterPermissions, ...permissions].map(({ serviceAccountName }) => serviceAccountName))];
}

function rulesOf(csv: ClusterServiceVersion, list: PermissionList, account: string): PolicyRule[] {
  const entries = csv[list].filter(({ serviceAccountName }) => serviceAccountName === account);
  return entries.flatMap(({ rules }) => rules ?? []).map((rule) => policyRule(rule));
}
