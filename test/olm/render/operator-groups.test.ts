import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { operatorGroups } from '../../../src/olm/render/operator-groups.js';
import { csv, group, namespace } from '../../support/build.js';
import { generate } from '../../support/render.js';

/** An OperatorGroup with exactly these fields. */
function raw(fields: Omit<Partial<KubernetesObject>, 'metadata'> & { metadata?: Record<string, unknown> }): KubernetesObject {
  const { metadata, ...rest } = fields;
  return {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    ...rest,
    metadata: { name: 'group', namespace: 'op', ...metadata },
  };
}

const normal = (spec: unknown, status: unknown, metadata: object = {}): unknown => ({
  apiVersion: 'operators.coreos.com/v1',
  kind: 'OperatorGroup',
  metadata: { name: 'group', namespace: 'op', ...metadata },
  spec,
  ...(status ? { status } : {}),
});

describe('an OperatorGroup in the form in which OLM leaves it', () => {
  it('has the default upgrade strategy, and no spec but that where it is global', () => {
    const global = normal({ upgradeStrategy: 'Default' }, { namespaces: [''] });
    expect(generate(operatorGroups, raw({}))).toEqual([global]);
    expect(generate(operatorGroups, raw({ spec: {} }))).toEqual([global]);
  });

  it('never has an empty list of targets, nor a field without a value', () => {
    expect(generate(operatorGroups, raw({ spec: { targetNamespaces: [], selector: null, staticProvidedAPIs: null } }))).toEqual([
      normal({ upgradeStrategy: 'Default' }, { namespaces: [''] }),
    ]);
  });

  it('keeps what its author wrote', () => {
    const spec = {
      selector: { matchLabels: { a: 'b' } },
      upgradeStrategy: 'TechPreviewUnsafeFailForward',
      staticProvidedAPIs: true,
    };
    expect(
      generate(operatorGroups, namespace('t', { a: 'b' }), raw({ spec, metadata: { labels: { team: 'a' }, annotations: { note: 'x' } } })),
    ).toEqual([normal(spec, { namespaces: ['t'] }, { labels: { team: 'a' }, annotations: { note: 'x' } })]);
  });

  it('loses fields that it does not have, of which a finding tells', () => {
    expect(generate(operatorGroups, raw({ spec: { later: { field: 1 } } }))).toEqual([
      normal({ upgradeStrategy: 'Default' }, { namespaces: [''] }),
    ]);
  });

  it('has the version v1, in which OLM stores it', () => {
    expect(generate(operatorGroups, raw({ apiVersion: 'operators.coreos.com/v1alpha2' }))[0]?.apiVersion).toBe('operators.coreos.com/v1');
  });

  it('shows the resolved namespaces in its status, sorted and each once, and nothing of an earlier status', () => {
    const earlier = { lastUpdated: '2024-01-01T00:00:00Z', namespaces: ['gone'], conditions: [] };
    const targetNamespaces = ['b', 'a', 'b'];
    expect(generate(operatorGroups, raw({ spec: { targetNamespaces }, status: earlier }))).toEqual([
      normal({ targetNamespaces, upgradeStrategy: 'Default' }, { namespaces: ['a', 'b'] }),
    ]);
  });

  it('has no status where its selector matches nothing, as OLM never writes one then', () => {
    const selector = { matchLabels: { a: 'b' } };
    expect(generate(operatorGroups, raw({ spec: { selector } }))).toEqual([normal({ selector, upgradeStrategy: 'Default' }, undefined)]);
  });

  it('loses what only the API server writes', () => {
    const metadata = {
      uid: 'u',
      resourceVersion: '7',
      generation: 2,
      creationTimestamp: '2024-01-01T00:00:00Z',
      finalizers: ['x'],
      ownerReferences: [],
      managedFields: [{}],
      selfLink: '/',
    };
    expect(generate(operatorGroups, raw({ metadata }))).toEqual([normal({ upgradeStrategy: 'Default' }, { namespaces: [''] })]);
  });
});

describe('the annotation olm.providedAPIs', () => {
  const annotation = (...objects: KubernetesObject[]): unknown =>
    generate(operatorGroups, ...objects)[0]?.metadata.annotations?.['olm.providedAPIs'];
  const foo = csv('op/foo.v1', { owns: ['Foo.v1.example.com', 'Bar.v1.example.com'] });

  it('lists the APIs of the members, sorted', () => {
    expect(annotation(group('op/group'), foo)).toBe('Bar.v1.example.com,Foo.v1.example.com');
  });

  it('is kept to the letter where the set of APIs does not change', () => {
    const written = 'Foo.v1.example.com, Bar.v1.example.com,stray';
    expect(annotation(group('op/group', { provides: written }), foo)).toBe(written);
  });

  it('is written anew where the set changes', () => {
    expect(annotation(group('op/group', { provides: 'Foo.v1.example.com, Gone.v1.example.com' }), foo)).toBe(
      'Bar.v1.example.com,Foo.v1.example.com',
    );
  });

  it('of a static group is the author’s alone', () => {
    expect(annotation(group('op/group', { provides: 'Reserved.v1.example.com', isStatic: true }))).toBe('Reserved.v1.example.com');
  });

  it('is absent where nothing is provided, and the group then has no annotations at all', () => {
    expect(generate(operatorGroups, group('op/group', { provides: 'Gone.v1.example.com' }))[0]?.metadata).toEqual({
      name: 'group',
      namespace: 'op',
    });
  });
});
