import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { guardUndone } from '../../../../src/review/rules/changed/guard-undone.js';
import { csv, namespace } from '../../../support/build.js';
import { accessTo } from '../../../support/states.js';
import { deployment } from '../../../support/workloads.js';

const WEBHOOK: KubernetesObject = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'guard' },
  webhooks: [
    {
      name: 'a.b.c',
      clientConfig: { service: { name: 'wh', namespace: 'op' } },
      namespaceSelector: { matchExpressions: [{ key: 'skip', operator: 'DoesNotExist' }] },
      objectSelector: { matchLabels: { checked: 'yes' } },
    },
  ],
};
const SERVICE: KubernetesObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'wh', namespace: 'op' },
  spec: { selector: { app: 'wh' } },
};
const server = (replicas = 2, app = 'wh'): KubernetesObject => {
  const plain = deployment('op/wh', { containers: [{ name: 'a', image: 'a' }] });
  return { ...plain, spec: { ...(plain.spec as object), replicas, template: { metadata: { labels: { app } } } } };
};
const policy: KubernetesObject = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'deny', namespace: 'op' },
  spec: { podSelector: {} },
};
const withMetadata = (object: KubernetesObject, more: object): KubernetesObject => ({
  ...object,
  metadata: { ...object.metadata, ...more },
});
const told = (before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
  guardUndone
    .compare?.(accessTo(namespace('op'), ...before), accessTo(namespace('op'), ...after))
    .map(({ severity, message }) => `${severity}: ${message}`);

describe('guard-undone', () => {
  it('tells of marks by which a guard is not applied or removed', () => {
    const local = { annotations: { 'config.kubernetes.io/local-config': 'true' } };
    expect(told([WEBHOOK], [withMetadata(WEBHOOK, local)])).toEqual([
      'error: ValidatingWebhookConfiguration guard has config.kubernetes.io/local-config: true, by which it is not applied, or removed again',
    ]);
    const owner = { ownerReferences: [{ apiVersion: 'v1', kind: 'Namespace', name: 'gone', uid: '0' }] };
    expect(told([policy], [withMetadata(policy, owner)])).toEqual([
      'warning: NetworkPolicy op/deny has ownerReferences to Namespace gone, by which it is not applied, or removed again',
    ]);
    expect(told([SERVICE], [withMetadata(SERVICE, local)])).toEqual([]);
  });

  it('covers the marks that it tells of', () => {
    const more = {
      annotations: { 'config.kubernetes.io/local-config': 'true', other: 'x' },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Namespace', name: 'gone', uid: '0' }],
    };
    const [found] = guardUndone.compare?.(accessTo(policy), accessTo(withMetadata(policy, more))) ?? [];
    expect(found?.claims).toEqual([
      ['metadata', 'annotations', 'config.kubernetes.io/local-config'],
      ['metadata', 'ownerReferences', 0],
    ]);
  });

  it('says nothing of marks by which a guard is applied as before', () => {
    for (const options of ['SkipDryRunOnMissingResource=true', 'ServerSideApply=true, Prune=false'])
      expect(told([policy], [withMetadata(policy, { annotations: { 'argocd.argoproj.io/sync-options': options } })])).toEqual([]);
  });

  it('tells of what served a webhook, and does not any more', () => {
    const all = [WEBHOOK, SERVICE, server()];
    const serves = 'and serves the webhook a.b.c of ValidatingWebhookConfiguration guard';
    expect(told(all, [WEBHOOK, server()])).toEqual([`error: Service op/wh is gone, ${serves}`]);
    expect(told(all, [WEBHOOK, SERVICE, server(0)])).toEqual([`error: Deployment op/wh has 0 replicas, ${serves}`]);
    expect(told(all, [WEBHOOK, SERVICE, server(2, 'other')])).toEqual([
      `error: Deployment op/wh is gone, or is not behind its Service any more, ${serves}`,
    ]);
    expect(told(all, [WEBHOOK, SERVICE, server(3)])).toEqual([]);
    expect(told(all, [...all, policy])).toEqual([`error: NetworkPolicy op/deny decides who reaches Deployment op/wh, ${serves}`]);
  });

  it('tells of a CSV and of a Namespace that go, by the name of a policy engine', () => {
    const operator = (name: string): KubernetesObject => csv(`op/${name}`);
    expect(told([operator('gatekeeper.v1.0.0')], [])).toEqual([
      'error: ClusterServiceVersion op/gatekeeper.v1.0.0 is gone, and its operator with it: by its name, what refuses requests',
    ]);
    expect(told([operator('gatekeeper.v1.0.0')], [operator('gatekeeper.v1.0.1')])).toEqual([]);
    expect(told([operator('etcd.v1.0.0')], [])).toEqual([]);
    expect(told([namespace('kyverno')], [])).toEqual([
      'warning: Namespace kyverno is gone, and all that is in it: by its name, what refuses requests',
    ]);
    expect(told([namespace('shop')], [])).toEqual([]);
  });

  it('grants more where what applied a guard goes, and may do so where nobody knows what it applied', () => {
    const of = (name: string, source?: object): KubernetesObject => ({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name, namespace: 'op' },
      spec: source ? { source } : {},
    });
    const effect = (name: string, source?: object) =>
      guardUndone
        .compare?.(accessTo(namespace('op'), of(name, source)), accessTo(namespace('op')))
        .map((one) => one.effect ?? guardUndone.effect);
    expect(effect('kyverno')).toEqual(['more']);
    expect(effect('shop')).toEqual(['unknown']);
    expect(effect('shop', { path: 'apps/shop' })).toEqual(['none']);
    expect(effect('shop', { path: 'apps/shop', directory: { include: 'gatekeeper.yaml' } })).toEqual(['more']);
  });

  it('may grant more where what goes was read only if a guard of it stays in the repository', () => {
    const shop: KubernetesObject = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'shop', namespace: 'op' },
      spec: { source: { path: 'shop' } },
    };
    const quota = (namespace: string): KubernetesObject => ({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'q', namespace },
      spec: { hard: { pods: '1' } },
    });
    const webhook: KubernetesObject = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'w' },
    };
    const found = (...left: readonly KubernetesObject[]) => {
      const before = accessTo(namespace('op'), shop);
      const gone = before.state.given.find(({ kind }) => kind === 'Application') as KubernetesObject;
      const base = { ...before, state: { ...before.state, goneHere: new Map([[gone, { left }]]) } };
      return guardUndone
        .compare?.(base, accessTo(namespace('op')))
        .map(
          ({ severity, message, effect = guardUndone.effect }) =>
            `${effect} ${severity}${/, (\S+) \S+ among it$/.exec(message)?.[1] ?? ''}`,
        );
    };
    expect(found()).toEqual(['none warning']);
    expect(found(namespace('shop'), quota('shop'))).toEqual(['none warning']);
    expect(found(quota('shop'))).toEqual(['unknown warningResourceQuota']);
    expect(found(namespace('shop'), quota('op'))).toEqual(['unknown warningResourceQuota']);
    expect(found(namespace('shop'), webhook)).toEqual(['more errorValidatingWebhookConfiguration']);
  });

  it('knows what serves a policy engine by its names, and that a Job may do anything', () => {
    const of = (kind: string, command: string): KubernetesObject => {
      const plain = deployment('stackrox/central', { containers: [{ name: 'a', image: 'a', command: [command] }] });
      return { ...plain, apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1', kind };
    };
    expect(told([of('Deployment', 'a')], [of('Deployment', 'b')])).toHaveLength(1);
    const effects = (kind: string): unknown =>
      guardUndone
        .compare?.(accessTo(namespace('op'), of(kind, 'a')), accessTo(namespace('op'), of(kind, 'b')))
        .map((one) => one.effect ?? guardUndone.effect);
    expect([effects('Deployment'), effects('Job')]).toEqual([['more'], ['unknown']]);
  });

  it('counts a source of Flux that goes only where something still names it', () => {
    const source: KubernetesObject = {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'OCIRepository',
      metadata: { name: 'kyverno', namespace: 'op' },
      spec: { url: 'oci://example.com/charts/kyverno' },
    };
    const release = (spec: object): KubernetesObject => ({
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'policies', namespace: 'op' },
      spec,
    });
    expect(told([source], [])).toEqual(['info: OCIRepository op/kyverno is gone, and nothing here names it']);
    for (const spec of [
      { chartRef: { kind: 'OCIRepository', name: 'kyverno' } },
      { chart: { spec: { chart: 'c', sourceRef: { name: 'kyverno', namespace: 'op' } } } },
    ])
      expect(told([source, release(spec)], [release(spec)])?.[0]).toMatch(/^error: OCIRepository op\/kyverno is gone/);
    expect(told([source, release({ chart: {} })], [release({ chart: {} })])?.[0]).toMatch(/^info: /);
    expect(told([source, release({ chartRef: { kind: 'OCIRepository', name: 'kyverno' } })], [])?.[0]).toMatch(/^error: /);
  });

  it('tells of what applied manifests from elsewhere, and is removed', () => {
    const release = (name: string): KubernetesObject => ({
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name, namespace: 'op' },
      spec: { chart: { spec: { chart: name } } },
    });
    expect(told([release('kyverno')], [])?.[0]).toMatch(/^error: HelmRelease op\/kyverno is gone/);
    expect(told([release('shop')], [])?.[0]).toMatch(/^warning: HelmRelease op\/shop is gone/);
    const argo = (kind: string, spec: object): KubernetesObject => ({
      apiVersion: 'argoproj.io/v1alpha1',
      kind,
      metadata: { name: 'shop', namespace: 'argocd' },
      spec: { syncPolicy: { automated: { prune: true } }, ...spec },
    });
    expect(told([argo('Application', { source: { path: 'shop' } })], [])?.[0]).toMatch(/^warning: Application argocd\/shop is gone/);
    expect(told([argo('Application', { source: { path: 'cluster/policies' } })], [])?.[0]).toMatch(/^error: /);
    expect(told([argo('AppProject', { sourceRepos: ['*'] })], [])).toEqual([
      'warning: AppProject argocd/shop is gone, and limits no more what its Applications apply',
    ]);
  });

  it('knows by names of BASE that a removed delivery applied one program', () => {
    const effect = (spec: object, kind = 'argoproj.io/v1alpha1 Application', name = 'shop-prod'): unknown => {
      const [apiVersion = '', type = ''] = kind.split(' ');
      const gone = { apiVersion, kind: type, metadata: { name, namespace: 'argocd' }, spec };
      return guardUndone.compare?.(accessTo(namespace('op'), gone), accessTo(namespace('op')))[0]?.effect;
    };
    const from = (path?: string) => ({ source: { repoURL: 'https://example.com/other.git', ...(path ? { path } : {}) } });
    for (const spec of [from('shop'), from('shop/overlays/prod'), { sources: [{ chart: 'shop' }, { path: 'values/shop' }] }])
      expect(effect(spec), JSON.stringify(spec)).toBe('none');
    expect(effect({ path: './apps/shop' }, 'kustomize.toolkit.fluxcd.io/v1 Kustomization')).toBe('none');
    expect(effect({ chart: { spec: { chart: 'shop' } } }, 'helm.toolkit.fluxcd.io/v2 HelmRelease')).toBe('none');
    for (const spec of [{}, from(), from('.'), from('clusters/prod-a'), from('other'), { sources: [{ path: 'shop' }, { path: 'rest' }] }])
      expect(effect(spec), JSON.stringify(spec)).toBe('unknown');
    for (const name of ['cluster-config', 'quotas', 'bootstrap', 'infra-rbac', 'apps'])
      expect(effect(from(name), undefined, name), name).toBe('unknown');
    expect(effect({ template: from('shop') }, 'argoproj.io/v1alpha1 ApplicationSet')).toBe('unknown');
  });

  describe('of a server that stays', () => {
    const service = (spec: object = {}): KubernetesObject => ({
      ...SERVICE,
      spec: { selector: { app: 'wh' }, ports: [{ port: 443, targetPort: 8443 }], ...spec },
    });
    const runs = (container: object = {}, pod: object = {}): KubernetesObject => ({
      ...server(),
      spec: {
        replicas: 2,
        template: {
          metadata: { labels: { app: 'wh' } },
          spec: { containers: [{ name: 'a', image: 'quay.io/gk/gk:1', args: ['--mode=enforce'], ...container }], ...pod },
        },
      },
    });
    const serves = 'and serves the webhook a.b.c of ValidatingWebhookConfiguration guard';
    const all = [WEBHOOK, service(), runs()];
    const adding = (...more: readonly KubernetesObject[]) => told(all, [...all, ...more]);
    const of = (kind: string, apiVersion: string, spec: object, space = 'op'): KubernetesObject => ({
      apiVersion,
      kind,
      metadata: { name: 'q', namespace: space },
      spec,
    });

    it('tells of other ports of its Service, the more so if none is asked any more', () => {
      const ports = (port: number, targetPort: number) => [WEBHOOK, service({ ports: [{ port, targetPort }] }), runs()];
      expect(told(all, ports(443, 8444))).toEqual([`warning: Service op/wh has other ports, ${serves}`]);
      expect(told(all, ports(444, 8443))).toEqual([`error: Service op/wh has no port 443 any more, ${serves}`]);
      expect(told(all, [WEBHOOK, service({ sessionAffinity: 'ClientIP' }), runs()])).toEqual([]);
    });

    it('tells of what its Pods run with, and not of another version of the image', () => {
      const changed = (container: object, pod: object = {}) => told(all, [WEBHOOK, service(), runs(container, pod)]);
      expect(changed({ args: ['--mode=audit'] })).toEqual([`warning: Deployment op/wh has other args of a, ${serves}`]);
      expect(changed({}, { nodeSelector: { nowhere: 'true' } })).toEqual([`warning: Deployment op/wh has other nodeSelector, ${serves}`]);
      expect(changed({}, { schedulingGates: [{ name: 'never' }] })).toEqual([
        `error: Deployment op/wh has other schedulingGates, ${serves}`,
      ]);
      expect(changed({ image: 'quay.io/evil/gk:1' })).toEqual([`warning: Deployment op/wh has other image of a, ${serves}`]);
      expect(changed({ image: 'quay.io/gk/gk:2' })).toEqual([]);
      expect(changed({ env: [] }, { terminationGracePeriodSeconds: 5 })).toEqual([]);
    });

    it('tells of no gain where hooks and probes change, or the server of an own API', () => {
      const crd: KubernetesObject = {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'things.acme.io' },
        spec: {
          group: 'acme.io',
          names: { kind: 'Thing', plural: 'things' },
          scope: 'Namespaced',
          versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
        },
      };
      const asking = (apiGroups?: readonly string[]): KubernetesObject => ({
        ...WEBHOOK,
        webhooks: (WEBHOOK.webhooks as object[]).map((each) => ({ ...each, ...(apiGroups ? { rules: [{ apiGroups }] } : {}) })),
      });
      const effects = (webhook: KubernetesObject, container: object, pod: object = {}): unknown[] | undefined =>
        guardUndone
          .compare?.(
            accessTo(namespace('op'), webhook, crd, service(), runs()),
            accessTo(namespace('op'), webhook, crd, service(), runs(container, pod)),
          )
          .map(({ effect }) => effect);
      const exec = { exec: { command: ['/bin/true'] } };
      const hooks: readonly object[] = [{ lifecycle: { preStop: exec } }, { startupProbe: exec }, { terminationMessagePolicy: 'File' }];
      for (const hook of hooks) expect(effects(asking(), hook)).toEqual(['none']);
      const programs: readonly object[] = [{ args: ['--mode=audit'] }, { env: [{ name: 'MODE', value: 'audit' }] }, { workingDir: '/' }];
      for (const container of programs) {
        expect(effects(asking(['acme.io']), container)).toEqual(['none']);
        for (const groups of [undefined, [], ['*'], [''], ['rbac.authorization.k8s.io'], ['acme.io', 'apps']])
          expect(effects(asking(groups), { ...container, ...hooks[0] })).toEqual([undefined]);
      }
      // Whatever the webhook is asked about, a server that may not run, or another program, is no server any more.
      const stopping: readonly object[] = [{ nodeSelector: { nowhere: 'true' } }, { activeDeadlineSeconds: 1 }];
      for (const pod of stopping) expect(effects(asking(['acme.io']), hooks[0] ?? {}, pod)).toEqual([undefined]);
      for (const container of [{ image: 'quay.io/evil/gk:1' }, { resources: { limits: { memory: '1Mi' } } }])
        expect(effects(asking(['acme.io']), container)).toEqual([undefined]);
    });

    it('tells of sizes with which they are killed or find no node, and not of usual ones', () => {
      const sized = (sizes: object) => runs({ resources: sizes });
      const between = (was: object, is: object) => told([WEBHOOK, service(), sized(was)], [WEBHOOK, service(), sized(is)]);
      const memory = (limit: string) => ({ limits: { memory: limit } });
      expect(between({}, memory('1Mi'))).toEqual([`warning: Deployment op/wh has other limits.memory of a, ${serves}`]);
      expect(between(memory('1Gi'), memory('100Mi'))).toHaveLength(1);
      expect(between({ requests: { cpu: '100m' } }, { requests: { cpu: '1000' } })).toHaveLength(1);
      expect(between({ requests: { cpu: '100m', memory: '1Gi' } }, { requests: { cpu: '1m', memory: '1Mi' } })).toEqual([]);
      expect(between(memory('1Gi'), memory('512Mi'))).toEqual([]);
      expect(between({}, { ...memory('512Mi'), requests: { cpu: '100m' } })).toEqual([]);
    });

    it('tells of a Pod that joins it behind its Service', () => {
      const joker: KubernetesObject = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'joker', namespace: 'op', labels: { app: 'wh' } },
        spec: { containers: [] },
      };
      expect(adding(joker)).toEqual([
        'error: Pod op/joker is new behind Service op/wh, and can answer the webhook a.b.c of ValidatingWebhookConfiguration guard',
      ]);
      expect(adding(withMetadata(joker, { labels: { app: 'other' } }))).toEqual([]);
    });

    it('tells of quotas, limits and autoscalers that decide about its Pods', () => {
      const which = 'which serves the webhook a.b.c of ValidatingWebhookConfiguration guard';
      expect(adding(of('ResourceQuota', 'v1', { hard: { pods: '0' } }))).toEqual([
        `error: ResourceQuota op/q is new and decides whether Deployment op/wh gets its Pods, ${which}`,
      ]);
      expect(adding(of('LimitRange', 'v1', { limits: [] }))?.[0]).toMatch(/^warning: LimitRange op\/q is new and decides/);
      expect(adding(of('ResourceQuota', 'v1', { hard: { pods: '0' } }, 'other'))).toEqual([]);
      const target = { kind: 'Deployment', name: 'wh' };
      const vpa = of('VerticalPodAutoscaler', 'autoscaling.k8s.io/v1', { targetRef: target });
      expect(adding(vpa)?.[0]).toMatch(/^warning: VerticalPodAutoscaler op\/q is new and decides how many Pods Deployment op\/wh has/);
      const hpa = (name: string, minReplicas: number) =>
        of('HorizontalPodAutoscaler', 'autoscaling/v2', { minReplicas, scaleTargetRef: { ...target, name } });
      expect(adding(hpa('wh', 0))?.[0]).toMatch(/^error: /);
      expect(adding(hpa('wh', 2))?.[0]).toMatch(/^warning: /);
      expect(adding(hpa('web', 0))).toEqual([]);
    });

    it('tells of a Lease, which stops what does not hold it', () => {
      const lease = (space: string) => of('Lease', 'coordination.k8s.io/v1', { holderIdentity: 'nobody' }, space);
      expect(adding(lease('op'))).toEqual([
        'warning: Lease op/q is new and held by nobody: of the copies of a controller, only its holder works',
      ]);
      expect(told([], [lease('kube-system')])?.[0]).toMatch(/^error: Lease kube-system\/q is new/);
      expect(told([], [lease('other')])).toEqual([]);
    });
  });
});
