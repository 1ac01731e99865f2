/**
 * What is rendered, applied to a real cluster: from nothing in one pass, by an account with few permissions, without a difference
 * afterwards for kubectl. Needs KUBECONFIG of a cluster with OLM's CRDs and without OLM that may be
 * written to; everything made is removed again.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expand } from '../../src/base/kubernetes/copies.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../src/base/kubernetes/object.js';
import { refusals } from '../../src/base/kubernetes/structure/refusals.js';
import { emitYaml } from '../../src/base/manifest/emit.js';
import { evaluate } from '../../src/olm/evaluate/evaluate.js';
import { applierObjects } from '../../src/olm/render/applier.js';
import { namespaceObjects } from '../../src/olm/render/namespaces.js';
import type { Rendered } from '../../src/olm/render/rendered.js';
import { readInput } from '../../src/repository/input/read-input.js';
import { readState } from '../../src/repository/read/read-state.js';
import { compareAnswers, questionsAbout } from '../support/access-questions.js';
import { apiServer, applyServerSide, collectionPath } from '../support/api-server.js';
import { bundleNames, GROUPS, trialCluster } from '../support/bundles.js';
import { CLUSTER, describeWith } from '../support/needs.js';

const server = apiServer();
const EXAMPLE = 'examples/tenants';
const LABEL = 'cdk8s-olm-test';
const APPLIER = { namespace: 'orders-operators', name: 'applier' };

/** The objects of an input, Namespaces first, cluster-scoped ones next: the order of the files. */
function objectsOf(
  inputs: readonly string[],
  leaveOut = '',
): { namespaces: KubernetesObject[]; rendered: readonly Rendered[]; objects: KubernetesObject[] } {
  const { cluster, documents } = readInput(inputs);
  const kept = { ...cluster, clusterServiceVersions: cluster.clusterServiceVersions.filter(({ name }) => name !== leaveOut) };
  const namespaces = namespaceObjects(documents.map(({ value }) => value as KubernetesObject));
  const { rendered } = evaluate(kept);
  const all = [...expand(rendered)];
  const isClusterScoped = ({ metadata }: KubernetesObject): boolean => metadata.namespace === undefined;
  return { namespaces, rendered, objects: [...all.filter(isClusterScoped), ...all.filter((object) => !isClusterScoped(object))] };
}

/** Objects labelled as Argo CD labels what it manages. */
function tracked(objects: readonly KubernetesObject[]): KubernetesObject[] {
  return objects.map((object) => ({
    ...object,
    metadata: { ...object.metadata, labels: { ...object.metadata.labels, 'app.kubernetes.io/instance': LABEL } },
  }));
}

/** Writes objects into a new folder. */
function folderWith(objects: readonly KubernetesObject[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-olm-'));
  writeFileSync(join(folder, 'all.yaml'), objects.map((object) => emitYaml(object)).join('---\n'));
  return folder;
}

function output(command: string, args: readonly string[]): { status: number; text: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return { status: status ?? -1, text: `${stdout}${stderr}`.trim() };
}

const { namespaces, rendered, objects } = objectsOf([EXAMPLE]);
const applierAccount: KubernetesObject = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: APPLIER };
const admins = applierObjects(rendered, APPLIER);

