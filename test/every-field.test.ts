/**
 * "No change in meaning" holds for every field: whichever of an input is changed or removed, the review refuses the input or says
 * more than before. So does a change that hides behind another one.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { emitJson } from '../src/base/manifest/format.js';
import { allGrants, backgroundOf, htmlReport, jsonReport, markdownReport, readState, review, type State, summarise } from '../src/core.js';
import { riskFinders } from '../src/review/rules/index.js';
import { folderOf } from './support/files.js';

type Objects = Record<string, unknown>[];
type Path = readonly (string | number)[];

const RBAC = 'rbac.authorization.k8s.io';

/** One object of each kind that the review understands, and two that it does not. */
const OBJECTS = `
- {apiVersion: v1, kind: Namespace, metadata: {name: op, labels: {team: a}}}
- {apiVersion: operators.coreos.com/v1, kind: OperatorGroup, metadata: {name: g, namespace: op}, spec: {targetNamespaces: [op], upgradeStrategy: Default}}
- {apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: op}, spec: {replicas: 2, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {serviceAccountName: web, containers: [{name: web, image: quay.io/acme/web:1}]}}}}
- {apiVersion: v1, kind: ServiceAccount, metadata: {name: web, namespace: op}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: op}, data: {a: b}}
- {apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: limits, namespace: op}, spec: {podSelector: {matchLabels: {a: b}}, policyTypes: [Ingress]}}
- {apiVersion: ${RBAC}/v1, kind: Role, metadata: {name: reader, namespace: op}, rules: [{apiGroups: [""], resources: [pods], verbs: [get, list], resourceNames: [a]}]}
- {apiVersion: ${RBAC}/v1, kind: RoleBinding, metadata: {name: reader, namespace: op}, roleRef: {apiGroup: ${RBAC}, kind: Role, name: reader}, subjects: [{kind: ServiceAccount, name: web, namespace: op}]}
- {apiVersion: ${RBAC}/v1, kind: ClusterRole, metadata: {name: all}, rules: [], aggregationRule: {clusterRoleSelectors: [{matchLabels: {into: all}}]}}
- {apiVersion: ${RBAC}/v1, kind: ClusterRole, metadata: {name: part, labels: {into: all}}, rules: [{nonResourceURLs: [/metrics], verbs: [get]}]}
- {apiVersion: ${RBAC}/v1, kind: ClusterRoleBinding, metadata: {name: all}, roleRef: {apiGroup: ${RBAC}, kind: ClusterRole, name: all}, subjects: [{apiGroup: ${RBAC}, kind: Group, name: devs}]}
- {apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: {name: v}, webhooks: [{name: v.example.com, clientConfig: {service: {name: web, namespace: op, path: /v}}, failurePolicy: Fail, sideEffects: None, admissionReviewVersions: [v1], timeoutSeconds: 5, namespaceSelector: {matchLabels: {a: b}}, rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods], scope: "*"}]}]}
- {apiVersion: apiregistration.k8s.io/v1, kind: APIService, metadata: {name: v1.example.com}, spec: {group: example.com, version: v1, groupPriorityMinimum: 100, versionPriority: 10, service: {name: web, namespace: op, port: 443}}}
`;

const POD = `
serviceAccountName: etcd
hostAliases: [{ip: 10.0.0.1, hostnames: [db.example.com]}]
securityContext: {runAsNonRoot: true, runAsUser: 1000, sysctls: [{name: net.core.somaxconn, value: "1024"}]}
runtimeClassName: gvisor
volumes:
  - {name: cert, secret: {secretName: cert}}
  - {name: node, hostPath: {path: /var/log, type: Directory}}
  - {name: token, projected: {sources: [{serviceAccountToken: {audience: vault, path: token}}]}}
initContainers: [{name: setup, image: quay.io/acme/setup:1, command: [setup]}]
containers:
  - name: manager
    image: quay.io/acme/etcd:1
    command: [manager]
    args: [--leader-elect, --v=2]
    workingDir: /home
    env: [{name: RELATED_IMAGE_BACKUP, value: quay.io/acme/backup:1}, {name: HTTPS_PROXY, value: http://proxy}, {name: KEY, valueFrom: {secretKeyRef: {name: cert, key: tls.key}}}]
    lifecycle: {postStart: {exec: {command: [warm]}}}
    livenessProbe: {exec: {command: [check]}}
    securityContext: {privileged: false, capabilities: {add: [NET_ADMIN]}}
    volumeMounts: [{name: cert, mountPath: /cert}]
`;

