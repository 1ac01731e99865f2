/** What an object of the input names as a key, credential, authority, configuration or backend: each referrer with each end. */
import { describe, expect, it } from 'vitest';
import { cli, manifests } from '../../../support/command-line.js';
import { folderOf } from '../../../support/files.js';

type Manifest = Parameters<typeof manifests>[0];

const object = (apiVersion: string, kind: string, spec: object): Manifest =>
  ({ apiVersion, kind, metadata: { name: 'reader', namespace: 'ops' }, spec }) as Manifest;

const REFERRERS: Readonly<Record<string, { readonly kind: 'Secret' | 'ConfigMap'; readonly reader: Manifest }>> = {
  'a key of Flux': {
    kind: 'Secret',
    reader: object('source.toolkit.fluxcd.io/v1', 'OCIRepository', {
      url: 'oci://example.com/a',
      verify: { secretRef: { name: 'named' } },
    }),
  },
  'a kubeconfig of Flux': {
    kind: 'Secret',
    reader: object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', {
      kubeConfig: { secretRef: { name: 'named' } },
      sourceRef: { kind: 'GitRepository', name: 'elsewhere' },
      path: './apps',
    }),
  },
  'an authority of cert-manager': {
    kind: 'Secret',
    reader: object('cert-manager.io/v1', 'Issuer', { ca: { secretName: 'named' } }),
  },
  'a credential of a kind that nobody knows': {
    kind: 'Secret',
    reader: object('example.com/v1', 'Mirror', { login: { secretRef: { name: 'named' } } }),
  },
  'a configuration of a kind that nobody knows': {
    kind: 'ConfigMap',
    reader: object('example.com/v1', 'Proxy', { settings: { configMapRef: { name: 'named' } } }),
  },
};

const data = (kind: string, value: string, name = 'named'): Manifest =>
  ({
    apiVersion: 'v1',
    kind,
    metadata: { name, namespace: 'ops' },
    ...(kind === 'Secret' ? { stringData: { a: value } } : { data: { a: value } }),
  }) as Manifest;

const found = (base: Manifest[], head: Manifest[]): string[] => {
  const { out } = cli([
    'review',
    folderOf({ 'a.yaml': manifests(...base) }),
    folderOf({ 'a.yaml': manifests(...head) }),
    '--format',
    'json',
  ]);
  const { findings } = JSON.parse(out) as { findings: { new: { id: string; severity: string }[] } };
  return findings.new.flatMap(({ id, severity }) => (id === 'named-object-changed' ? [severity] : []));
};

describe.each(Object.entries(REFERRERS))('named-object-changed: %s', (_, { kind, reader }) => {
  it('is a warning if its content changes, and if it is new', () => {
    expect(found([reader, data(kind, 'old')], [reader, data(kind, 'new')])).toEqual(['warning']);
    expect(found([reader], [reader, data(kind, 'new')])).toEqual(['warning']);
  });

  it('is nothing if it stays, or if another object changes', () => {
    expect(found([reader, data(kind, 'old')], [reader, data(kind, 'old')])).toEqual([]);
    expect(found([reader, data(kind, 'old', 'other')], [reader, data(kind, 'new', 'other')])).toEqual([]);
  });
});

describe('named-object-changed: values that SOPS encrypted', () => {
  const secret = (cipher: string, field = 'stringData'): Manifest =>
    ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'password', namespace: 'ops' },
      [field]: { a: `ENC[AES256_GCM,data:${cipher},iv:a,tag:a,type:str]` },
      sops: { mac: cipher },
    }) as Manifest;

  it.each(['data', 'stringData'])('are a warning if they change, and if they are new, in %s', (field) => {
    expect(found([secret('old', field)], [secret('new', field)])).toEqual(['warning']);
    expect(found([], [secret('new', field)])).toEqual(['warning']);
    expect(found([secret('old', field)], [secret('old', field)])).toEqual([]);
  });

  it('are a warning in an object of any kind', () => {
    const account = (cipher: string) => ({ ...(secret(cipher) as object), kind: 'ServiceAccount' }) as Manifest;
    expect(found([account('old')], [account('new')])).toEqual(['warning']);
  });
});
