/** What a user of the package writes. It is compiled and run in every kind of project; its manifests must be the same in all. */
import { deepStrictEqual, strictEqual, throws } from 'node:assert';
import { App, Chart } from 'cdk8s';
import { ClusterServiceVersion, OlmCluster, OperatorGroup, ProblemError, TargetNamespaces } from 'cdk8s-olm';
import { ProblemError as CoreProblemError, evaluate, expand, type Finding, type OperatorGroupData, readInput } from 'cdk8s-olm/core';
import { OlmConfig } from 'cdk8s-olm/imports';
import { ClusterRole, Group, RoleBinding } from 'cdk8s-plus-33';

const app = new App({ outdir: process.argv[2] });
const cluster = new OlmCluster(app, 'prod');
cluster.addNamespace('team-a', { labels: { tenant: 'a' } });
new OperatorGroup(cluster, 'team-a-operators', { targets: TargetNamespaces.labelled({ tenant: 'a' }) }).addOperator(
  ClusterServiceVersion.fromFile('examples/tenants/orders-operators/stonedb.v1.8.2.yaml'),
);

const access = new Chart(app, 'access');
new OlmConfig(access, 'configuration', { metadata: { name: 'cluster' }, spec: { features: { disableCopiedCsVs: true } } });
new RoleBinding(access, 'developers', {
  metadata: { name: 'developers', namespace: 'team-a' },
  role: ClusterRole.fromClusterRoleName(access, 'role', 'team-a-operators-edit'),
}).addSubjects(Group.fromName(access, 'group', 'developers'));
app.synth();

// The entries share their classes.
strictEqual(ProblemError, CoreProblemError);
throws(() => ClusterServiceVersion.fromFile('nowhere.yaml'), ProblemError);

const { cluster: read } = readInput(['examples/tenants']);
const groups: readonly OperatorGroupData[] = read.operatorGroups;
const { findings, rendered } = evaluate(read);
const ids: Finding['id'][] = findings.map(({ id }) => id);
deepStrictEqual(ids, []);
console.log(groups.length, [...expand(rendered)].length);