const csv = (name: string, pod: unknown) => ({
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'ClusterServiceVersion',
  metadata: { name, namespace: 'op' },
  spec: {
    displayName: 'etcd',
    version: '1.0.0',
    installModes: ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({ type, supported: true })),
    customresourcedefinitions: { owned: [{ name: 'etcds.example.com', version: 'v1', kind: 'Etcd' }] },
    install: {
      strategy: 'deployment',
      spec: {
        permissions: [{ serviceAccountName: 'etcd', rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'update'] }] }],
        deployments: [
          {
            name: 'etcd',
            spec: {
              replicas: 1,
              selector: { matchLabels: { a: 'b' } },
              template: { metadata: { labels: { a: 'b' } }, spec: structuredClone(pod) },
            },
          },
        ],
      },
    },
  },
});
const objectsWith = (name: string, pod: unknown): Objects => [...(parse(OBJECTS) as Objects), csv(name, pod)];

/** The path of every value in a value. */
function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Object.entries(value).flatMap(([key, entry]) => pathsIn(entry, [...at, Array.isArray(value) ? Number(key) : key]));
  return at.length === 0 ? inner : [at, ...inner];
}

/** The objects without this value, and, where it is no list or mapping, with another one; each with what it is called. */
function* changedAt(objects: Objects, path: Path): Generator<[name: string, Objects]> {
  const parents = path.slice(0, -1);
  const last = path.at(-1) as string;
  const at = (from: unknown): Record<string, unknown> =>
    parents.reduce((value, key) => (value as Record<string, unknown>)[key], from) as never;
  const index = Number(path[0]);
  /** All but the object of the path are the same objects, whose text is known. */
  const copy = (): Objects => objects.with(index, structuredClone(objects[index]) as Record<string, unknown>);
  const removed = copy();
  const list: unknown = at(removed);
  if (Array.isArray(list)) list.splice(Number(last), 1);
  else delete at(removed)[last];
  yield [`without ${path.join('.')}`, removed];
  const old = at(objects)[last];
  if (typeof old === 'object') return;
  const changed = copy();
  at(changed)[last] = typeof old === 'number' ? old + 1 : typeof old === 'boolean' ? !old : `${String(old)}x`;
  yield [`with another ${path.join('.')}`, changed];
}

const TEXTS = new WeakMap<object, string>();

/** The text of an object, which nobody changes; there may be something else in its place. */
function textOf(object: unknown): string {
  if (typeof object !== 'object' || object === null) return stringify(object);
  const text = TEXTS.get(object) ?? stringify(object);
  TEXTS.set(object, text);
  return text;
}

/** What a state is read from. */
function stateOf(objects: Objects): State | undefined {
  const folder = folderOf();
  writeFileSync(join(folder, 'all.yaml'), objects.map(textOf).join('---\n'));
  return readState([folder], { throws: false }).state;
}

/** Those of one file know a state that they have seen. */
const FINDERS = riskFinders();

/** The report, without lines and columns and the name of the folder. */
function reportOf(base: State, head: State): string {
  return markdownReport(review(base, head, FINDERS), { all: true })
    .replaceAll(/:\d+:\d+/g, '')
    .replaceAll(head.label, 'HEAD');
}

/** The changes after which a review says no more than without them. */
function unsaid(base: Objects, head: Objects, isUnsaid: (before: State, after: State) => boolean, within: RegExp = /./): string[] {
  const before = stateOf(base) as State;
  return pathsIn(head)
    .filter((path) => within.test(path.join('.')))
    .flatMap((path) => [...changedAt(head, path)])
    .filter(([, objects]) => {
      const after = stateOf(objects);
      return after !== undefined && isUnsaid(before, after);
    })
    .map(([name]) => name);
}

/** What a role or a binding is called, what Kubernetes fills in, or refuses to be anything else. */
const WITHOUT_EFFECT: readonly RegExp[] = [
  /^with another (?:7|9|10)\.metadata\.name$/,
  /^without \d+\.(?:roleRef|subjects\.0)\.apiGroup$/,
  // Of an account in the namespace of its RoleBinding.
  /^without 7\.subjects\.0\.namespace$/,
  /^without 8\.rules$/,
];

