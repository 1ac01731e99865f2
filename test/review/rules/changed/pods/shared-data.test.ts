/** Data of others that Pods begin to read: reported as a note after which permissions may differ, and only of workloads that are not new. */
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../../src/base/kubernetes/object.js';
import { podSecurity } from '../../../../../src/review/rules/changed/pods/pod-security.js';
import { sides, stateOf } from '../../../../support/states.js';
import { deployment } from '../../../../support/workloads.js';

type Fields = Readonly<Record<string, unknown>>;

/** A Pod with a container `main`, and one that is called `side`. */
const podOf = (rest: Fields, main: Fields = {}, side: Fields = {}): Fields => ({
  containers: [
    { name: 'main', image: 'quay.io/acme/web:v1', ...main },
    { name: 'side', image: 'quay.io/acme/side:v1', ...side },
  ],
  ...rest,
});
const at = (...mounts: readonly Fields[]): Fields => ({ volumeMounts: mounts.map((mount) => ({ name: 'v', mountPath: '/v', ...mount })) });
const volume = (content: Fields): Fields => ({ volumes: [{ name: 'v', ...content }] });
const claim = (claimName: string, more: Fields = {}): Fields => volume({ persistentVolumeClaim: { claimName, ...more } });
const secret = (...keys: readonly string[]): Fields =>
  volume({ secret: { secretName: 's', ...(keys.length > 0 ? { items: keys.map((key) => ({ key, path: 'x' })) } : {}) } });
const variable = (key: string): Fields => ({ env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 's', key } } }] });
const vault = (secretProviderClass: string): Fields =>
  volume({ csi: { driver: 'secrets-store.csi.k8s.io', volumeAttributes: { secretProviderClass } } });
const token = volume({ projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } });

const gained = (was: Fields | undefined, is: Fields, base: readonly KubernetesObject[] = [], head: readonly KubernetesObject[] = base) =>
  podSecurity
    .compare(...sides(stateOf(...base, ...(was ? [deployment('a/web', was)] : [])), stateOf(...head, deployment('a/web', is))))
    .map(({ severity, effect, message }) => `${severity} ${effect}: ${message.replace('Deployment a/web: ', '')}`);

/** A case: the text, the Pod before, and the Pod after. */
const CASES: readonly (readonly [text: string, was: Fields, is: Fields])[] = [
  ['it mounts the claim vault-data, and can write to it', podOf(claim('mine')), podOf(claim('vault-data'))],
  ['it mounts the claim vault-data, and can write to it', podOf(volume({ emptyDir: {} })), podOf(claim('vault-data'))],
  ['it mounts the claim vault-data', podOf({}), podOf(claim('vault-data', { readOnly: true }), at({}))],
  ['it mounts the claim mine, and can write to it', podOf(claim('mine', { readOnly: true })), podOf(claim('mine', { readOnly: false }))],
  ['it mounts the claim mine, and can write to it', podOf(claim('mine'), at({ readOnly: true })), podOf(claim('mine'), at({}))],
  [
    'it can write to the folder tenants of the claim c',
    podOf(claim('c'), at({ subPath: 'tenants/a' })),
    podOf(claim('c'), at({ subPath: 'tenants' })),
  ],
  [
    'it can write to the folder tenants/b of the claim c',
    podOf(claim('c'), at({ subPath: 'tenants/a' })),
    podOf(claim('c'), at({ subPath: 'tenants/b' })),
  ],
  [
    'it can write to the folder $(X) of the claim c',
    podOf(claim('c'), at({ subPath: 'x' })),
    podOf(claim('c'), at({ subPathExpr: '$(X)' })),
  ],
  [
    'it reads all of the claim c',
    podOf(claim('c', { readOnly: true }), at({ subPath: 'x' })),
    podOf(claim('c', { readOnly: true }), at({})),
  ],
  ['it reads the key root of the Secret s', podOf(secret('low')), podOf(secret('root'))],
  ['it reads all keys of the Secret s', podOf(secret('low')), podOf(secret())],
  ['it reads the key root of the Secret s', podOf({}, variable('low')), podOf({}, variable('root'))],
  ['it reads all keys of the Secret s', podOf({}, variable('low')), podOf({}, { envFrom: [{ secretRef: { name: 's' } }] })],
  ['it mounts the Secret s in the container side', podOf(secret(), at({})), podOf(secret(), at({}), at({}))],
  ['it mounts a token of its account in the container side', podOf(token, at({})), podOf(token, at({}), at({}))],
  ['it mounts the SecretProviderClass p in the container side', podOf(vault('p'), at({})), podOf(vault('p'), at({}), at({}))],
  [
    'it mounts a volume of the CSI driver secrets-store.csi.k8s.io (secretProviderClass two)',
    podOf(vault('one'), at({})),
    podOf(vault('two'), at({})),
  ],
  [
    'it lets each container see the processes and files of the others (shareProcessNamespace)',
    podOf({ shareProcessNamespace: false }),
    podOf({ shareProcessNamespace: true }),
  ],
];

