import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import type { LockFile } from '../../src/olm/lock/lock-file.js';
import { LOCK_FILE } from '../../src/olm/lock/lock-name.js';
import { writeLock } from '../../src/olm/lock/lock-of.js';
import { approvalLock } from '../support/approval-lock.js';
import { csv, group, namespace } from '../support/build.js';
import { cliToEnd } from '../support/cli-to-end.js';
import { manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { imageOf, planOf, pointing, unpackedInto } from '../support/install-plans.js';
import { OlmCluster } from '../support/olm-cluster.js';
import { serve } from '../support/olm-server.js';

const asking = (id: string, ...resources: string[]): KubernetesObject =>
  csv(id, {
    spec: {
      version: id.replace(/^.*\.v/, ''),
      install: {
        strategy: 'deployment',
        spec: {
          deployments: [],
          clusterPermissions: [{ serviceAccountName: 'etcd', rules: [{ apiGroups: [''], resources, verbs: ['get'] }] }],
        },
      },
    },
  });
const DUMP = [
  namespace('op'),
  group('op/group'),
  asking('op/etcd.v1.0.0', 'pods'),
  planOf('op/install-a', 1, [{ csv: 'etcd.v2.0.0', replaces: 'etcd.v1.0.0' }]),
  pointing('op/etcd', 'install-a', { installedCSV: 'etcd.v1.0.0', currentCSV: 'etcd.v2.0.0' }),
];
const PLANNED = asking('op/etcd.v2.0.0', 'pods', 'secrets');

/** A lock whose entry of the planned version has what that asks for. */
const lockText = (path: readonly string[] = ['etcd.v2.0.0']): string => {
  const lock = approvalLock({ 'op/etcd': path });
  const bundles = lock.bundles.map((one) => ({ ...one, spec: PLANNED.spec })) as LockFile['bundles'];
  return writeLock({ ...lock, bundles });
};
const unpacked = (fields: object): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: unpackedInto(imageOf('etcd.v2.0.0')), namespace: 'olm' },
  ...fields,
});
const plans = (objects: readonly KubernetesObject[], lock?: string, ...words: string[]) => {
  const folder = folderOf({ 'dump.yaml': manifests(...objects), ...(lock === undefined ? {} : { [`lock/${LOCK_FILE}`]: lock }) });
  return cliToEnd(['plans', `${folder}/dump.yaml`, ...(lock === undefined ? [] : ['--lock', `${folder}/lock`]), ...words], {});
};
const GRANTS = 'Grants more: ServiceAccount op/etcd can get secrets in all namespaces';

