import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model/finding.js';
import type { KubernetesObject, ObjectReference } from '../../src/model/kubernetes-object.js';
import { resolutionFindings } from '../../src/rules/findings.js';
import { resolve } from '../../src/rules/resolve.js';
import { apiService, type CsvFields, clusterOf, csv, group, namespace } from '../support/build.js';
import { asking } from '../support/permissions.js';

const FOO = 'Foo.v1.example.com';
const BAR = 'Bar.v1.example.com';

function findings(...objects: KubernetesObject[]): Finding[] {
  const cluster = clusterOf(...objects);
  return resolutionFindings(cluster, resolve(cluster));
}

const csvRef = (inNamespace: string, name: string): ObjectReference => ({ kind: 'ClusterServiceVersion', namespace: inNamespace, name });
const groupRef = (inNamespace: string, name: string): ObjectReference => ({ kind: 'OperatorGroup', namespace: inNamespace, name });

const OPERATOR = csvRef('op', 'operator');
const GROUP = groupRef('op', 'group');

/** An error about a CSV that does not run. */
const failure = (finding: Pick<Finding, 'id' | 'message' | 'fix'> & Partial<Finding>): Finding => ({
  severity: 'error',
  subject: OPERATOR,
  related: [],
  verdict: true,
  ...finding,
});

describe('findings', () => {
  it('are none for a healthy cluster', () => {
    expect(
      findings(
        namespace('team-a'),
        namespace('team-b'),
        group('op/group', { targets: ['team-a'] }),
        group('other/group', { selector: { matchLabels: { 'kubernetes.io/metadata.name': 'team-b' } } }),
        group('static/group', { targets: ['static'], isStatic: true, provides: FOO }),
        group('empty/group', { targets: ['empty'] }),
        csv('op/operator', { owns: [FOO, BAR], permissions: true, deployments: ['manager'] }),
        csv('other/operator', { owns: [FOO], requires: [BAR] }),
      ),
    ).toEqual([]);
  });
});

