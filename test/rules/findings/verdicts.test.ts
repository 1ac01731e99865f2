import { describe, expect, it } from 'vitest';
import { apiService, type CsvFields, csv, group, namespace } from '../../support/build.js';
import { csvRef, FOO, failure, findings, GROUP } from '../../support/findings.js';
import { asking } from '../../support/permissions.js';

describe('the finding about a verdict', () => {
  it('no-operator-group', () => {
    expect(findings(csv('op/operator'))).toEqual([
      failure({
        id: 'no-operator-group',
        message: 'the namespace op has no OperatorGroup, so OLM runs no operator in it',
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
      'namespace team-a',
      'OwnNamespace, AllNamespaces',
    ],
    [
      'many namespaces',
      ['team-a', 'team-b', 'team-c', 'team-d', 'team-e'],
      ['OwnNamespace'],
      'MultiNamespace InstallModeType not supported, cannot configure to watch 5 namespaces',
      'namespaces team-a, team-b, team-c and 2 more',
      'OwnNamespace',
    ],
    [
      'one namespace, naming no mode that there is not',
      ['team-a'],
      ['OwnNamespacejl', 'AllNamespaces'],
      'SingleNamespace InstallModeType not supported, cannot configure to watch one namespace',
      'namespace team-a',
      'AllNamespaces',
    ],
    [
      'all namespaces',
      undefined,
      [],
      'AllNamespaces InstallModeType not supported, cannot configure to watch all namespaces',
      'all namespaces',
      'it supports no install mode at all',
    ],
  ])('unsupported-operator-group for %s', (_, targets, modes, reason, named, supported) => {
    const teams = ['a', 'b', 'c', 'd', 'e'].map((letter) => namespace(`team-${letter}`));
    expect(findings(...teams, group('op/group', targets ? { targets } : {}), csv('op/operator', { modes }))).toEqual([
      failure({
        id: 'unsupported-operator-group',
        message: `${reason}: the OperatorGroup targets ${named}`,
        fix: `change the group's target namespaces to what the operator supports (${supported}), or move it to a namespace with such a group`,
        related: [GROUP],
      }),
    ]);
  });

  it('no-target-namespaces', () => {
    expect(findings(group('op/group', { selector: { matchLabels: { tenant: 'nobody' } } }), csv('op/operator'))).toEqual([
      failure({
        id: 'no-target-namespaces',
        message: 'the selector of OperatorGroup group matches no namespace',
        fix: 'label a namespace as the selector asks, or correct the selector',
        related: [GROUP],
      }),
    ]);
  });

  it('invalid-install-modes', () => {
    const mode = { type: 'AllNamespaces', supported: true };
    expect(findings(group('op/group'), csv('op/operator', { spec: { installModes: [mode, mode] } }))).toEqual([
      failure({
        id: 'invalid-install-modes',
        message: 'InstallMode list contains duplicates, cannot make set: [{AllNamespaces true} {AllNamespaces true}]',
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
          'OperatorGroup group is static, and its olm.providedAPIs does not settle A.v1.example.com, B.v1.example.com, C.v1.example.com and 2 more for it alone',
        fix: "list A.v1.example.com, B.v1.example.com, C.v1.example.com and 2 more in the group's olm.providedAPIs and in no intersecting group's, or move the operator to a group that is not static",
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
        message: 'OLM never comes to rest over this CSV (taken here to be Failed/InvalidInstallStrategy)',
        fix: 'see the finding about its verdict',
      }),
    ]);
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
        message: 'OLM never comes to rest over this CSV (taken here to be Failed/InvalidWebhookDescription)',
        fix: 'see the finding about its verdict',
      }),
    ]);
  });

  it('owner-conflict over a CRD, and unstable-outcome as both owners take turns', () => {
    const found = findings(group('op/group'), csv('op/operator', { owns: [FOO] }), csv('op/second', { owns: [FOO] }));
    expect(found.filter(({ subject }) => subject.name === 'operator')).toEqual([
      failure({
        id: 'owner-conflict',
        message: 'conflicting CRD owner in namespace: ClusterServiceVersion op/second',
        fix: 'keep one of the operators in this namespace',
        related: [csvRef('op', 'second')],
      }),
      failure({
        id: 'unstable-outcome',
        message: 'OLM never comes to rest over this CSV: it takes turns with op/second (taken here to be Failed/OwnerConflict)',
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
        fix: 'remove the APIService from the input; OLM makes it',
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
        message: 'ClusterServiceVersion first/holder owns the same APIService, and a cluster has only one',
        fix: 'keep one of the operators',
        related: [csvRef('first', 'holder')],
      }),
      expect.objectContaining({ id: 'ambiguous-outcome', related: [csvRef('first', 'holder')] }),
    ]);
  });
});
