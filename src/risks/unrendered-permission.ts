/** CSVs of a rendering that ask for more than the roles beside them give: OLM, where it runs, goes by the CSV. */
import { policyRule } from '../kubernetes/policy-rule.js';
import { csvReference } from '../model/references.js';
import { subjectKey } from '../rbac/subject.js';
import { listed } from '../words/phrases.js';
import type { Access } from './access.js';
import { permissionsOf, uncovered } from './permission.js';
import type { Discovery, RiskRule } from './rule.js';

export const unrenderedPermission: RiskRule = {
  id: 'unrendered-permission',
  severity: 'error',
  title: 'A rendered CSV asks for more than its roles give',
  references: ['CWE-436: Interpretation Conflict'],
  documentation: {
    meaning:
      'In a folder that `render` wrote, the change gives a CSV permissions that no role of the folder gives its account. The review counts the roles. OLM, where it runs beside what is rendered, grants what the CSV asks for.',
    attack:
      'A pull request edits `clusterPermissions` in the rendered CSV by hand and leaves the roles as they are, so that no grant changes.',
    fix: 'Render the folder again from its input, and review that.',
  },
  compare: (base, head) => {
    const before = new Map(missingIn(base).map(({ id, missing }) => [id, missing]));
    return missingIn(head).flatMap(({ id, account, missing, csv }): Discovery[] => {
      const added = uncovered(missing, before.get(id) ?? []);
      if (added.length === 0) return [];
      const subject = csvReference(csv);
      return [
        {
          severity: 'error',
          subject,
          message: `asks for permissions for ServiceAccount ${csv.namespace}/${account} that no role of the rendering gives it: ${listed(added, 'permissions')}`,
          path: [],
          permissions: added,
          fix: 'render the folder again from its input',
          place: head.side.placeOf(subject, ['spec', 'install', 'spec']) ?? head.side.placeOf(subject),
          identity: [account],
        },
      ];
    });
  },
};

/** Of what is rendered now, the roles are made of the CSVs. */
function missingIn({ side, holdings }: Access) {
  if (side.made !== undefined) return [];
  return side.resolution.csvs.flatMap(({ csv, verdict }) => {
    if (verdict.phase !== 'Succeeded') return [];
    const asked = new Map<string, { everywhere: string[]; anywhere: string[] }>();
    const ask = (list: 'permissions' | 'clusterPermissions', into: 'everywhere' | 'anywhere'): void => {
      for (const { serviceAccountName, rules } of csv[list]) {
        const known = asked.get(serviceAccountName) ?? { everywhere: [], anywhere: [] };
        known[into].push(
          ...permissionsOf(
            (rules ?? []).map((rule) => policyRule(rule)),
            into === 'everywhere',
          ),
        );
        asked.set(serviceAccountName, known);
      }
    };
    ask('clusterPermissions', 'everywhere');
    ask('permissions', 'anywhere');
    return [...asked].map(([account, { everywhere, anywhere }]) => {
      const key = subjectKey({ kind: 'ServiceAccount', namespace: csv.namespace, name: account });
      const held = holdings.filter(({ subject }) => subjectKey(subject) === key);
      const permissions = (some: typeof held): string[] => permissionsOf(some.map(({ rule }) => rule));
      const missing = [
        ...uncovered(everywhere, permissions(held.filter(({ scope }) => scope === 'cluster'))),
        ...uncovered(anywhere, permissions(held)),
      ];
      return { id: `${csv.namespace}/${csv.name} ${account}`, account, missing, csv };
    });
  });
}
