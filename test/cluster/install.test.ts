/**
 * Real bundles, rendered with --install and applied to a real cluster in one pass as docs/install.md says: their Deployments get
 * pods. Needs KUBECONFIG of a cluster with OLM's CRDs that may be written to, and kubectl;
 * everything made is removed again.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { supportedInstallModes } from '../../src/olm/model/csv-parts.js';
import { registryV1 } from '../../src/olm/model/registry-v1-of-bundle.js';
import { group, namespace } from '../support/build.js';
import { annotations } from '../support/bundle-files.js';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { subscription } from '../support/installing.js';
import { CLUSTER, describeWith, inShared, program, SHARED } from '../support/needs.js';
import { manifestsOf } from '../support/registry-v1.js';

const folders =
  CLUSTER.isThere && inShared('bundles').isThere
    ? ['bundles', 'upgrades'].flatMap((of) =>
        readdirSync(join(SHARED, of), { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .flatMap(({ name }) => readdirSync(join(SHARED, of, name)).map((version) => join(of, name, version))),
      )
    : [];

/** Bundles with CRDs that no cluster takes any more. */
const REFUSED = ['bundles/cockroachdb/2.1.1', 'upgrades/jaeger/1.11.0', 'upgrades/strimzi-kafka-operator/0.11.0'];

/** Cannot make its own certificates, and its webhook guards those of others. */
const CERT_MANAGER = 'bundles/cert-manager/1.16.5';

/** CRDs of what bundles use and do not bring. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  'cert-manager.io': ['Issuer', 'Certificate'],
  'monitoring.coreos.com': ['ServiceMonitor', 'PrometheusRule'],
};

/** A CRD that takes anything. */
function stub(group: string, kind: string): KubernetesObject {
  const plural = `${kind.toLowerCase()}s`;
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const versions = [{ name: 'v1', served: true, storage: true, schema }];
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope: 'Namespaced', names: { kind, plural }, versions },
  };
}

/** A PriorityClass that pods name, and that comes with what the operator installs. */
const PRIORITY_CLASS: KubernetesObject = {
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name: 'kubevirt-cluster-critical' },
  value: 1_000_000,
};

const crds = JSON.stringify({
  apiVersion: 'v1',
  kind: 'List',
  items: Object.entries(FOREIGN).flatMap(([group, kinds]) => kinds.map((kind) => stub(group, kind))),
});
/** The first mode that a bundle supports. */
const TARGETS: Readonly<Record<string, readonly string[]>> = { AllNamespaces: [], OwnNamespace: ['op'], SingleNamespace: ['t1'] };

function optionsOf(folder: string): string[] {
  return folder === CERT_MANAGER ? ['--certificates', 'none', '--fail-on', 'never'] : [];
}

/** The folder of a cluster in which OLM would install a bundle, and how many Deployments it has. */
function clusterOf(folder: string): { input: string; deployments: number } {
  const { csv, packageName } = registryV1(manifestsOf(join(SHARED, folder))).bundle;
  const modes = supportedInstallModes(csv);
  const [, targets = []] = Object.entries(TARGETS).find(([mode]) => modes.some((supported) => supported === mode)) ?? [];
  const name = packageName || 'nameless';
  const asked = subscription('op', csv.name);
  const input = folderOf({
    'cluster.yaml': manifests(namespace('op'), namespace('t1'), group('op/og', { targets }), {
      ...asked,
      spec: { ...(asked.spec as object), name, channel: undefined },
    }),
  });
  cpSync(join(SHARED, folder), join(input, 'bundle'), { recursive: true });
  if (!packageName) {
    mkdirSync(join(input, 'bundle/metadata'), { recursive: true });
    writeFileSync(join(input, 'bundle/metadata/annotations.yaml'), annotations(name));
  }
  return { input, deployments: csv.deployments.length };
}

function kubectl(...args: string[]): { status: number; text: string } {
  return output('kubectl', ...args);
}

function output(command: string, ...args: string[]): { status: number; text: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return { status: status ?? -1, text: `${stdout}${stderr}`.trim() };
}

/** Deployments whose pods are all made, asked again and again for three minutes: a busy machine is slow. */
async function running(wanted: number): Promise<unknown[]> {
  for (let tries = 0; ; tries += 1) {
    const { items } = JSON.parse(kubectl('get', 'deployments', '--namespace=op', '--output=json').text) as {
      items: { spec: { replicas?: number }; status: { replicas?: number } }[];
    };
    const done = items.filter(({ spec, status }) => (status.replicas ?? 0) === (spec.replicas ?? 1));
    if (done.length === wanted || tries === 90) return done;
    await setTimeout(2000);
  }
}

describeWith([CLUSTER, program('kubectl'), inShared('bundles'), inShared('upgrades')], 'on an empty cluster', () => {
  it.each(folders)(
    '%s is applied in one pass and its Deployments get pods',
    async (folder) => {
      const { input, deployments } = clusterOf(folder);
      const out = join(folderOf(), 'out');
      const { code, err } = cli(['render', input, '--install', '--argocd', '--lenient', ...optionsOf(folder), '-o', out]);
      if (REFUSED.includes(folder)) {
        expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('no cluster since Kubernetes 1.22 takes a CRD') });
        return;
      }
      expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
      const folderOfStubs = folderOf({ 'stubs.json': crds, 'priority.json': JSON.stringify(PRIORITY_CLASS) });
      const [stubbed, priority] = ['stubs.json', 'priority.json'].map((name) => join(folderOfStubs, name)) as [string, string];
      try {
        expect(kubectl('apply', '--server-side', '--force-conflicts', '-f', stubbed)).toMatchObject({ status: 0 });
        expect(kubectl('wait', '--for=condition=Established', '-f', stubbed, '--timeout=60s')).toMatchObject({ status: 0 });
        expect(kubectl('apply', '--server-side', '-f', priority)).toMatchObject({ status: 0 });
        const applied = kubectl('apply', '--server-side', '--force-conflicts', '--field-manager=argocd-controller', '-k', out);
        expect({ ...applied, text: applied.status === 0 ? '' : applied.text }).toEqual({ status: 0, text: '' });
        expect(await running(deployments)).toHaveLength(deployments);
      } finally {
        kubectl('delete', '--ignore-not-found', '--wait=true', '--timeout=120s', '-k', out);
        kubectl('delete', '--ignore-not-found', '--timeout=60s', '-f', stubbed, '-f', priority);
      }
    },
    600_000,
  );
});