describe('data of others in the Pods of a workload', () => {
  it.each(CASES)('is told: %s', (text, was, is) => expect(gained(was, is)).toEqual([`info unknown: ${text}`]));

  it.each(CASES.filter(([, was, is]) => !JSON.stringify([was, is]).includes('"s"')))(
    'is not told of a new workload, nor without a change: %s',
    (_, was, is) => {
      expect(gained(undefined, was)).toEqual([]);
      expect(gained(undefined, is)).toEqual([]);
      expect(gained(is, is)).toEqual([]);
    },
  );

  it.each<[string, Fields, Fields]>([
    ['a claim that becomes read-only', podOf(claim('c')), podOf(claim('c', { readOnly: true }))],
    ['a folder of what it had', podOf(claim('c'), at({})), podOf(claim('c'), at({ subPath: 'x' }))],
    ['the same folder, in other words', podOf(claim('c'), at({ subPath: 'x/y' })), podOf(claim('c'), at({ subPath: './x//y/' }))],
    ['fewer keys', podOf(secret()), podOf(secret('low'))],
    ['another path in the container', podOf(secret(), at({})), podOf(secret(), at({ mountPath: '/w' }))],
    ['a renamed container', podOf(secret(), {}, at({})), podOf(secret(), {}, { ...at({}), name: 'other' })],
  ])('is no more with %s', (_, was, is) => expect(gained(was, is)).toEqual([]));

  it('is its own if the claim comes with the change, and not if the claim was there', () => {
    const [mine, text] = [
      { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { namespace: 'a', name: 'c' } },
      'it mounts the claim c',
    ];
    const change = [podOf({}), podOf(claim('c', { readOnly: true }))] as const;
    expect(gained(...change, [], [mine])).toEqual([`info undefined: ${text}`]);
    expect(gained(...change, [mine])).toEqual([`info unknown: ${text}`]);
  });

  it('is in the claims of another template', () => {
    const set = (name: string): KubernetesObject => ({
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { namespace: 'a', name: 's' },
      spec: { template: { spec: podOf({}) }, volumeClaimTemplates: [{ metadata: { name }, spec: {} }] },
    });
    const found = podSecurity.compare(...sides(stateOf(set('mine')), stateOf(set('vault'))));
    expect(found.map(({ effect, message }) => `${effect}: ${message}`)).toEqual([
      'unknown: it mounts the claim vault-s-0, and can write to it',
    ]);
  });
});

describe('a path of the node', () => {
  const node = volume({ hostPath: { path: '/etc' } });
  it.each<[string, Fields, Fields]>([
    ['all of /etc of its node', at({ readOnly: true }), at({ readOnly: false })],
    ['all of /etc of its node', at({ subPath: 'cni' }), at({})],
    ['the folder cni of /etc of its node', at({ readOnly: true }), at({ subPath: 'cni' })],
  ])('that a Pod can write to is an error: %s', (what, was, is) => {
    expect(gained(podOf(node, was), podOf(node, is))).toEqual([`error unknown: it can write to ${what}`]);
    expect(gained(podOf(node, is), podOf(node, was)).join()).not.toContain('error');
  });

  it('is told once if it is new', () => {
    expect(gained(podOf({}), podOf(node, at({})))).toEqual([expect.stringMatching(/^error .*: it mounts \/etc of its node/)]);
  });
});

describe('a Secret that comes with the change', () => {
  const made = (apiVersion: string, creationPolicy?: string): KubernetesObject => ({
    apiVersion,
    kind: 'ExternalSecret',
    metadata: { name: 'x', namespace: 'a' },
    spec: { target: { name: 's', ...(creationPolicy === undefined ? {} : { creationPolicy }) } },
  });
  const reads = podOf(secret());
  it.each([
    [made('external-secrets.io/v1'), 'undefined'],
    [made('external-secrets.io/v1', 'Owner'), 'undefined'],
    [made('external-secrets.io/v1', 'Merge'), 'unknown'],
    [made('external-secrets.io/v1', 'None'), 'unknown'],
    [made('example.org/v1'), 'unknown'],
  ])('is that of the workload if %j makes it: %s', (object, effect) => {
    const told = gained(podOf({}), reads, [], [object]);
    expect(told).toContain(`info ${effect}: it reads the Secret s`);
  });
});
