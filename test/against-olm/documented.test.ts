import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expand } from '../../src/base/kubernetes/copies.js';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import type { Cluster } from '../../src/olm/model/cluster.js';
import { versionsOf } from '../../src/olm/model/versions.js';
import { certificateRoles } from '../../src/olm/render/certificate-roles.js';
import { render } from '../../src/olm/render/index.js';
import { operatorConditions } from '../../src/olm/render/operator-conditions.js';
import type { Conventions } from '../../src/olm/render/profile/conventions.js';
import { GROUP_ROLES } from '../../src/olm/render/profile/group-roles.js';
import { resolve } from '../../src/olm/rules/resolve.js';
import {
  comparableByKey,
  comparableRendering,
  documentedObjects,
  expectedObjects,
  key,
  scenarioCluster,
  scenarioDocuments,
  scenarioNames,
} from '../support/golden.js';
import { effectiveRbac } from '../support/oracle.js';
import { DOCUMENTED, OLM } from '../support/render.js';
import { accountRights, excess, type Rights, roleRights } from '../support/rights.js';

describe('the profile documented, object for object', () => {
  for (const name of scenarioNames.filter((scenario) => documentedObjects(scenario))) {
    it(name, () => {
      const cluster = scenarioCluster(name);
      const { rendered } = render(cluster, resolve(cluster), { profile: 'documented' });
      expect(comparableRendering(rendered)).toEqual(comparableByKey(documentedObjects(name) ?? []));
    });
  }
});

/** No verdict is right for these: OLM itself never settles. */
const UNSTABLE = ['csv-two-in-group-same-crd', 'csv-two-same-deployment', 'two-operatorgroups'];
/** Recorded after a history that a manifest cannot tell. */
const HISTORY = ['preset-both-groups', 'static-conflict-inside'];

const STABLE = scenarioNames.filter((scenario) => !UNSTABLE.includes(scenario) && !HISTORY.includes(scenario));

describe('verdicts as OLM gives them', () => {
  for (const name of STABLE) {
    it(name, () => {
      const cluster = scenarioCluster(name);
      const { csvs } = resolve(cluster);
      const actual = Object.fromEntries(
        csvs.map(({ csv, verdict: { phase, reason, message } }) => [`${csv.namespace}/${csv.name}`, { phase, reason, message }]),
      );
      const expected = Object.fromEntries(
        expectedObjects(name)
          .filter(({ kind, metadata }) => kind === 'ClusterServiceVersion' && !metadata.labels?.['olm.copiedFrom'])
          .map(({ metadata, status }) => {
            const { phase = '', reason = '', message = '' } = (status ?? {}) as Record<string, string>;
            return [`${metadata.namespace}/${metadata.name}`, { phase, reason, message }];
          }),
      );
      expect(actual).toEqual(expected);
    });
  }
});

/** What stands in the first column of the table of docs/profiles.md. */
const rowsOfProfiles = [...readFileSync(join(import.meta.dirname, '../../docs/profiles.md'), 'utf8').matchAll(/^\| (.*?) +\|/gm)].map(
  ([, row]) => row,
);

/** Why the profile documented gives other rights than OLM left: a row of the table in docs/profiles.md. */
interface Row {
  readonly row: string;
  /** What it gives that OLM did not; nothing when absent. */
  readonly more?: RegExp;
  /** What OLM gave that it does not; nothing when absent. */
  readonly less?: RegExp;
  readonly scenarios: readonly string[];
}

/** A scenario that begins to match must be taken off. */
const OTHER_RIGHTS: readonly Row[] = [
  {
    // OLM's label names the API alone, so the group that lost it aggregates the winner's roles.
    row: 'their aggregation label',
    less: /^(?:admin|edit|view) of (?:a\/og-a|b\/og-b): .*(?:foos|widgets)/,
    scenarios: [
      'apiservice-owned-two-groups',
      'conflict-global-vs-ns-same-csv',
      'conflict-global-vs-own',
      'conflict-operator-namespace-only',
      'conflict-partial-overlap-of-apis',
      'conflict-same-csv-name',
      'conflict-same-target',
      'conflict-same-target-reversed',
      'dyn-resize-into-conflict',
    ],
  },
  {
    row: 'CSVs with API roles and copies',
    more: /^(?:admin|edit|view)(?: of op\/og)?: .*foos\.example\.com/,
    scenarios: ['apiservice-required-missing', 'crd-required-missing', 'csv-name-64', 'csv-name-70', 'minkube-too-new'],
  },
  {
    row: 'Roles turned into ClusterRoles for a global group',
    less: /^op\/operator-sa in .*: \w+ (?:namespaces|pods)\.$/,
    scenarios: ['unsupported-all'],
  },
];

/** What differs between the rights that the profile documented gives and those that OLM left. */
function differences(name: string): { more: string[]; less: string[] } {
  const cluster = scenarioCluster(name);
  const resolution = resolve(cluster);
  const documented = [...expand(render(cluster, resolution, { profile: 'documented' }).rendered), ...scenarioDocuments(name)];
  // The documents know of neither: they are a row of the table, for every scenario.
  const unknown = new Set(
    [operatorConditions, certificateRoles]
      .flatMap((generate) => [...expand(generate({ cluster, resolution, conventions: OLM, versions: versionsOf({}) }))])
      .map(key),
  );
  const recorded = expectedObjects(name).filter((object) => !unknown.has(key(object)));
  const mine = rights(documented, cluster, DOCUMENTED);
  const olms = rights(recorded, cluster, OLM);
  return { more: excess(mine, olms), less: excess(olms, mine) };
}

/** What the operators' ServiceAccounts may do, and the holders of each group's roles and of Kubernetes' own. */
function rights(objects: readonly KubernetesObject[], cluster: Cluster, names: Conventions): Rights {
  const rbac = effectiveRbac(objects);
  const accounts = cluster.clusterServiceVersions.flatMap(({ namespace, permissions, clusterPermissions }) =>
    [...permissions, ...clusterPermissions].map(({ serviceAccountName }) => ({ namespace, name: serviceAccountName })),
  );
  const roles = GROUP_ROLES.flatMap((role): [string, string][] => [
    [role, role],
    ...cluster.operatorGroups.map((group): [string, string] => [
      `${role} of ${group.namespace}/${group.name}`,
      names.groupRole(group, role),
    ]),
  ]);
  const namespaces = cluster.namespaces.map(({ name }) => name);
  return new Map([...accountRights(rbac, accounts, namespaces), ...roleRights(rbac, new Map(roles))]);
}

describe('who gets what, whatever the roles are called', () => {
  const listed = new Set(OTHER_RIGHTS.flatMap(({ scenarios }) => scenarios));

  it.each(STABLE.filter((name) => !listed.has(name)))('%s', (name) => {
    expect(differences(name)).toEqual({ more: [], less: [] });
  });

  it('leaves out what the documents do not know, by a row of the table of profiles', () => {
    expect(rowsOfProfiles).toContain('OperatorConditions, certificate roles');
  });

  describe.each(OTHER_RIGHTS)('and where not, by the row "$row" of the table of profiles', ({ row, more, less, scenarios }) => {
    it('which is there', () => {
      expect(rowsOfProfiles).toContain(row);
    });

    it.each(scenarios)('%s', (name) => {
      const found = differences(name);
      expect(found.more.length + found.less.length).toBeGreaterThan(0);
      expect(found.more.filter((right) => !more?.test(right))).toEqual([]);
      expect(found.less.filter((right) => !less?.test(right))).toEqual([]);
    });
  });
});