describeWith([CLUSTER], 'a real cluster', () => {
  const apply = async (all: readonly KubernetesObject[], asked = server): Promise<string[]> => {
    const refused: string[] = [];
    for (const object of all) {
      if (!asked) continue;
      const { status, body } = await applyServerSide(asked, object, false);
      if (status >= 300) refused.push(`${formatReference(referenceTo(object))}: ${body.message}`);
    }
    return refused;
  };
  const remove = async (all: readonly KubernetesObject[]): Promise<void> => {
    for (const object of all) await server?.ask('DELETE', `${collectionPath(object)}/${object.metadata.name}`);
  };

  beforeAll(async () => {
    expect(await apply(namespaces)).toEqual([]);
    expect(await apply([applierAccount])).toEqual([]);
  }, 120_000);

  afterAll(async () => {
    await remove([...objects, ...admins].toReversed());
    await remove(namespaces);
  }, 300_000);

  it('lets the applier write nothing before an administrator has applied its roles', async () => {
    const account = apiServer(await tokenOf(APPLIER));
    expect(await apply(objects.slice(0, 3), account)).toHaveLength(3);
  }, 60_000);

  it('takes everything from the applier in one pass', async () => {
    expect(await apply(admins)).toEqual([]);
    const account = apiServer(await tokenOf(APPLIER));
    expect(await apply(tracked(objects), account)).toEqual([]);
  }, 300_000);

  it('lets the applier give nobody more than what is rendered', async () => {
    const account = apiServer(await tokenOf(APPLIER));
    const rbac = 'rbac.authorization.k8s.io';
    const subjects = [{ kind: 'ServiceAccount', ...APPLIER }];
    const everything = { metadata: { name: 'cdk8s-olm-test-everything' }, rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] };
    const admin = {
      metadata: { name: 'cdk8s-olm-test-admin' },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'cluster-admin' },
      subjects,
    };
    const itself = { ...admins.find(({ kind }) => kind === 'ClusterRole'), rules: everything.rules } as unknown as KubernetesObject;
    const refused = await apply(
      [
        { apiVersion: `${rbac}/v1`, kind: 'ClusterRole', ...everything },
        { apiVersion: `${rbac}/v1`, kind: 'ClusterRoleBinding', ...admin },
        itself,
      ],
      account,
    );
    expect(refused).toHaveLength(3);
  }, 60_000);

  it('has nothing to change when everything is applied again', async () => {
    const versions = new Map<string, unknown>();
    const applied = async (): Promise<string[]> => {
      const differing: string[] = [];
      for (const object of tracked(objects)) {
        if (!server) continue;
        const { body } = await applyServerSide(server, object, false);
        const key = formatReference(referenceTo(object));
        const { resourceVersion } = body.metadata as { resourceVersion: string };
        if (versions.get(key) !== resourceVersion) differing.push(key);
        versions.set(key, resourceVersion);
      }
      return differing;
    };
    await applied();
    // Kubernetes fills the aggregated roles one after the other, and each time is a change of its own.
    await expect.poll(applied, { interval: 2000, timeout: 60_000 }).toEqual([]);
  }, 300_000);

  it('agrees with who-can', async () => {
    const { state } = readState([EXAMPLE]);
    if (!server || !state) throw new Error('no cluster, or a bad example');
    const questions = fc.sample(
      questionsAbout(
        objects,
        namespaces.map(({ metadata }) => metadata.name),
      ),
      1000,
    );
    const { wrong, yes } = await compareAnswers(server, state, questions);
    console.log(`${questions.length} questions, ${yes} allowed`);
    expect(wrong).toEqual([]);
  }, 600_000);

  it('shows no difference to kubectl', () => {
    const folder = folderWith(tracked(objects.map(withoutStatus)));
    try {
      expect(output('kubectl', ['diff', '--server-side', '--force-conflicts', '--field-manager=cdk8s-olm-test', '-f', folder])).toEqual({
        status: 0,
        text: '',
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 300_000);

  const renderings = bundleNames.flatMap((bundle) => (['documented', 'olm'] as const).map((profile) => [bundle, profile] as const));
  it.skipIf(renderings.length === 0).each(renderings)(
    'takes everything rendered of %s, profile %s, in every mode',
    async (bundle, profile) => {
      const refused: string[] = [];
      for (const mode of Object.keys(GROUPS)) {
        for (const object of expand(evaluate(trialCluster(bundle, mode), { profile }).rendered)) {
          if (!server) continue;
          const inDefault: KubernetesObject =
            object.metadata.namespace === undefined ? object : { ...object, metadata: { ...object.metadata, namespace: 'default' } };
          const { status, body } = await applyServerSide(server, inDefault, true);
          if (status >= 300) refused.push(`${mode}: ${formatReference(referenceTo(object))}: ${body.message}`);
          else expect(refusals(object)).toEqual([]);
        }
      }
      expect(refused).toEqual([]);
    },
    300_000,
  );
});

function withoutStatus({ status: _, ...object }: KubernetesObject): KubernetesObject {
  return object as KubernetesObject;
}

async function tokenOf({ namespace, name }: { namespace: string; name: string }): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  const answer = await server?.ask('POST', path, { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} });
  const { token } = (answer?.body.status ?? { token: '' }) as { token: string };
  return token;
}
