/** Roles, accounts and groups as cdk8s-plus takes them: as a role, as a subject, as what a rule is about. */
import { App, Chart, Testing } from 'cdk8s';
import { ClusterRole, ClusterRoleBinding, Group, k8s, Namespace, Role, RoleBinding } from 'cdk8s-plus-27';
import { describe, expect, it } from 'vitest';
import {
  ClusterServiceVersion,
  type IOperatorGroup,
  OlmCluster,
  OperatorGroup,
  type OperatorGroupProps,
  TargetNamespaces,
} from '../../src/index.js';
import type { ProfileName } from '../../src/olm/render/index.js';
import { csv } from '../support/build.js';
import { folderOf } from '../support/files.js';
import { asking, READ_PODS } from '../support/permissions.js';

const etcd = ClusterServiceVersion.fromManifest(
  csv('any/etcd.v1', {
    owns: ['Etcd.v1.example.com'],
    ...asking({ permissions: [{ serviceAccountName: 'operator', rules: [READ_PODS] }] }),
  }),
);

function groupIn(app: App, profile?: ProfileName, props: Partial<OperatorGroupProps> = {}): OperatorGroup {
  const cluster = new OlmCluster(app, 'prod', profile ? { profile } : {}).addNamespace('team');
  return new OperatorGroup(cluster, 'ops', { targets: TargetNamespaces.named('team'), ...props });
}

describe.each(['olm', 'documented'] as const)('the roles of a group under %s', (profile) => {
  it('are bound by cdk8s-plus before the operators are declared', () => {
    const app = new App({ outdir: folderOf() });
    const group = groupIn(app, profile);
    const chart = new Chart(app, 'access', { namespace: 'team' });
    for (const [access, role] of [
      ['admin', group.adminRole],
      ['edit', group.editRole],
      ['view', group.viewRole],
    ] as const) {
      new RoleBinding(chart, access, { role }).addSubjects(Group.fromName(chart, `${access}s`, access));
    }
    group.addOperator(etcd);
    app.synth();
    const roles = Testing.synth(chart).map(({ roleRef }) => roleRef);
    expect(roles).toEqual(
      (['admin', 'edit', 'view'] as const).map((access) => ({
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: group.clusterRoleName(access),
      })),
    );
    expect(group.editRole).toBe(group.editRole);
  });
});

/** The operator with a Deployment for each account. */
function runsAs(...accounts: string[]): ClusterServiceVersion {
  const manifest = structuredClone(etcd.manifest) as unknown as { spec: { install: { spec: Record<string, unknown> } } };
  manifest.spec.install.spec.deployments = accounts.map((serviceAccountName) => ({
    name: serviceAccountName,
    spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: { serviceAccountName } } },
  }));
  return ClusterServiceVersion.fromManifest(manifest as never);
}

describe('the account of an operator', () => {
  it('is a subject', () => {
    const app = new App({ outdir: folderOf() });
    const operator = runsAs('runner', 'runner');
    const group = groupIn(app);
    const chart = new Chart(app, 'access');
    const role = new ClusterRole(chart, 'nodes');
    new ClusterRoleBinding(chart, 'binding', { role }).addSubjects(group.serviceAccount(operator));
    const [, binding] = Testing.synth(chart);
    expect(binding.subjects).toEqual([{ apiGroup: '', kind: 'ServiceAccount', name: 'runner', namespace: 'ops' }]);
    expect(group.serviceAccount(operator)).toBe(group.serviceAccount(operator));
  });

  it.each([
    ['a, b', ['b', 'a']],
    ['none', []],
  ])('is an error where it is %s', (found, accounts) => {
    const group = groupIn(new App({ outdir: folderOf() }));
    expect(() => group.serviceAccount(runsAs(...accounts))).toThrow(
      `prod/ops: serviceAccount: etcd.v1 runs as ${found}; expected one ServiceAccount`,
    );
  });
});

describe('a group', () => {
  it('is what a rule of cdk8s-plus is about', () => {
    const app = new App({ outdir: folderOf() });
    const group = groupIn(app).addOperator(etcd);
    const chart = new Chart(app, 'access', { namespace: 'ops' });
    new Role(chart, 'reader').allowRead(group);
    expect(Testing.synth(chart)[0].rules).toEqual([
      { apiGroups: ['operators.coreos.com'], resources: ['operatorgroups'], resourceNames: ['ops'], verbs: ['get', 'list', 'watch'] },
    ]);
  });

  it('has the metadata of the OperatorGroup that is rendered', () => {
    const app = new App({ outdir: folderOf() });
    const group = groupIn(app).addOperator(etcd);
    group.metadata.addLabel('team', 'a');
    expect(app.synthYaml()).toContain('  labels:\n    team: a\n');
  });

  it('takes an upgrade strategy as text, and Namespaces of the app as targets', () => {
    const app = new App({ outdir: folderOf() });
    const chart = new Chart(app, 'namespaces');
    const shop = new Namespace(chart, 'shop', { metadata: { name: 'shop' } });
    const desk = new k8s.KubeNamespace(chart, 'desk', { metadata: { name: 'desk' } });
    const targets = TargetNamespaces.named('team', shop, desk);
    expect(targets.spec).toEqual({ targetNamespaces: ['team', 'shop', 'desk'] });
    groupIn(app, 'olm', { targets, upgradeStrategy: 'TechPreviewUnsafeFailForward' });
    expect(app.synthYaml()).toContain('upgradeStrategy: TechPreviewUnsafeFailForward');
  });

  it('takes nothing but Namespaces', () => {
    const role = new k8s.KubeRole(new Chart(new App({ outdir: folderOf() }), 'c'), 'r', { metadata: { name: 'r' } });
    expect(() => TargetNamespaces.named(role)).toThrow('expected the name of a namespace, or a Namespace');
  });
});

describe('a group that the app does not declare', () => {
  it('is what a rule of cdk8s-plus is about, and has the type of those that are declared', () => {
    const app = new App({ outdir: folderOf() });
    const chart = new Chart(app, 'access', { namespace: 'team' });
    const existing = OperatorGroup.fromOperatorGroupName(chart, 'global', 'global-operators', { namespace: 'openshift-operators' });
    const groups: IOperatorGroup[] = [existing, groupIn(app)];
    expect(groups.map(({ name, namespace, kind }) => [name, namespace, kind])).toEqual([
      ['global-operators', 'openshift-operators', 'OperatorGroup'],
      ['ops', 'ops', 'OperatorGroup'],
    ]);
    new Role(chart, 'reader').allowRead(existing);
    expect(Testing.synth(chart)[0].rules).toEqual([
      {
        apiGroups: ['operators.coreos.com'],
        resources: ['operatorgroups'],
        resourceNames: ['global-operators'],
        verbs: ['get', 'list', 'watch'],
      },
    ]);
    expect(OperatorGroup.isOperatorGroup(existing)).toBe(false);
  });

  it('has a name and a namespace', () => {
    const chart = new Chart(new App({ outdir: folderOf() }), 'access');
    expect(() => OperatorGroup.fromOperatorGroupName(chart, 'a', 'global', { namespace: 1 } as never)).toThrow(TypeError);
  });
});
