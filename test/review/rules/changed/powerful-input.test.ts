import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { fieldsOf } from '../../../../src/base/kubernetes/pod-spec.js';
import { kindStructure, structureType } from '../../../../src/base/kubernetes/structure/structure.js';
import { type Access, accessOf } from '../../../../src/review/rules/access/access.js';
import { powerfulInput } from '../../../../src/review/rules/changed/powerful-workloads.js';
import { POWERS } from '../../../../src/review/rules/index.js';
import { namespace } from '../../../support/build.js';
import { cli, manifests } from '../../../support/command-line.js';
import { folderOf } from '../../../support/files.js';
import { bind } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';
import { deployment, operatorState } from '../../../support/workloads.js';

const ADMIN = bind('ci', 'cluster-admin', 'ServiceAccount op/ci');
const configMap = (data: object, name = 'scripts'): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'op' },
  data,
});
const runs = (container: object = {}, more: object = {}): KubernetesObject =>
  deployment('op/job', { serviceAccountName: 'ci', containers: [{ name: 'a', image: 'a', ...container }], ...more });
const told = (before: readonly KubernetesObject[], after: readonly KubernetesObject[], power = ADMIN) =>
  powerfulInput
    .compare?.(accessTo(namespace('op'), power, ...before), accessTo(namespace('op'), power, ...after))
    .map(({ severity, message }) => `${severity}: ${message}`);
const START =
  'error: Deployment op/job runs as ServiceAccount op/ci, which can do everything in all namespaces, and what it reads or runs on is changed:';

