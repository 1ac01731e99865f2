import { describe, expect, it } from 'vitest';
import { surroundingsOf } from '../../../src/olm/checks/surroundings.js';
import { verdictFindings } from '../../../src/olm/checks/verdicts.js';
import { EMPTY_CLUSTER } from '../../../src/olm/model/cluster-of-parts.js';
import type { ResolvedCsv } from '../../../src/olm/rules/resolution.js';
import { failed, type Reason } from '../../../src/olm/rules/verdict.js';
import { apiService, type CsvFields, csv, group, namespace } from '../../support/build.js';
import { csvRef, FOO, failure, findings, GROUP, resolutionOf } from '../../support/findings.js';
import { asking } from '../../support/permissions.js';

describe('the finding about a verdict', () => {
  it('is missing where a rendering gives a reason that OLM does not have', () => {
    const [operator] = resolutionOf(group('op/group'), csv('op/operator')).csvs as [ResolvedCsv];
    const surroundings = surroundingsOf(EMPTY_CLUSTER, { csvs: [], groups: [] });
    for (const reason of ['ComponentUnhealthy', 'constructor', '__proto__'])
      expect(verdictFindings({ ...operator, verdict: failed(reason as Reason, '') }, surroundings)).toEqual([]);
  });

  it('no-operator-group', () => {
    expect(findings(csv('op/operator'))).toEqual([
      failure({
        id: 'no-operator-group',
        message: 'the namespace op has no OperatorGroup, so OLM installs no operator in it',
        fix: 'add an OperatorGroup to the namespace op',
      }),
    ]);
  });

  it.each<[string, string[] | undefined, string[], string, string, string]>([
    [
      'one namespace',
      ['team-a'],
      ['OwnNamespace', 'AllNamespaces'],
      'SingleNamespace InstallModeType not supported, cannot configure to watch one namespace',
      'team-a',
      'OwnNamespace: [op] or AllNamespaces',
    ],
    [
      'many namespaces',
      ['team-a', 'team-b', 'team-c', 'team-d', 'team-e'],
      ['OwnNamespace'],
      'MultiNamespace InstallModeType not supported, cannot configure to watch 5 namespaces',
      'team-a, team-b, team-c and 2 more namespaces',
      'OwnNamespace: [op]',
    ],
    [
      'one namespace, naming no mode that there is not',
      ['team-a'],
      ['OwnNamespacejl', 'AllNamespaces'],
      'SingleNamespace InstallModeType not supported, cannot configure to watch one namespace',
      'team-a',
      'AllNamespaces',
    ],
    [
      'all namespaces',
      undefined,
      [],
      'AllNamespaces InstallModeType not supported, cannot configure to watch all namespaces',
      'all namespaces',
      'use another version: this one supports no install mode',
    ],
  ])('unsupported-operator-group for %s', (_, targets, modes, reason, named, supported) => {
    const teams = ['a', 'b', 'c', 'd', 'e'].map((letter) => namespace(`team-${letter}`));
    expect(findings(...teams, group('op/group', targets ? { targets } : {}), csv('op/operator', { modes }))).toEqual([
      failure({
        id: 'unsupported-operator-group',
        message: `${reason}: the OperatorGroup targets ${named}`,
        fix: supported.startsWith('use ')
          ? supported
          : `set spec.targetNamespaces of OperatorGroup op/group to what the operator supports (${supported}), or move the operator to a namespace with a matching group`,
        related: [GROUP],
      }),
    ]);
  });

  describe('unsupported-operator-group of a group with several members', () => {
    const modes = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'] as const;
    const sets = modes.flatMap((one, index) => [[one], ...modes.slice(index + 1).map((other) => [one, other])]);
    const fixOf = (...members: readonly (readonly string[])[]): string | undefined => {
      const csvs = members.map((supported, index) => csv(`op/operator-${index}`, { modes: supported as (typeof modes)[number][] }));
      // Two groups of namespaces that no install mode of both supports at once.
      const all = [undefined, ['op'], ['team-a'], ['team-a', 'team-b']].map((targets) =>
        findings(namespace('team-a'), namespace('team-b'), group('op/group', targets ? { targets } : {}), ...csvs).find(
          ({ id, subject }) => id === 'unsupported-operator-group' && subject.name === 'operator-0',
        ),
      );
      return all.find((finding) => finding)?.fix;
    };

    it.each(sets.flatMap((own) => sets.map((other) => [own, other] as const)))('%j and %j', (own, other) => {
      const shared = own.filter((mode) => other.includes(mode));
      const expected = shared.map((mode) => (mode === 'OwnNamespace' ? 'OwnNamespace: [op]' : mode)).join(' or ');
      expect(fixOf(own, other)).toBe(
        shared.length > 0
          ? `set spec.targetNamespaces of OperatorGroup op/group to what each of the 2 operators of the namespace supports (${expected}), or move the operator to a namespace with a matching group`
          : `move the operator to a namespace with an OperatorGroup for ${own.join(' or ')}: no target namespaces of OperatorGroup op/group suit all operators of the namespace`,
      );
    });
  });

  it('no-target-namespaces', () => {
    expect(findings(group('op/group', { selector: { matchLabels: { tenant: 'nobody' } } }), csv('op/operator'))).toEqual([
      failure({
        id: 'no-target-namespaces',
        message: 'the selector of OperatorGroup group matches no namespace',
        fix: 'add the labels to a namespace, or correct the selector',
        related: [GROUP],
      }),
    ]);
  });

  it('invalid-install-modes', () => {
    const mode = { type: 'AllNamespaces', supported: true };
    expect(findings(group('op/group'), csv('op/operator', { spec: { installModes: [mode, mode] } }))).toEqual([
      failure({
        id: 'invalid-install-modes',
        message: 'spec.installModes lists AllNamespaces more than once, so OLM fails the CSV',
        fix: 'list each install mode once in spec.installModes',
      }),
    ]);
  });

  it('cannot-modify-static-provided-apis', () => {
    const apis = ['A', 'B', 'C', 'D', 'E'].map((kind) => `${kind}.v1.example.com`);
    expect(findings(group('op/group', { isStatic: true }), csv('op/operator', { owns: apis }))).toEqual([
      failure({
        id: 'cannot-modify-static-provided-apis',
        message:
          'OperatorGroup group is static, and its olm.providedAPIs annotation does not list A.v1.example.com, B.v1.example.com, C.v1.example.com and 2 more APIs, or an intersecting group lists it, too',
        fix: 'list A.v1.example.com, B.v1.example.com, C.v1.example.com and 2 more APIs in the olm.providedAPIs annotation of this group and of no intersecting group, or move the operator to a group that is not static',
        related: [GROUP],
      }),
    ]);
  });

  it('invalid-install-strategy', () => {
    expect(findings(group('op/group'), csv('op/operator', { strategy: 'helm' }))).toEqual([
      failure({
        id: 'invalid-install-strategy',
        message: 'install strategy invalid: unrecognized install strategy',
        fix: 'set spec.install.strategy to deployment',
      }),
    ]);
  });

  it('invalid-install-strategy over a rule that OLM cannot judge, and unstable-outcome without rivals', () => {
    const operator = csv('op/operator', asking({ clusterPermissions: [{ serviceAccountName: 'robot', rules: [{}] }] }));
    expect(findings(group('op/group'), operator)).toEqual([
      failure({
        id: 'invalid-install-strategy',
        message: 'install strategy invalid: rule invalid: policy rule must have at least one verb',
        fix: 'give every rule a verb, and resources or URLs',
      }),
      failure({
        id: 'unstable-outcome',
        message: 'OLM keeps changing the phase of this CSV; this report assumes Failed/InvalidInstallStrategy',
        fix: 'see the finding about its verdict',
      }),
    ]);
  });

  it('webhook-deployment-unknown', () => {
    const hook = { generateName: 'hook', type: 'ValidatingAdmissionWebhook', deploymentName: 'unknown', sideEffects: 'None', rules: [] };
    const found = findings(group('op/group'), csv('op/operator', { deployments: ['manager'], spec: { webhookdefinitions: [hook] } }));
    expect(found.find(({ id }) => id === 'webhook-deployment-unknown')).toMatchObject({
      severity: 'error',
      subject: { name: 'operator' },
      fix: 'set spec.webhookdefinitions[].deploymentName to a Deployment of the CSV',
    });
  });

  it('invalid-webhook-description, and unstable-outcome without rivals', () => {
    const hook = { generateName: 'hook', rules: [{ apiGroups: ['*'] }] };
    expect(findings(group('op/group'), csv('op/operator', { spec: { webhookdefinitions: [hook] } }))).toEqual([
      failure({
        id: 'invalid-webhook-description',
        message: 'Webhook rules cannot include all groups',
        fix: 'correct spec.webhookdefinitions',
      }),
      failure({
        id: 'unstable-outcome',
        message: 'OLM keeps changing the phase of this CSV; this report assumes Failed/InvalidWebhookDescription',
        fix: 'see the finding about its verdict',
      }),
    ]);
  });

  it('owner-conflict over a CRD, and unstable-outcome as both owners take turns', () => {
    const found = findings(
      group('op/group'),
      csv('op/operator', { owns: [FOO], deployments: ['a'] }),
      csv('op/second', { owns: [FOO], deployments: ['b'] }),
    );
    expect(found.filter(({ subject }) => subject.name === 'operator')).toEqual([
      failure({
        id: 'owner-conflict',
        message: 'conflicting CRD owner in namespace: ClusterServiceVersion op/second',
        fix: 'keep one of the operators in this namespace',
        related: [csvRef('op', 'second')],
      }),
      failure({
        id: 'unstable-outcome',
        message: 'OLM keeps changing the phase of this CSV: it and op/second displace each other; this report assumes Failed/OwnerConflict',
        fix: 'keep one of them in this namespace',
        related: [csvRef('op', 'second')],
      }),
    ]);
    expect(found.map(({ id, subject }) => `${subject.name} ${id}`)).toEqual([
      'operator owner-conflict',
      'operator unstable-outcome',
      'second owner-conflict',
      'second unstable-outcome',
    ]);
  });

  it('owner-conflict over an APIService of the input', () => {
    const operator = csv('op/operator', { ownsApiServices: ['Widget.v1.widgets.example.com'] });
    expect(findings(group('op/group'), apiService('v1.widgets.example.com'), operator)).toEqual([
      failure({
        id: 'owner-conflict',
        message: 'unable to adopt APIService: APIService v1.widgets.example.com',
        fix: 'remove the APIService from the input; OLM creates it',
        related: [{ kind: 'APIService', name: 'v1.widgets.example.com' }],
      }),
    ]);
  });

  it('install-component-failed where another CSV owns the APIService', () => {
    const owning: CsvFields = { ownsApiServices: ['Widget.v1.widgets.example.com'] };
    const found = findings(
      group('first/group', { targets: ['first'] }),
      group('op/group', { targets: ['op'] }),
      csv('first/holder', owning),
      csv('op/operator', owning),
    );
    expect(found.filter(({ subject }) => subject.namespace === 'op')).toEqual([
      failure({
        id: 'install-component-failed',
        message: 'ClusterServiceVersion first/holder already owns the same APIService',
        fix: 'keep one of the operators',
        related: [csvRef('first', 'holder')],
      }),
      expect.objectContaining({ id: 'ambiguous-outcome', related: [csvRef('first', 'holder')] }),
    ]);
  });

  it('upgrade-held-back while the OperatorCondition of its predecessor says no', () => {
    const status = { conditions: [{ type: 'Upgradeable', status: 'False', message: 'migrating', observedGeneration: 0 }] };
    const condition = {
      apiVersion: 'operators.coreos.com/v2',
      kind: 'OperatorCondition',
      metadata: { namespace: 'op', name: 'v1' },
      status,
    };
    const found = findings(group('op/group'), csv('op/v1'), csv('op/v2', { spec: { replaces: 'v1' } }), condition);
    expect(found.find(({ id }) => id === 'upgrade-held-back')).toMatchObject({
      severity: 'warning',
      subject: { name: 'v2' },
      message:
        'OLM waits with the upgrade, and v1 continues to run: operator is not upgradeable: the operator is not upgradeable: migrating',
    });
  });
});