describe('plans', () => {
  // OLM's transitionCSVState: what replaces a CSV in phase Failed stays Pending, unless the group fails forward.
  it.each([
    [undefined, true],
    ['Default', true],
    ['TechPreviewUnsafeFailForward', false],
  ])('says that a failed CSV blocks the plan, where the upgradeStrategy of the group is %s', async (upgradeStrategy, isTold) => {
    const status = { phase: 'Failed', reason: 'InstallCheckFailed', message: 'install timeout' };
    const objects = DUMP.map((object) => ({
      ...object,
      ...(object.kind === 'ClusterServiceVersion' ? { status } : {}),
      ...(object.kind === 'OperatorGroup' ? { spec: { upgradeStrategy } } : {}),
    }));
    const { out } = await plans(objects);
    const line =
      'etcd.v2.0.0 does not run: op/etcd.v1.0.0 is in phase Failed, InstallCheckFailed: install timeout; it blocks its own upgrade';
    expect(out.includes(line)).toBe(isTold);
    const { plans: data } = JSON.parse((await plans(objects, undefined, '-o', 'json')).out);
    expect(data[0].blocked !== undefined).toBe(isTold);
  });

  it('says what waits, what it grants by the lock, and that the lock allows it', async () => {
    const { code, out } = await plans(DUMP, lockText());
    expect(out).toBe(
      [
        'NAMESPACE  PLAN       FROM         TO           LOCK',
        'op         install-a  etcd.v1.0.0  etcd.v2.0.0  allowed',
        '',
        'op/install-a',
        `  ${GRANTS}`,
        '  ClusterServiceVersion op/etcd.v2.0.0: replaces etcd.v1.0.0',
        '',
        '1 InstallPlan waits; the lock allows all',
        '',
      ].join('\n'),
    );
    expect(code).toBe(0);
  });

  it.each([
    ['as it is', { data: { 'csv.yaml': manifests(PLANNED) } }],
    ['packed', { binaryData: { 'csv.yaml': Buffer.from(gzipSync(manifests(PLANNED)).toString('base64')).toString('base64') } }],
  ])('takes what it grants from the bundle that OLM unpacked, %s', async (_, fields) => {
    const { code, out } = await plans([...DUMP, unpacked(fields)]);
    expect(out).toContain(`  ${GRANTS}\n`);
    expect(out).toContain('1 InstallPlan waits; there is no lock to compare with\n');
    expect(code).toBe(0);
  });

  it('counts Roles of the bundle', async () => {
    const metadata = { name: 'all' };
    const roles = [
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata,
        rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
      },
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRoleBinding',
        metadata,
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'all' },
        subjects: [{ kind: 'ServiceAccount', name: 'etcd', namespace: 'op' }],
      },
    ];
    const { out } = await plans([...DUMP, unpacked({ data: { 'a.yaml': manifests(PLANNED), 'b.yaml': manifests(...roles) } })]);
    expect(out).toContain('ServiceAccount op/etcd can do everything in all namespaces');
  });

  it('takes what OLM fills into the installed CSV for no difference', async () => {
    const deployment = (fields: object): object => ({
      name: 'etcd',
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'a', ...fields }] } },
      },
    });
    const withFields = (object: KubernetesObject, fields: object, one: object): KubernetesObject => {
      const { install, ...spec } = object.spec as { install: { spec: object } };
      return { ...object, spec: { ...spec, ...fields, install: { ...install, spec: { ...install.spec, deployments: [one] } } } };
    };
    const filled = withFields(
      DUMP[2] as KubernetesObject,
      { apiservicedefinitions: {}, cleanup: { enabled: false } },
      deployment({ resources: {} }),
    );
    const bundle = unpacked({ data: { 'csv.yaml': manifests(withFields(PLANNED, {}, deployment({}))) } });
    const { out } = await plans([...DUMP.map((one, index) => (index === 2 ? filled : one)), bundle]);
    expect(out).toContain(GRANTS);
    expect(out).not.toContain('also differs');
  });

  it('judges an outdated plan of what is installed by now', async () => {
    const now = [...DUMP.filter(({ metadata }) => metadata.name !== 'etcd.v1.0.0'), PLANNED];
    expect((await plans(now, lockText())).out).not.toContain('not known');
  });

  it('says that nobody knows what it grants, in place of nothing', async () => {
    expect((await plans(DUMP)).out).toContain(
      '  grants: not known: the unpacked bundle of etcd.v2.0.0 was not read, and the lock does not have its digest\n',
    );
    expect((await plans([...DUMP, unpacked({ data: { 'a.yaml': 'a: b\n' } })])).out).toContain('grants: not known');
    const noGroup = DUMP.filter(({ kind }) => kind !== 'OperatorGroup');
    expect((await plans(noGroup, lockText())).out).toContain('  grants: not known: no OperatorGroup of op was read');
    const selecting = [...noGroup.filter(({ kind }) => kind !== 'Namespace'), group('op/group', { selector: { matchLabels: { a: 'b' } } })];
    expect((await plans(selecting, lockText())).out).toContain('grants: not known: the OperatorGroup selects namespaces by label');
  });

  it('says why the lock does not allow it, whose fate it shares, and ends with 1', async () => {
    const plan = planOf('op/install-a', 1, [{ csv: 'etcd.v2.0.0', replaces: 'etcd.v1.0.0' }, { csv: 'miner.v1.0.0' }]);
    const miner = pointing('op/miner', 'install-a', { currentCSV: 'miner.v1.0.0' });
    const { code, out } = await plans([...DUMP.filter(({ kind }) => kind !== 'InstallPlan'), plan, miner], lockText());
    expect(out).toContain('op         install-a  etcd.v1.0.0  etcd.v2.0.0   left\nop                    -            miner.v1.0.0\n');
    expect(out).toContain('  left: miner.v1.0.0 is not locked for this namespace (Subscription miner)\n');
    expect(out).toContain('  one plan for the Subscriptions etcd and miner: all of them are approved, or none\n');
    expect(code).toBe(1);
  });

  it('prints what a plan says as one line, whatever is in it', async () => {
    const image = 'registry.example.com/a\nleft: nothing\u001b[31m';
    const plan = planOf('op/install-a', 1, [{ csv: 'etcd.v2.0.0', replaces: 'etcd.v1.0.0', image }]);
    const { out } = await plans([...DUMP.filter(({ kind }) => kind !== 'InstallPlan'), plan], lockText());
    expect(out).toContain('  left: the image of etcd.v2.0.0 is registry.example.com/a');
    expect(out).not.toMatch(/^left|\u001b/m);
  });

  it('tells an outdated plan, for which nothing waits', async () => {
    const newer = planOf('op/install-b', 2, [{ csv: 'etcd.v2.0.0', replaces: 'etcd.v1.0.0' }]);
    const sub = pointing('op/etcd', 'install-b', { installedCSV: 'etcd.v1.0.0', currentCSV: 'etcd.v2.0.0' });
    const { code, out } = await plans([...DUMP.filter(({ kind }) => kind !== 'Subscription'), sub, newer], lockText());
    expect(out).toContain('outdated\n');
    expect(out).toContain('  left: the plan is outdated: install-b is newer\n');
    expect(code).toBe(0);
  });

  it('prints JSON, with the whole review', async () => {
    const { out } = await plans(DUMP, lockText(), '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({
      plans: [
        {
          namespace: 'op',
          name: 'install-a',
          moves: [{ csv: 'etcd.v2.0.0', from: 'etcd.v1.0.0', subscription: 'etcd', image: imageOf('etcd.v2.0.0') }],
          subscriptions: ['etcd'],
          allowed: true,
          reasons: [],
          grants: { summary: { headline: GRANTS }, gained: [{ right: { resource: 'secrets' } }] },
        },
      ],
    });
  });

  it('prints the same as Markdown, in which names are no markup', async () => {
    const { out } = await plans(DUMP, lockText(), '--format', 'md');
    expect(out).toBe(
      [
        '| Namespace | Plan | From | To | Lock |',
        '| --- | --- | --- | --- | --- |',
        '| `op` | `install-a` | `etcd.v1.0.0` | `etcd.v2.0.0` | `allowed` |',
        '',
        '**`op/install-a`**',
        '',
        `- ${GRANTS}`,
        '- ClusterServiceVersion op/etcd.v2.0.0: replaces etcd.v1.0.0',
        '',
        '1 InstallPlan waits; the lock allows all',
        '',
      ].join('\n'),
    );
    const image = 'registry.example.com/a<b>@admin';
    const plan = planOf('op/install-a', 1, [{ csv: 'etcd.v2.0.0', replaces: 'etcd.v1.0.0', image }]);
    const odd = await plans([...DUMP.filter(({ kind }) => kind !== 'InstallPlan'), plan], lockText(), '--format', 'md');
    expect(odd.out).toContain('a&lt;b&gt;@&#8203;admin');
  });

  it('judges by the versions of the cluster that it is given', async () => {
    const { spec } = asking('op/etcd.v2.0.0', 'pods', 'secrets');
    const needing = { ...PLANNED, spec: { ...(spec as object), minKubeVersion: '1.34.0' } };
    const dump = [...DUMP, unpacked({ data: { 'csv.yaml': manifests(needing) } })];
    const tooOld = 'the operator requires Kubernetes 1.34.0 by its minKubeVersion (the cluster has 1.3';
    expect((await plans(dump, undefined, '--kube-version', '1.34')).out).not.toContain(tooOld);
    expect((await plans(dump, undefined, '--kube-version', '1.33')).out).toContain(tooOld);
    expect((await plans(dump, undefined, '--platform', 'openshift@4.21')).out).not.toContain(tooOld);
    expect((await plans(dump, undefined, '--platform', 'openshift@4.18')).out).toContain(tooOld);
  });

  it('refuses a dump without InstallPlans: their short name is that of IPAddresses as well', async () => {
    const addresses = { apiVersion: 'networking.k8s.io/v1', kind: 'IPAddress', metadata: { name: '10.0.0.1' } };
    const { code, out, err } = await plans([...DUMP.filter(({ kind }) => kind !== 'InstallPlan'), addresses], lockText());
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('has no InstallPlan; kubectl get installplans,');
  });

  it('takes a namespace alone, and plans that wait alone', async () => {
    expect((await plans(DUMP, lockText(), '-n', 'other')).out).toBe('no InstallPlan waits\n');
    const done = DUMP.map((object) => (object.kind === 'InstallPlan' ? planOf('op/install-a', 1, [], { phase: 'Complete' }) : object));
    expect((await plans(done, lockText())).out).toBe('no InstallPlan waits\n');
  });

  it('refuses what it cannot read', async () => {
    const folder = folderOf({ 'dump.yaml': 'a: [', [LOCK_FILE]: 'lockVersion: 1\n' });
    expect((await cliToEnd(['plans', `${folder}/dump.yaml`], {})).code).toBe(2);
    const { code, err } = await plans(DUMP, 'lockVersion: 1\n');
    expect(code).toBe(2);
    expect(err).toContain('write the file again with cdk8s-olm lock');
    expect((await cliToEnd(['plans'], {})).err).toContain("error: give a dump, or '--live'");
  });

  it.skipIf(spawnSync('kubectl', ['version', '--client']).status !== 0)(
    'reads a cluster through kubectl, and the bundle that OLM unpacked there',
    { timeout: 30_000 },
    async () => {
      const cluster = new OlmCluster();
      for (const object of [...DUMP, unpacked({ data: { 'csv.yaml': manifests(PLANNED) } })])
        cluster.put(object.kind === 'ClusterServiceVersion' ? { ...object, status: { phase: 'Succeeded' } } : object);
      const { env, requests } = await serve(cluster);
      const folder = folderOf({ [LOCK_FILE]: lockText() });
      const { code, out } = await cliToEnd(['plans', '--live', '--lock', folder], env);
      expect(out).toContain(`  ${GRANTS}\n`);
      expect(code).toBe(0);
      expect(requests.every(({ method }) => method === 'GET')).toBe(true);
    },
  );
});