describe('powerful-input', () => {
  it('tells of variables, mounts and volumes', () => {
    expect(told([runs()], [runs({ env: [{ name: 'HTTPS_PROXY', value: 'x' }] })])?.[0]).toBe(`${START} variable HTTPS_PROXY of a`);
    expect(told([runs()], [runs({ envFrom: [{ configMapRef: { name: 'c' } }] })])?.[0]).toContain('envFrom of a');
    const volume = (name: string) => runs({}, { volumes: [{ name: 's', configMap: { name } }] });
    expect(told([volume('scripts')], [volume('scripts2')])?.[0]).toContain('volume s');
  });

  it('is a note for what a program logs, how long it waits and how much it does at once', () => {
    const variable = (name: string, value?: string) => runs({ env: [{ name, ...(value === undefined ? {} : { value }) }] });
    const severityOf = (before: KubernetesObject, after: KubernetesObject) => told([before], [after])?.map((text) => text.split(':', 1)[0]);
    const cases: readonly [values: readonly string[], names: readonly string[], flags: readonly string[]][] = [
      [
        ['warn', 'error', 'false', '3', 'json'],
        ['LOG_LEVEL', 'APP_LOG_FORMAT', 'log_level'],
        ['--v', '-v', '--log-level', '--zap-log-level'],
      ],
      [
        ['5', '30s', '100ms'],
        ['SYNC_INTERVAL', 'timeout', 'MAX_WORKERS'],
        ['--sync-timeout', '--concurrency'],
      ],
    ];
    for (const [values, names, flags] of cases)
      for (const value of values) {
        for (const name of names) {
          expect(severityOf(variable(name, values[0]), variable(name, value))).toEqual(value === values[0] ? [] : ['info']);
          expect(severityOf(runs(), variable(name, value))).toEqual(['info']);
          expect(severityOf(variable(name, value), runs())).toEqual(['info']);
        }
        for (const name of ['DISABLE_AUTH', 'ALLOW_ALL', 'BLOG', 'DIALOG', 'LD_PRELOAD', 'NAMESPACE', 'DEBUG', 'TRACE'])
          expect(severityOf(variable(name, 'x'), variable(name, value))).toEqual(['error']);
        for (const flag of flags)
          expect(severityOf(runs({ args: ['run'] }), runs({ args: ['run', `${flag}=${value}`] }))).toEqual(['info']);
        for (const flag of ['--kubeconfig', '--allow-all', '--webhook', '--debug'])
          expect(severityOf(runs({ args: ['run'] }), runs({ args: ['run', `${flag}=${value}`] }))).toEqual(['error']);
      }
    // Such levels print requests, and no time is without end.
    for (const [name, value] of [
      ['LOG_LEVEL', 'debug'],
      ['LOG_LEVEL', 'trace'],
      ['LOG_VERBOSITY', '10'],
      ['MAX_TIMEOUT', '0'],
    ] as const)
      expect(severityOf(variable(name, '1'), variable(name, value))).toEqual(['error']);
    for (const flag of ['--v=10', '--timeout=0', '--log-level=trace'])
      expect(severityOf(runs({ args: ['run'] }), runs({ args: ['run', flag] }))).toEqual(['error']);
    for (const value of ['$(curl evil)', '/etc/passwd', 'https://evil.example', 'a b', ''])
      expect(severityOf(variable('LOG_LEVEL', 'info'), variable('LOG_LEVEL', value))).toEqual(['error']);
    const fromSecret = runs({ env: [{ name: 'LOG_LEVEL', valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } }] });
    expect(severityOf(variable('LOG_LEVEL', 'info'), fromSecret)).toEqual(['error']);
    // One variable that decides more makes it an error again.
    const both = runs({
      env: [
        { name: 'LOG_LEVEL', value: 'debug' },
        { name: 'PATH', value: '/evil' },
      ],
    });
    expect(severityOf(variable('LOG_LEVEL', 'info'), both)).toEqual(['error']);
    expect(severityOf(runs({ args: ['run', '--v=1'] }), runs({ args: ['apply', '--v=2'] }))).toEqual(['error']);
  });

  it('tells of readOnly of a mount where its volume keeps what is written to it', () => {
    const mounting = (source: object, mount: object = {}, more: readonly object[] = []): KubernetesObject =>
      runs(
        { volumeMounts: [{ name: 'v', mountPath: '/v', ...mount }] },
        {
          volumes: [{ name: 'v', ...source }],
          ...(more.length > 0 ? { initContainers: more } : {}),
        },
      );
    const changes = (source: object, more: readonly object[] = []) =>
      told([mounting(source, { readOnly: true }, more)], [mounting(source, { readOnly: false }, more)]);
    for (const source of ['configMap', 'secret', 'projected', 'downwardAPI', 'emptyDir']) expect(changes({ [source]: {} })).toEqual([]);
    for (const source of ['hostPath', 'persistentVolumeClaim', 'csi', 'ephemeral', 'image', 'other'])
      expect(changes({ [source]: {} })).toEqual([`${START} mounts of a`]);
    // A claim of a StatefulSet is no volume of its Pods.
    expect(changes({ name: 'w', configMap: {} })).toEqual([`${START} mounts of a`]);
    // Another container runs what this one writes.
    const other = { name: 'b', image: 'a', volumeMounts: [{ name: 'v', mountPath: '/scripts' }] };
    expect(changes({ emptyDir: {} }, [other])).toEqual([`${START} mounts of a`]);
    expect(changes({ configMap: {} }, [other])).toEqual([]);
    expect(told([mounting({ configMap: {} }, { readOnly: true })], [mounting({ hostPath: { path: '/' } }, {})])?.[0]).toContain('volume v');
    expect(told([mounting({ hostPath: {} })], [mounting({ hostPath: {} }, { readOnly: false })])).toEqual([]);
    expect(told([mounting({ configMap: {} })], [mounting({ configMap: {} }, { mountPath: '/bin', readOnly: true })])).toHaveLength(1);
  });

  it('tells of whom its programs ask and reach, and of what they run on', () => {
    expect(told([runs()], [runs({}, { hostAliases: [{ ip: '10.6.6.6', hostnames: ['api.example.com'] }] })])?.[0]).toBe(
      `${START} hostAliases`,
    );
    expect(told([runs()], [runs({}, { dnsPolicy: 'None', dnsConfig: { nameservers: ['10.6.6.6'] } })])?.[0]).toBe(
      `${START} dnsConfig and dnsPolicy`,
    );
    expect(told([runs()], [runs({}, { nodeName: 'mine' })])?.[0]).toBe(`${START} nodeName`);
    expect(told([runs({}, { runtimeClassName: 'gvisor' })], [runs()])?.[0]).toBe(`${START} runtimeClassName`);
    expect(told([runs()], [runs({}, { dnsPolicy: 'ClusterFirst' })])).toEqual([]);
  });

  it('tells of the ConfigMap that it names, wherever it does', () => {
    for (const pod of [
      runs({ envFrom: [{ configMapRef: { name: 'scripts' } }] }),
      runs({}, { volumes: [{ name: 's', configMap: { name: 'scripts' } }] }),
    ])
      expect(told([pod, configMap({ A: 'b' })], [pod, configMap({ LD_PRELOAD: '/x' })])).toEqual([`${START} ConfigMap scripts`]);
    expect(told([runs(), configMap({ A: 'b' })], [runs(), configMap({ A: 'c' })])).toEqual([]);
  });

  it('tells of annotations of its Pods that a tool can act on, and not of others', () => {
    const annotated = (annotations: object): KubernetesObject => {
      const plain = runs() as { spec: { template: object } } & KubernetesObject;
      return { ...plain, spec: { template: { ...plain.spec.template, metadata: { annotations } } } };
    };
    expect(told([runs()], [annotated({ 'sidecar.istio.io/proxyImage': 'evil' })])?.[0]).toContain('annotation sidecar.istio.io/proxyImage');
    expect(told([runs()], [annotated({ team: 'x', 'checksum/config': '1' })])).toEqual([]);
  });

  it('tells of what stands beside the account in a kind that is not known to run Pods', () => {
    const job = (image: string): KubernetesObject => ({
      apiVersion: 'example.com/v1',
      kind: 'Runner',
      metadata: { name: 'web', namespace: 'op' },
      spec: { jobTargetRef: { template: { spec: { serviceAccountName: 'ci', containers: [{ image }] } } } },
    });
    expect(told([job('a')], [job('evil')])?.[0]).toContain('Runner op/web runs as ServiceAccount op/ci');
    expect(told([job('a')], [job('a')])).toEqual([]);
  });

  it('tells of all that such an object says, but for sizes, and of a Pod in it that names no account', () => {
    const spark = (spec: object): KubernetesObject => ({
      apiVersion: 'sparkoperator.k8s.io/v1beta2',
      kind: 'SparkApplication',
      metadata: { name: 'web', namespace: 'op' },
      spec: { driver: { serviceAccount: 'ci' }, ...spec },
    });
    expect(told([spark({ image: 'a' })], [spark({ image: 'evil' })])?.[0]).toMatch(/^error: .* is changed: image$/);
    expect(told([spark({ replicas: 1 })], [spark({ replicas: 2 })])).toEqual([]);
    const crew = (image: string): KubernetesObject => ({
      apiVersion: 'example.com/v1',
      kind: 'Crew',
      metadata: { name: 'web', namespace: 'op' },
      spec: { workers: [{ pod: { containers: [{ image }] } }] },
    });
    const power = bind('ci', 'cluster-admin', 'ServiceAccount op/default');
    expect(told([crew('a')], [crew('evil')], power)?.[0]).toContain('Crew op/web runs as ServiceAccount op/default');
  });

  it('tells of volume claims, but not of their size', () => {
    const set = (spec: object) => ({
      ...runs(),
      spec: { ...fieldsOf(runs().spec), volumeClaimTemplates: [{ metadata: { name: 'data' }, spec }] },
    });
    expect(told([set({})], [set({ dataSource: { kind: 'VolumeSnapshot', name: 'evil' } })])?.[0]).toContain('volume claim data');
    expect(told([set({})], [set({ resources: { requests: { storage: '2Gi' } } })])).toEqual([]);
  });

  it('warns where only the credentials for its images or its node change', () => {
    const account = (...names: string[]): KubernetesObject =>
      ({
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: 'ci', namespace: 'op' },
        imagePullSecrets: names.map((name) => ({ name })),
      }) as KubernetesObject;
    expect(told([account('a')], [account('a', 'b')])).toEqual([
      'warning: ServiceAccount op/ci can do everything in all namespaces, and where it runs or gets its images from is changed: imagePullSecrets',
    ]);
    expect(told([runs()], [runs({}, { imagePullSecrets: [{ name: 'b' }] })])?.[0]).toMatch(/^warning: Deployment op\/job runs as /);
    expect(told([account('a')], [account('b')], bind('ci', 'view', 'ServiceAccount op/ci'))).toEqual([]);
  });

  it('tells of a ClusterServiceVersion what is changed in it, and of a new version only other data of what it names', () => {
    const state = (name: string, env: object[], data: object) =>
      accessOf(
        operatorState(
          name,
          {
            serviceAccountName: 'etcd',
            containers: [{ name: 'a', image: 'a', env, envFrom: [{ configMapRef: { name: 'scripts' } }] }],
          },
          {},
          configMap(data),
        ),
        POWERS,
      );
    const compare = (before: Access, after: Access) =>
      powerfulInput.compare?.(before, after).map(({ message }) => message.replace(/^.* is changed: /, ''));
    const old = state('etcd.v1', [], {});
    expect(compare(old, state('etcd.v1', [{ name: 'A', value: 'b' }], {}))).toEqual(['variable A of a']);
    expect(compare(old, state('etcd.v2', [{ name: 'A', value: 'b' }], {}))).toEqual([]);
    expect(compare(old, state('etcd.v2', [], { A: 'c' }))).toEqual(['ConfigMap scripts']);
  });

  it('says nothing of accounts that can do little, and of what begins to run', () => {
    expect(told([runs()], [runs({ env: [{ name: 'A' }] })], bind('ci', 'view', 'ServiceAccount op/ci'))).toEqual([]);
    expect(told([], [runs({ env: [{ name: 'A' }] })])).toEqual([]);
  });

  it('takes a field that is called as what every object has for a field like others', () => {
    const pod = runs({}, { nodeSelector: { constructor: 'x' } });
    expect(told([runs()], [pod])).toEqual([expect.stringMatching(/^warning: .* is changed: nodeSelector$/)]);
    expect(told([pod], [pod])).toEqual([]);
    expect(told([pod, configMap({})], [runs({ envFrom: [{ configMapRef: { name: 'constructor' } }] })])?.[0]).toContain('envFrom of a');
  });
});