describe('findings about membership', () => {
  it('no-operator-group', () => {
    expect(findings(csv('op/operator'))).toEqual([
      failure({
        id: 'no-operator-group',
        message: 'the namespace op has no OperatorGroup, so OLM runs no operator in it',
        fix: 'add an OperatorGroup to the namespace op',
      }),
    ]);
  });

  it('too-many-operator-groups, and multiple-operator-groups once for the namespace', () => {
    const groups = [group('op/a', { targets: ['op'] }), group('op/b', { targets: ['op'] }), group('op/c', { targets: ['op'] })];
    const multiple: Finding = {
      id: 'multiple-operator-groups',
      severity: 'warning',
      subject: groupRef('op', 'a'),
      message: 'the namespace op has several OperatorGroups (a, b, c); OLM fails every CSV in it',
      fix: 'keep one of them',
      related: [groupRef('op', 'b'), groupRef('op', 'c')],
      verdict: false,
    };
    expect(findings(...groups, csv('op/operator'))).toEqual([
      failure({
        id: 'too-many-operator-groups',
        message: 'the namespace op has 3 OperatorGroups, and OLM does not choose between them',
        fix: 'keep one of a, b, c',
        related: [groupRef('op', 'a'), groupRef('op', 'b'), groupRef('op', 'c')],
      }),
      multiple,
    ]);
    expect(findings(...groups)).toEqual([multiple]);
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

  it.each<[string, KubernetesObject, CsvFields, Pick<Finding, 'message' | 'fix' | 'severity' | 'related' | 'verdict'>]>([
    [
      'a copy, which is only a warning',
      group('op/group'),
      { annotations: { 'olm.operatorNamespace': 'elsewhere' } },
      {
        message: 'the annotation olm.operatorNamespace names elsewhere, so OLM takes the CSV for a copy and does nothing with it',
        fix: 'remove the annotation; OLM sets it',
        severity: 'warning',
        related: [],
        verdict: false,
      },
    ],
    [
      'a CRD name without a group',
      group('op/group'),
      { spec: { customresourcedefinitions: { owned: [{ name: 'foos', version: 'v1', kind: 'Foo' }] } } },
      {
        message: 'an owned or required CRD has a name without a group, and OLM gives up on the CSV',
        fix: 'write the full name of the CRD, such as etcdclusters.etcd.database.coreos.com',
        severity: 'error',
        related: [],
        verdict: true,
      },
    ],
    [
      'the empty string among the targets',
      group('op/group', { targets: ['op', ''] }),
      {},
      {
        message: 'spec.targetNamespaces of OperatorGroup group holds the empty string, and OLM never syncs such a group',
        fix: 'leave spec.targetNamespaces out to select all namespaces, or list names only',
        severity: 'error',
        related: [GROUP],
        verdict: true,
      },
    ],
    [
      'a missing ServiceAccount',
      group('op/group', { serviceAccountName: 'robot' }),
      {},
      {
        message: 'the ServiceAccount robot of OperatorGroup group does not exist, and OLM does not sync the group without it',
        fix: 'add the ServiceAccount op/robot to the input, or remove spec.serviceAccountName',
        severity: 'error',
        related: [GROUP],
        verdict: true,
      },
    ],
  ])('never-synced: %s', (_, operatorGroup, fields, expected) => {
    expect(findings(operatorGroup, csv('op/operator', fields))).toEqual([{ id: 'never-synced', subject: OPERATOR, ...expected }]);
  });
});

describe('findings about conflicts', () => {
  const reserved = group('rival/group', { targets: ['op', 'team'], isStatic: true, provides: `${FOO},${BAR}` });

  it('inter-operator-group-owner-conflict names who provides what, and where the groups meet', () => {
    expect(findings(namespace('team'), reserved, group('op/group', { targets: ['team'] }), csv('op/operator', { owns: [FOO] }))).toEqual([
      failure({
        id: 'inter-operator-group-owner-conflict',
        message: `OperatorGroup rival/group already provides ${FOO} in namespaces op, team: groups that share a namespace cannot both provide an API`,
        fix: 'keep the operator in one of the groups, or give the groups target namespaces that do not overlap (their own namespaces count)',
        related: [groupRef('rival', 'group')],
      }),
    ]);
  });

  it('inter-operator-group-owner-conflict names every holder', () => {
    const other = group('other/group', { isStatic: true, provides: BAR });
    const found = findings(namespace('team'), reserved, other, group('op/group'), csv('op/operator', { owns: [FOO, BAR] }));
    expect(found).toEqual([
      failure({
        id: 'inter-operator-group-owner-conflict',
        message: `OperatorGroup other/group already provides ${BAR} in all namespaces; OperatorGroup rival/group already provides ${FOO}, ${BAR} in namespaces op, rival, team: groups that share a namespace cannot both provide an API`,
        fix: 'keep the operator in one of the groups, or give the groups target namespaces that do not overlap (their own namespaces count)',
        related: [groupRef('other', 'group'), groupRef('rival', 'group')],
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

  it('ambiguous-outcome, beside the failure of the one that loses here', () => {
    const fix =
      'to pin the outcome, make the OperatorGroup that is to win static and list the APIs in its olm.providedAPIs, or remove the others';
    expect(
      findings(
        group('op/group', { targets: ['op'] }),
        group('rival/group', { targets: ['op'] }),
        csv('op/operator', { owns: [FOO] }),
        csv('rival/operator', { owns: [FOO] }),
      ),
    ).toEqual([
      failure({
        id: 'ambiguous-outcome',
        message: 'whether this CSV runs depends on whether OLM sees it or rival/operator first (taken here to run)',
        fix,
        related: [csvRef('rival', 'operator')],
      }),
      failure({
        id: 'inter-operator-group-owner-conflict',
        subject: csvRef('rival', 'operator'),
        message: `OperatorGroup op/group already provides ${FOO} in namespace op: groups that share a namespace cannot both provide an API`,
        fix: 'keep the operator in one of the groups, or give the groups target namespaces that do not overlap (their own namespaces count)',
        related: [GROUP],
      }),
      failure({
        id: 'ambiguous-outcome',
        subject: csvRef('rival', 'operator'),
        message:
          'whether this CSV runs depends on whether OLM sees it or op/operator first (taken here to be Failed/InterOperatorGroupOwnerConflict)',
        fix,
        related: [OPERATOR],
      }),
    ]);
  });

  it('ambiguous-outcome of a CSV in a static group, which fails in every order', () => {
    const found = findings(
      ...['other', 'team'].map((name) => namespace(name)),
      group('op/group', { targets: ['team'], isStatic: true }),
      group('rival/group', { targets: ['team', 'other'] }),
      group('second/group', { targets: ['other'] }),
      csv('op/operator', { owns: [FOO] }),
      csv('rival/operator', { owns: [FOO, BAR] }),
      csv('second/operator', { owns: [BAR] }),
    );
    expect(found.filter(({ subject }) => subject.namespace === 'op')).toEqual([
      expect.objectContaining({ id: 'inter-operator-group-owner-conflict' }),
      failure({
        id: 'ambiguous-outcome',
        message:
          'for which reason this CSV fails depends on whether OLM sees it or rival/operator first (taken here to be Failed/InterOperatorGroupOwnerConflict)',
        fix: 'to pin the outcome, make the OperatorGroup that is to win static and list the APIs in its olm.providedAPIs, or remove the others',
        related: [csvRef('rival', 'operator')],
      }),
    ]);
  });

  it('the fix of ambiguous-outcome pins the outcome', () => {
    expect(
      findings(
        group('op/group', { targets: ['op'] }),
        group('rival/group', { targets: ['op'], isStatic: true, provides: FOO }),
        csv('op/operator', { owns: [FOO] }),
        csv('rival/operator', { owns: [FOO] }),
      ).map(({ id, subject }) => [id, subject]),
    ).toEqual([['inter-operator-group-owner-conflict', OPERATOR]]);
  });
});

describe('findings about the installation', () => {
  it('requirements-not-met is a warning that lists all that is missing', () => {
    const name = 'o'.repeat(64);
    const lacking: CsvFields = {
      requires: [FOO],
      requiresApiServices: ['Widget.v1.widgets.example.com'],
      permissions: true,
      spec: { minKubeVersion: '9.0.0', nativeAPIs: [{ group: 'route.example.com', version: 'v1', kind: 'Route' }] },
    };
    const [requirementsNotMet] = findings(group('op/group'), csv(`op/${name}`, lacking));
    expect(requirementsNotMet).toEqual<Finding>({
      id: 'requirements-not-met',
      severity: 'warning',
      subject: csvRef('op', name),
      message:
        'OLM waits with the installation for Kubernetes 9.0.0 (the cluster has 1.32.0), the CRD foos.example.com in version v1, ' +
        'the APIService v1.widgets.example.com, the API Route.v1.route.example.com, ' +
        'its Roles, which cannot be created because the CSV has too long a name',
      fix: 'add what is missing to the input, if the cluster has it',
      related: [
        { kind: 'CustomResourceDefinition', name: 'foos.example.com' },
        { kind: 'APIService', name: 'v1.widgets.example.com' },
      ],
      verdict: false,
    });
  });

  it('requirements-not-met over the Deployment of an owned APIService', () => {
    const owned = [{ name: 'widgets', group: 'widgets.example.com', version: 'v1', kind: 'Widget', deploymentName: 'server' }];
    const [requirementsNotMet] = findings(group('op/group'), csv('op/operator', { spec: { apiservicedefinitions: { owned } } }));
    expect(requirementsNotMet?.message).toBe(
      'OLM waits with the installation for the Deployment server of its APIService, which spec.install does not have',
    );
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

  it('waits-for-predecessor', () => {
    const operator = csv('op/operator', { spec: { replaces: 'predecessor' } });
    expect(findings(group('op/group'), operator, csv('op/predecessor', { strategy: 'helm' }))).toEqual([
      failure({
        id: 'waits-for-predecessor',
        message: 'predecessor, which it replaces, does not run, and OLM waits for that',
        fix: 'mend the CSV that it replaces, or remove it from the input',
        related: [csvRef('op', 'predecessor')],
      }),
      expect.objectContaining({ id: 'invalid-install-strategy', subject: csvRef('op', 'predecessor') }),
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

  it('ambiguous-outcome over an APIService, which no group can pin', () => {
    const owning: CsvFields = { ownsApiServices: ['Widget.v1.widgets.example.com'] };
    const groups = [group('op/group', { targets: ['op'] }), group('second/group', { targets: ['second'] })];
    const [ambiguous] = findings(...groups, csv('op/operator', owning), csv('second/operator', owning));
    expect(ambiguous).toEqual(
      failure({
        id: 'ambiguous-outcome',
        message: 'whether this CSV runs depends on whether OLM sees it or second/operator first (taken here to run)',
        fix: 'keep one of them: a cluster has one owner of an APIService',
        related: [csvRef('second', 'operator')],
      }),
    );
  });

  it('ambiguous-outcome over APIs alone, though both own APIServices', () => {
    const groups = [group('op/group', { targets: ['op'] }), group('second/group', { targets: ['op'] })];
    const owning = (service: string): CsvFields => ({ owns: [FOO], ownsApiServices: [service] });
    const [ambiguous] = findings(
      ...groups,
      csv('op/operator', owning('Widget.v1.widgets.example.com')),
      csv('second/operator', owning('Widget.v2.widgets.example.com')),
    );
    expect(ambiguous?.fix).toMatch(/^to pin the outcome, make the OperatorGroup that is to win static/);
  });

  it('unstable-outcome where CSVs share a Deployment', () => {
    const sharing: CsvFields = { deployments: ['manager'] };
    expect(findings(group('op/group'), csv('op/operator', sharing), csv('op/second', sharing))).toEqual([
      failure({
        id: 'unstable-outcome',
        message: 'OLM never comes to rest over this CSV: it takes turns with op/second (taken here to be Installing/InstallWaiting)',
        fix: 'keep one of them in this namespace',
        related: [csvRef('op', 'second')],
      }),
      failure({
        id: 'unstable-outcome',
        subject: csvRef('op', 'second'),
        message: 'OLM never comes to rest over this CSV: it takes turns with op/operator (taken here to run)',
        fix: 'keep one of them in this namespace',
        related: [OPERATOR],
      }),
    ]);
  });

  it('being-replaced while the successor does not run', () => {
    const successor = csv('op/successor', { strategy: 'helm', spec: { replaces: 'operator' } });
    expect(findings(group('op/group'), csv('op/operator'), successor)).toEqual([
      {
        id: 'being-replaced',
        severity: 'warning',
        subject: OPERATOR,
        message: 'successor is to replace this CSV but does not run',
        fix: 'see the findings about its successor; CSVs that replace each other keep both',
        related: [csvRef('op', 'successor')],
        verdict: false,
      },
      expect.objectContaining({ id: 'invalid-install-strategy', subject: csvRef('op', 'successor') }),
    ]);
  });

  it('waits-for-predecessor, of each other', () => {
    const [one, two] = [csv('op/one', { spec: { replaces: 'two' } }), csv('op/two', { spec: { replaces: 'one' } })];
    expect(findings(group('op/group'), one, two).map(({ id, subject, related }) => [id, subject.name, related])).toEqual([
      ['waits-for-predecessor', 'one', [csvRef('op', 'two')]],
      ['waits-for-predecessor', 'two', [csvRef('op', 'one')]],
    ]);
  });

  it('csv-replaced, for information', () => {
    expect(findings(group('op/group'), csv('op/operator'), csv('op/successor', { spec: { replaces: 'operator' } }))).toEqual([
      {
        id: 'csv-replaced',
        severity: 'info',
        subject: OPERATOR,
        message: 'operator is replaced by successor and is not rendered',
        fix: 'remove operator from the input once the cluster runs successor',
        related: [csvRef('op', 'successor')],
        verdict: false,
      },
    ]);
  });
});

describe('findings about what OLM does without a word', () => {
  it('target-namespace-not-found names each missing namespace once, in order', () => {
    expect(findings(group('op/group', { targets: ['zoo', 'op', 'bar', 'zoo'] }))).toEqual([
      {
        id: 'target-namespace-not-found',
        severity: 'warning',
        subject: GROUP,
        message: 'target namespace bar, zoo does not exist, so nothing is copied into it',
        fix: 'add the Namespace to the input, or take the name out of spec.targetNamespaces',
        related: [
          { kind: 'Namespace', name: 'bar' },
          { kind: 'Namespace', name: 'zoo' },
        ],
        verdict: false,
      },
    ]);
  });

  it('provided-apis-emptied where a group that is not static lists APIs without a CSV', () => {
    expect(findings(group('op/group', { provides: `${FOO},${BAR},garbage` }))).toEqual([
      {
        id: 'provided-apis-emptied',
        severity: 'warning',
        subject: GROUP,
        message: `OLM takes ${BAR}, ${FOO} out of olm.providedAPIs, since no CSV of the namespace provides it, or an intersecting group lists it too; it protects nothing`,
        fix: 'set spec.staticProvidedAPIs to true if the group is to reserve these APIs, or remove them',
        related: [],
        verdict: false,
      },
    ]);
  });

  it('provided-apis-emptied where an intersecting group lists the API too', () => {
    const found = findings(
      group('op/group', { targets: ['op'], provides: `${FOO},${BAR}` }),
      group('rival/group', { targets: ['op'], isStatic: true, provides: FOO }),
      csv('op/operator', { owns: [FOO] }),
      csv('op/other', { owns: [BAR] }),
    );
    expect(found.filter(({ subject }) => subject.kind === 'OperatorGroup')).toEqual([
      {
        id: 'provided-apis-emptied',
        severity: 'warning',
        subject: GROUP,
        message: `OLM takes ${FOO} out of olm.providedAPIs, since no CSV of the namespace provides it, or an intersecting group lists it too; it protects nothing`,
        fix: 'set spec.staticProvidedAPIs to true if the group is to reserve these APIs, or remove them',
        related: [],
        verdict: false,
      },
    ]);
  });

  it('not provided-apis-emptied for a group that OLM never syncs', () => {
    expect(findings(group('op/group', { serviceAccountName: 'missing', provides: FOO }))).toEqual([]);
  });

  it('csv-name-too-long from 64 characters on', () => {
    const name = 'o'.repeat(64);
    expect(findings(group('op/group'), csv(`op/${name}`))).toEqual([
      failure({
        id: 'csv-name-too-long',
        subject: csvRef('op', name),
        message:
          "the name has 64 characters; the label olm.owner holds 63, so the API server refuses the operator's roles and it never installs",
        fix: 'shorten the name to 63 characters',
        verdict: false,
      }),
    ]);
    expect(findings(group('op/group'), csv(`op/${'o'.repeat(63)}`))).toEqual([]);
  });

  it('operator-group-name-too-long from 64 characters on', () => {
    const name = 'g'.repeat(64);
    expect(findings(group(`op/${name}`))).toEqual([
      failure({
        id: 'operator-group-name-too-long',
        subject: groupRef('op', name),
        message: "the name has 64 characters; the label olm.owner holds 63, so the API server refuses the group's ClusterRoles",
        fix: 'shorten the name to 63 characters',
        verdict: false,
      }),
    ]);
    expect(findings(group(`op/${'g'.repeat(63)}`))).toEqual([]);
  });
});
