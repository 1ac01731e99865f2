import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { unusedRights } from '../../../src/olm/checks/csvs.js';
import { resolve } from '../../../src/olm/rules/resolve.js';
import { type CsvFields, csv, group, namespace } from '../../support/build.js';
import { findingsAbout, resolutionOf, warning } from '../../support/findings.js';
import { expectedObjects, scenarioCluster, scenarioNames } from '../../support/golden.js';
import { asking, READ_PODS } from '../../support/permissions.js';

const permissions = [{ serviceAccountName: 'robot', rules: [READ_PODS] }];
const UNSUPPORTED: CsvFields = { modes: ['OwnNamespace'] };

/** The ids found about the first CSV, with the accounts. */
function accounts(...objects: readonly KubernetesObject[]): string[] {
  return resolutionOf(...objects)
    .csvs.flatMap((csv) => findingsAbout(unusedRights, csv))
    .flatMap(({ related }) => related.map(({ name }) => name));
}

const inGlobalGroup = (fields: CsvFields, name = 'operator'): string[] => accounts(group('op/group'), csv(`op/${name}`, fields));

describe('an operator that does not run, in a group of all namespaces', () => {
  it('cluster-wide-rights-unused', () => {
    const { csvs } = resolutionOf(group('op/group'), csv('op/operator', { ...UNSUPPORTED, ...asking({ permissions }) }));
    expect(csvs.flatMap((csv) => findingsAbout(unusedRights, csv))).toEqual([
      warning({
        id: 'cluster-wide-rights-unused',
        subject: { kind: 'ClusterServiceVersion', namespace: 'op', name: 'operator' },
        message:
          'the operator does not run, but with OLM on the cluster its ServiceAccount robot has the permissions of spec.install.spec.permissions in all namespaces, because its OperatorGroup targets all namespaces',
        fix: 'fix the reason why it does not run, or remove the CSV: OLM then removes the permissions',
        related: [{ kind: 'ServiceAccount', namespace: 'op', name: 'robot' }],
      }),
    ]);
  });

  it('is named with each of its accounts that is given anything', () => {
    const several = ['c', 'a', 'b', 'a'].map((serviceAccountName) => ({ serviceAccountName, rules: [READ_PODS] }));
    const none = [{ serviceAccountName: 'idle', rules: [] }, { serviceAccountName: 'bare' }];
    expect(inGlobalGroup({ ...UNSUPPORTED, ...asking({ permissions: [...several, ...none] }) })).toEqual(['a', 'b', 'c']);
    expect(inGlobalGroup({ ...UNSUPPORTED, ...asking({ permissions: none }) })).toEqual([]);
  });

  it('has them while it waits, too', () => {
    expect(inGlobalGroup({ requires: ['Foo.v1.example.com'], ...asking({ permissions }) })).toEqual(['robot']);
  });

  it.each<[string, CsvFields, string?]>([
    ['runs', asking({ permissions })],
    ['is a copy', { ...asking({ permissions }), annotations: { 'olm.operatorNamespace': 'elsewhere' } }],
    ['has another strategy', asking({ permissions }, 'helm')],
    ['has too long a name', asking({ permissions }), 'o'.repeat(64)],
    ['has a rule that OLM cannot judge', asking({ permissions, clusterPermissions: [{ serviceAccountName: 'robot', rules: [{}] }] })],
  ])('has none where it %s', (_, fields, name) => {
    expect(inGlobalGroup(fields, name)).toEqual([]);
  });

  it('has none outside its namespace in another group', () => {
    const operator = csv('op/operator', { modes: ['AllNamespaces'], ...asking({ permissions }) });
    expect(accounts(namespace('team'), group('op/group', { targets: ['team'] }), operator)).toEqual([]);
    expect(accounts(operator)).toEqual([]);
  });
});

describe('what OLM left of a scenario', () => {
  /** CSVs that did not run and whose Roles had become ClusterRoles. */
  function lifted(objects: readonly KubernetesObject[]): string[] {
    const ownerOf = ({ metadata: { labels } }: KubernetesObject): string => `${labels?.['olm.owner.namespace']}/${labels?.['olm.owner']}`;
    const named = (wanted: string): Map<string, string> =>
      new Map(objects.filter(({ kind }) => kind === wanted).map((role) => [`${role.metadata.name} of ${ownerOf(role)}`, ownerOf(role)]));
    const roles = named('Role');
    const owners = new Set([...named('ClusterRole').keys()].flatMap((role) => roles.get(role) ?? []));
    return objects
      .filter(({ kind, status }) => kind === 'ClusterServiceVersion' && (status as { phase?: string } | undefined)?.phase !== 'Succeeded')
      .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
      .filter((name) => owners.has(name));
  }

  it('has such rights where the finding says so', () => {
    const found = scenarioNames.flatMap((name) => {
      const about = resolve(scenarioCluster(name)).csvs.flatMap((csv) => findingsAbout(unusedRights, csv));
      return about.map(({ subject }) => [name, `${subject.namespace}/${subject.name}`]);
    });
    const left = scenarioNames.flatMap((name) => lifted(expectedObjects(name)).map((csvName) => [name, csvName]));
    expect(found).toEqual(left);
    expect(left.length).toBeGreaterThan(0);
  });
});