describe('every field of a Pod of a powerful account', () => {
  type Fields = Record<string, unknown>;
  const reference = { name: 'scripts' };
  /** What is set, and how bad the worst finding about it is. */
  const POD: Readonly<Record<string, readonly [value: unknown, 'error' | 'warning' | 'info']>> = {
    activeDeadlineSeconds: [10, 'info'],
    affinity: [{ nodeAffinity: {} }, 'warning'],
    automountServiceAccountToken: [false, 'info'],
    containers: [[{ name: 'a', image: 'quay.io/evil/b:1' }], 'error'],
    dnsConfig: [{ nameservers: ['10.6.6.6'] }, 'error'],
    dnsPolicy: ['Default', 'error'],
    enableServiceLinks: [false, 'info'],
    ephemeralContainers: [[{ name: 'e', image: 'quay.io/evil/b:1' }], 'error'],
    hostAliases: [[{ ip: '10.6.6.6', hostnames: ['api.example.com'] }], 'error'],
    hostIPC: [true, 'error'],
    hostNetwork: [true, 'warning'],
    hostPID: [true, 'error'],
    hostUsers: [false, 'warning'],
    hostname: ['a', 'info'],
    imagePullSecrets: [[{ name: 'evil' }], 'warning'],
    initContainers: [[{ name: 'i', image: 'quay.io/evil/b:1' }], 'error'],
    nodeName: ['mine', 'error'],
    nodeSelector: [{ mine: 'true' }, 'warning'],
    os: [{ name: 'linux' }, 'info'],
    overhead: [{ cpu: '1' }, 'info'],
    preemptionPolicy: ['Never', 'info'],
    priority: [1, 'info'],
    priorityClassName: ['high', 'info'],
    readinessGates: [[{ conditionType: 'a' }], 'info'],
    resourceClaims: [[{ name: 'gpu', resourceClaimName: 'gpu' }], 'error'],
    resources: [{ limits: { cpu: '1' } }, 'info'],
    restartPolicy: ['Always', 'info'],
    runtimeClassName: ['mine', 'error'],
    schedulerName: ['mine', 'warning'],
    schedulingGates: [[{ name: 'a' }], 'info'],
    securityContext: [{ runAsUser: 0 }, 'warning'],
    serviceAccount: ['ci', 'info'],
    serviceAccountName: ['boss', 'error'],
    setHostnameAsFQDN: [true, 'info'],
    shareProcessNamespace: [true, 'warning'],
    subdomain: ['a', 'info'],
    terminationGracePeriodSeconds: [1, 'info'],
    tolerations: [[{ operator: 'Exists' }], 'info'],
    topologySpreadConstraints: [[{ maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'ScheduleAnyway' }], 'info'],
    volumes: [[{ name: 's', configMap: reference }], 'error'],
  };
  const CONTAINER: typeof POD = {
    args: [['--upload'], 'error'],
    command: [['sh'], 'error'],
    env: [[{ name: 'A', value: 'b' }], 'error'],
    envFrom: [[{ configMapRef: reference }], 'error'],
    image: ['quay.io/evil/b:1', 'error'],
    imagePullPolicy: ['Never', 'warning'],
    lifecycle: [{ preStop: { exec: { command: ['sh'] } } }, 'error'],
    livenessProbe: [{ exec: { command: ['sh'] } }, 'error'],
    // As good as another container.
    name: ['c', 'error'],
    ports: [[{ containerPort: 80 }], 'info'],
    readinessProbe: [{ exec: { command: ['sh'] } }, 'error'],
    resizePolicy: [[{ resourceName: 'cpu', restartPolicy: 'NotRequired' }], 'info'],
    resources: [{ claims: [{ name: 'gpu' }] }, 'error'],
    restartPolicy: ['Always', 'info'],
    securityContext: [{ privileged: true }, 'error'],
    startupProbe: [{ exec: { command: ['sh'] } }, 'error'],
    stdin: [true, 'info'],
    stdinOnce: [true, 'info'],
    terminationMessagePath: ['/var/run/secrets/kubernetes.io/serviceaccount/token', 'error'],
    terminationMessagePolicy: ['FallbackToLogsOnError', 'info'],
    tty: [true, 'info'],
    volumeDevices: [[{ name: 's', devicePath: '/dev/a' }], 'error'],
    volumeMounts: [[{ name: 's', mountPath: '/bin' }], 'error'],
    workingDir: ['/tmp', 'error'],
  };
  const objects = (kind: string, isHead: boolean): KubernetesObject[] => {
    const plain = { serviceAccountName: 'ci', containers: [{ name: 'a', image: 'quay.io/a/b:1' }] };
    const set = (field: string, [value]: readonly [unknown, string]): Fields => (isHead ? { [field]: value } : {});
    return [
      ...Object.entries(POD).map(([field, change]) => workload(kind, `pod-${field}`, { ...plain, ...set(field, change) })),
      ...Object.entries(CONTAINER).map(([field, change]) =>
        workload(kind, `container-${field}`, { ...plain, containers: [{ ...plain.containers[0], ...set(field, change) }] }),
      ),
    ];
  };
  const EXPECTED = Object.fromEntries([
    ...Object.entries(POD).map(([field, [, level]]) => [`pod-${field.toLowerCase()}`, level]),
    ...Object.entries(CONTAINER).map(([field, [, level]]) => [`container-${field.toLowerCase()}`, level]),
  ]);

  it.each(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'CronJob', 'PodTemplate', 'Crew'])('of a %s', (kind) => {
    const around = [namespace('op'), ADMIN, bind('boss', 'cluster-admin', 'ServiceAccount op/boss')];
    const [base, head] = [false, true].map((isHead) => folderOf({ 'all.yaml': manifests(...around, ...objects(kind, isHead)) }));
    const { out } = cli(['review', base as string, head as string, '--format', 'json', '--all']);
    const found = (JSON.parse(out) as { findings: { new: { severity: string; subject: { name: string } }[] } }).findings.new;
    const worst = (name: string): string => {
      const levels = found.filter(({ subject }) => subject.name === name).map(({ severity }) => severity);
      return ['error', 'warning'].find((level) => levels.includes(level)) ?? 'info';
    };
    expect(Object.fromEntries(Object.keys(EXPECTED).map((name) => [name, worst(name)]))).toEqual(EXPECTED);
  });

  it('has an expectation', () => {
    const fieldsAt = (steps: readonly string[]): string[] => {
      const root = kindStructure({ apiVersion: 'apps/v1', kind: 'Deployment' })?.root;
      const end = steps.reduce((type, step) => structureType((step === '[]' ? type?.items : type?.fields?.[step]) as number), root);
      return Object.keys(end?.fields ?? {});
    };
    const pod = fieldsAt(['spec', 'template', 'spec']);
    expect(pod).not.toEqual([]);
    expect(Object.keys(POD)).toEqual(expect.arrayContaining(pod));
    expect(Object.keys(CONTAINER)).toEqual(expect.arrayContaining(fieldsAt(['spec', 'template', 'spec', 'containers', '[]'])));
  });
});

function workload(kind: string, name: string, spec: object): KubernetesObject {
  const metadata = { name: name.toLowerCase(), namespace: 'op' };
  const template = { metadata: { labels: { app: metadata.name } }, spec };
  if (kind === 'PodTemplate') return { apiVersion: 'v1', kind, metadata, template } as KubernetesObject;
  if (kind === 'CronJob')
    return { apiVersion: 'batch/v1', kind, metadata, spec: { schedule: '@daily', jobTemplate: { spec: { template } } } };
  const apiVersion = kind === 'Job' ? 'batch/v1' : kind === 'Crew' ? 'example.com/v1' : 'apps/v1';
  return { apiVersion, kind, metadata, spec: { selector: { matchLabels: { app: metadata.name } }, template } };
}
