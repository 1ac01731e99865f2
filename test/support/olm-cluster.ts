/**
 * A cluster in memory that keeps resource versions and refuses conflicts, with an OLM that does what OLM's catalog operator does with
 * Subscriptions, InstallPlans and CSVs: one plan for a namespace, numbered; steps along the catalog; nothing without approval.
 */

import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import type { ApprovalClient, Clock } from '../../src/supply/approvals/approve.js';
import { approvalState, type InstallPlan } from '../../src/supply/approvals/install-plan.js';
import { type PlannedBundle, planOf, pointing } from './install-plans.js';

/** An object that is written to. */
export type Draft = ReturnType<typeof JSON.parse>;

export class OlmCluster {
  readonly #objects = new Map<string, Draft>();
  #version = 100;
  /** What was approved: namespace, and the CSVs of the plan as they were then. */
  readonly approved: { readonly namespace: string; readonly csvs: readonly string[] }[] = [];
  /** The versions of each package, the oldest first; each replaces the one before. */
  readonly catalog = new Map<string, string[]>();
  /** Phases in which CSVs end, where it is not Succeeded. */
  readonly ends = new Map<string, string>();
  /** The image of a bundle, where it is another one. */
  readonly images = new Map<string, string>();

  put(object: KubernetesObject | Draft): void {
    this.#version += 1;
    const { metadata } = object;
    this.#objects.set(key(object.kind, metadata.namespace, metadata.name), {
      ...object,
      metadata: { uid: `uid-${metadata.name}`, ...metadata, resourceVersion: String(this.#version) },
    });
  }