const pod = parse(POD) as Record<string, unknown>;

describe('every field that changes', () => {
  it('keeps the headline from being "No change in meaning"', () => {
    const objects = objectsWith('etcd.v1', { containers: [{ name: 'manager', image: 'quay.io/acme/etcd:1' }] });
    const before = stateOf(objects) as State;
    expect(summarise(review(before, stateOf(structuredClone(objects)) as State)).headline).toBe('No change in meaning');
    const silent = unsaid(objects, objects, (was, is) => summarise(review(was, is, FINDERS)).headline === 'No change in meaning');
    expect(silent.filter((name) => !WITHOUT_EFFECT.some((known) => known.test(name)))).toEqual([]);
  });

  it('of a Pod is told beside an upgrade, another image and another command', () => {
    const upgraded = structuredClone(pod) as { containers: Record<string, unknown>[] };
    Object.assign(upgraded.containers[0] as object, { image: 'quay.io/acme/etcd:2', command: ['/manager'] });
    const [base, head] = [objectsWith('etcd.v1', pod), objectsWith('etcd.v2', upgraded)];
    const plain = reportOf(stateOf(base) as State, stateOf(head) as State);
    // The image and the command that change anyway are compared with BASE: removed again, they are still told.
    expect(unsaid(base, head, (was, is) => reportOf(was, is) === plain, /^\d+\.spec\.install\.spec\.deployments/)).toEqual([]);
  });

  it('of a Deployment is told beside another image', () => {
    const base = objectsWith('etcd.v1', pod);
    const head = structuredClone(base);
    const web = head.find(({ kind }) => kind === 'Deployment') as { spec: { template: { spec: { containers: { image: string }[] } } } };
    Object.assign(web.spec.template.spec.containers[0] as object, { image: 'quay.io/acme/web:2' });
    const plain = reportOf(stateOf(base) as State, stateOf(head) as State);
    const index = head.indexOf(web as never);
    expect(unsaid(base, head, (was, is) => reportOf(was, is) === plain, new RegExp(`^${index}\\.`))).toEqual([]);
  });
});

/** Lists in which the order of the entries has a meaning. */
const ORDERED: ReadonlySet<string> = new Set([
  'args',
  'command',
  'containers',
  'env',
  'hostAliases',
  'initContainers',
  'sysctls',
  'sources',
  'webhooks',
]);

/** A value with its keys, and its lists where they may, in reverse order. */
function reversed(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return (ORDERED.has(key) ? value : value.toReversed()).map((entry) => reversed(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, entry]) => [name, reversed(entry, name)]),
  );
}

describe('an input in another order', () => {
  it('is "No change in meaning", whether documents, keys or lists without an order changed places', () => {
    const objects = objectsWith('etcd.v1', pod);
    const [before, after] = [objects, reversed(objects) as Objects].map(stateOf) as [State, State];
    expect(summarise(review(before, after))).toMatchObject({ tone: 'same', headline: 'No change in meaning' });
  });
});

describe('a value of the wrong type', () => {
  /** More than JavaScript counts exactly among them. */
  const VALUES: readonly unknown[] = [2n ** 53n + 1n, null, true, [], {}, [null], [{}], { a: 2n ** 53n + 1n }, 1.5];
  const ABSENT = ['labels', 'annotations', 'namespace'];

  it('is refused or told, wherever it is', () => {
    const objects = objectsWith('etcd.v1', pod).map((object) => ({
      ...object,
      metadata: { ...Object.fromEntries(ABSENT.map((name) => [name, null])), ...(object.metadata as object) },
    }));
    const before = stateOf(objects) as State;
    for (const [index, path] of pathsIn(objects).entries()) {
      const changed = objects.with(Number(path[0]), structuredClone(objects[Number(path[0])]) as (typeof objects)[number]);
      const parent = path.slice(0, -1).reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], changed);
      (parent as Record<string, unknown>)[path.at(-1) as string] = VALUES[index % VALUES.length];
      const after = stateOf(changed as Objects);
      if (!after) continue;
      const result = review(before, after, FINDERS);
      const write = (): unknown => [
        htmlReport(result, backgroundOf(before, after, result)),
        emitJson(jsonReport(result)),
        allGrants(after),
      ];
      expect(write, path.join('.')).not.toThrow();
    }
  });
});