  change(kind: string, id: string, change: (draft: Draft) => void): void {
    const [namespace, name] = id.split('/');
    const draft = structuredClone(this.#objects.get(key(kind, namespace, name)));
    change(draft);
    this.put(draft);
  }

  get(kind: string, namespace: string, name: string): Draft | undefined {
    return this.#objects.get(key(kind, namespace, name));
  }

  list(kind: string, namespace?: string): Draft[] {
    return [...this.#objects.values()].filter(
      (one) => one.kind === kind && (namespace === undefined || one.metadata.namespace === namespace),
    );
  }

  /** A merge patch, as an API server takes it. @returns the status of HTTP */
  patch(kind: string, namespace: string, name: string, patch: Draft): 200 | 404 | 409 {
    const object = this.get(kind, namespace, name);
    if (!object) return 404;
    const { uid = object.metadata.uid, resourceVersion = object.metadata.resourceVersion } = patch.metadata ?? {};
    if (uid !== object.metadata.uid || resourceVersion !== object.metadata.resourceVersion) return 409;
    const isApproval = patch.spec?.approved === true && !object.spec.approved;
    if (isApproval) this.approved.push({ namespace, csvs: [...object.spec.clusterServiceVersionNames] });
    this.put({ ...object, spec: { ...object.spec, ...patch.spec } });
    return 200;
  }

  /** A namespace with Subscriptions of these packages, and what is installed. */
  subscribe(namespace: string, installed: Readonly<Record<string, string | undefined>>): void {
    for (const [name, csv] of Object.entries(installed)) {
      this.put(pointing(`${namespace}/${name}`, undefined, csv === undefined ? {} : { installedCSV: csv, currentCSV: csv }));
      if (csv !== undefined) this.#install(namespace, csv, 'Succeeded');
    }
    this.resolve(namespace);
  }

  /** Makes the next plan of a namespace, if there is one to make. */
  resolve(namespace: string): void {
    const moving = this.list('Subscription', namespace).flatMap((one): { one: Draft; bundle: PlannedBundle }[] => {
      const { currentCSV } = one.status;
      const versions = this.catalog.get(one.spec.name) ?? [];
      const next = versions[versions.indexOf(currentCSV ?? one.spec.startingCSV) + (currentCSV || !one.spec.startingCSV ? 1 : 0)];
      if (next === undefined) return [];
      const image = this.images.get(next);
      const version = next.replace(/^.*\.v/, '');
      return [{ one, bundle: { csv: next, version, ...(currentCSV ? { replaces: currentCSV } : {}), ...(image ? { image } : {}) } }];
    });
    if (moving.length === 0) return;
    const generation = Math.max(0, ...this.list('InstallPlan', namespace).map(({ spec }) => spec.generation)) + 1;
    const name = `install-${namespace}-${generation}`;
    this.put(
      planOf(
        `${namespace}/${name}`,
        generation,
        moving.map(({ bundle }) => bundle),
      ),
    );
    for (const { one, bundle } of moving)
      this.change('Subscription', `${namespace}/${one.metadata.name}`, ({ status }) =>
        Object.assign(status, {
          currentCSV: bundle.csv,
          installPlanGeneration: generation,
          installPlanRef: { name, namespace, uid: `uid-${name}` },
        }),
      );
  }

  /** What OLM does in one round. */
  tick(): void {
    for (const csv of this.list('ClusterServiceVersion')) {
      const { namespace, name } = csv.metadata;
      if (csv.status.phase === 'Installing') this.#install(namespace, name, this.ends.get(name) ?? 'Succeeded');
    }
    for (const { metadata, spec, status } of this.list('InstallPlan')) {
      const { namespace, name } = metadata;
      const phase = (next: string): void =>
        this.change('InstallPlan', `${namespace}/${name}`, (plan) => Object.assign(plan.status, { phase: next }));
      if (status.phase === 'RequiresApproval' && spec.approved) phase('Installing');
      if (status.phase !== 'Installing') continue;
      for (const csv of spec.clusterServiceVersionNames) this.#install(namespace, csv, 'Installing');
      phase('Complete');
      for (const { metadata: about } of this.list('Subscription', namespace))
        this.change('Subscription', `${namespace}/${about.name}`, (one) =>
          Object.assign(one.status, { installedCSV: one.status.currentCSV }),
        );
    }
    for (const namespace of new Set(this.list('Subscription').map(({ metadata }) => metadata.namespace as string))) {
      const isReady = this.list('Subscription', namespace).every(
        ({ status }) => this.get('ClusterServiceVersion', namespace, status.currentCSV)?.status.phase === 'Succeeded',
      );
      if (isReady) this.resolve(namespace);
    }
  }

  #install(namespace: string, name: string, phase: string): void {
    this.put({
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'ClusterServiceVersion',
      metadata: { namespace, name },
      spec: {},
      status: { phase },
    });
  }

  /** The CSV that a Subscription has. */
  installed(id: string): string | undefined {
    const [namespace = '', name = ''] = id.split('/');
    return this.get('Subscription', namespace, name)?.status.installedCSV;
  }

  /** The cluster as approving sees it. @param before what happens before each request, which can throw */
  client(before: (request: 'read' | 'approve') => void = () => {}): ApprovalClient {
    const of = (namespaces: readonly string[]): KubernetesObject[] =>
      ['InstallPlan', 'Subscription', 'ClusterServiceVersion'].flatMap((kind) =>
        namespaces.flatMap((namespace) => this.list(kind, namespace)),
      );
    return {
      read: async (namespaces) => {
        before('read');
        return approvalState(structuredClone(of(namespaces)));
      },
      approve: async ({ namespace, name, uid, resourceVersion }: InstallPlan) => {
        before('approve');
        return this.patch('InstallPlan', namespace, name, { metadata: { uid, resourceVersion }, spec: { approved: true } }) === 200
          ? 'approved'
          : 'changed';
      },
    };
  }

  /** A clock that makes OLM go on whenever somebody waits. */
  clock(): Clock {
    let time = 0;
    return {
      now: () => time,
      sleep: async (milliseconds) => {
        time += milliseconds;
        this.tick();
      },
    };
  }
}

function key(kind: string, namespace: string | undefined, name: string | undefined): string {
  return `${kind} ${namespace}/${name}`;
}
