import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { type NormalChange, normalForm } from '../../../../src/base/kubernetes/structure/normal-form.js';
import { refusals } from '../../../../src/base/kubernetes/structure/refusals.js';
import { type FieldPath, formatFieldPath } from '../../../../src/base/manifest/field-path.js';
import { BREAKS, broken, places } from '../../../support/broken-objects.js';
import { deepFreeze } from '../../../support/deep-freeze.js';
import { GOOD_OBJECTS } from '../../../support/good-objects.js';

const csv = (spec: object, more: object = {}): KubernetesObject => ({
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'ClusterServiceVersion',
  metadata: { name: 'a.v1', namespace: 'a' },
  spec: { displayName: 'A', install: { strategy: 'deployment' }, ...spec },
  ...more,
});
const deployed = (template: object): object => ({
  install: { strategy: 'deployment', spec: { deployments: [{ name: 'd', spec: { selector: {}, template } }] } },
});
const container = (fields: object): KubernetesObject => csv(deployed({ spec: { containers: [{ name: 'c', ...fields }] } }));

function inShort({ path, what, from, to }: NormalChange): string {
  const values = [from, to].map((value) => (value === undefined ? '–' : JSON.stringify(value))).join(' → ');
  return `${what} ${formatFieldPath(path)}: ${values}`;
}

const at = (value: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown> | undefined)?.[step], value);
const TEMPLATE: FieldPath = ['spec', 'install', 'spec', 'deployments', 0, 'spec', 'template'];
const CONTAINER: FieldPath = [...TEMPLATE, 'spec', 'containers', 0];
const C = formatFieldPath(CONTAINER);

describe('the normal form of a CSV', () => {
  const CASES: readonly (readonly [string, KubernetesObject, readonly string[], FieldPath, unknown])[] = [
    ['drops a field that the types do not have', csv({ support: 'x' }), ['dropped spec.support: "x" → –'], ['spec', 'support'], undefined],
    [
      'takes a key in another case',
      csv({ MinKubeVersion: '1.20.0' }),
      ['renamed spec.MinKubeVersion: "MinKubeVersion" → "minKubeVersion"'],
      ['spec', 'minKubeVersion'],
      '1.20.0',
    ],
    [
      'takes of two keys the last in byte order',
      csv({ minkubeversion: '1.21.0', minKubeVersion: '1.20.0' }),
      ['renamed spec.minkubeversion: "minkubeversion" → "minKubeVersion"', 'overridden spec.minKubeVersion: "1.20.0" → "1.21.0"'],
      ['spec', 'minKubeVersion'],
      '1.21.0',
    ],
    [
      'folds letters as Go does',
      csv({ replaceſ: 'a.v0' }),
      ['renamed spec["replaceſ"]: "replaceſ" → "replaces"'],
      ['spec', 'replaces'],
      'a.v0',
    ],
    [
      'writes a required text that is missing',
      csv({ relatedImages: [{ image: 'i' }] }),
      ['filled-in spec.relatedImages[0].name: – → ""'],
      ['spec', 'relatedImages', 0],
      { image: 'i', name: '' },
    ],
    [
      'writes a required flag that is missing',
      csv({ installModes: [{ type: 'OwnNamespace' }] }),
      ['filled-in spec.installModes[0].supported: – → false'],
      ['spec', 'installModes', 0, 'supported'],
      false,
    ],
    [
      'takes null for absent',
      csv({ replaces: null }),
      ['null spec.replaces: null → –'],
      ['spec'],
      { displayName: 'A', install: { strategy: 'deployment' } },
    ],
    [
      'takes null in a list for the empty text',
      container({ args: [null, 'a'] }),
      [`null ${C}.args[0]: null → ""`],
      [...CONTAINER, 'args'],
      ['', 'a'],
    ],
    [
      'takes null in a list for an empty mapping',
      csv({ relatedImages: [null] }),
      [
        'null spec.relatedImages[0]: null → –',
        'filled-in spec.relatedImages[0].image: – → ""',
        'filled-in spec.relatedImages[0].name: – → ""',
      ],
      ['spec', 'relatedImages'],
      [{ image: '', name: '' }],
    ],
    [
      'fills in the protocol of a port',
      container({ ports: [{ containerPort: 80 }, { containerPort: 53, protocol: 'UDP' }] }),
      [`defaulted ${C}.ports[0].protocol: – → "TCP"`],
      [...CONTAINER, 'ports'],
      [
        { containerPort: 80, protocol: 'TCP' },
        { containerPort: 53, protocol: 'UDP' },
      ],
    ],
    [
      'writes a fraction of an amount as text',
      container({ resources: { limits: { cpu: 0.5 }, requests: { cpu: 0.0001, memory: 1 } } }),
      [`amount ${C}.resources.limits.cpu: 0.5 → "500m"`, `amount ${C}.resources.requests.cpu: 0.0001 → "100u"`],
      [...CONTAINER, 'resources'],
      { limits: { cpu: '500m' }, requests: { cpu: '100u', memory: 1 } },
    ],
    [
      'knows the metadata of pods, which the schema leaves open',
      csv(deployed({ metadata: { labels: { a: null, b: 'c' }, lables: {} }, spec: { containers: [] } })),
      [`null ${formatFieldPath(TEMPLATE)}.metadata.labels.a: null → ""`, `dropped ${formatFieldPath(TEMPLATE)}.metadata.lables: {} → –`],
      [...TEMPLATE, 'metadata'],
      { labels: { a: '', b: 'c' } },
    ],
    [
      'drops an unknown field of metadata',
      { ...csv({}), metadata: { name: 'a.v1', lables: {} } },
      ['dropped metadata.lables: {} → –'],
      ['metadata'],
      { name: 'a.v1' },
    ],
  ];

  it.each(CASES)('%s', (_, object, changes, path, value) => {
    const result = normalForm(deepFreeze(object));
    expect(result.changes.map(inShort)).toEqual(changes);
    expect(at(result.object, path)).toEqual(value);
    expect(result.unreadable).toEqual([]);
  });

  it('is the CSV itself, where nothing has to change', () => {
    const object = GOOD_OBJECTS.find(({ kind }) => kind === 'ClusterServiceVersion') as KubernetesObject;
    expect(normalForm(object)).toEqual({ object, changes: [], unreadable: [] });
    expect(normalForm(object).object).toBe(object);
  });

  it('leaves what cannot be read as it is, and says so', () => {
    const object = container({ args: [5], resources: { limits: { cpu: 'much' } } });
    expect(normalForm(object)).toEqual({
      object,
      changes: [],
      unreadable: [
        { path: [...CONTAINER, 'args', 0], found: 5, expected: 'text' },
        { path: [...CONTAINER, 'resources', 'limits', 'cpu'], found: 'much', expected: 'an amount such as 100m or 1Gi' },
      ],
    });
  });

  it('leaves the status alone, and kinds that no CRD defines', () => {
    const status = { phase: 5, unknown: 1 };
    expect(normalForm(csv({ support: 'x' }, { status })).object.status).toBe(status);
    const role: KubernetesObject = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'a' }, Rules: [] };
    expect(normalForm(role).object).toBe(role);
  });

  const someBroken = fc
    .constantFrom(...GOOD_OBJECTS.filter(({ kind, apiVersion }) => apiVersion.startsWith('operators.coreos.com/') && kind !== 'OLMConfig'))
    .chain((object) =>
      fc
        .array(
          fc.record({ at: fc.constantFrom(...places(object.spec).map((path) => ['spec', ...path])), how: fc.constantFrom(...BREAKS) }),
          { maxLength: 4 },
        )
        .map((breaks) => breaks.reduce((result, { at, how }) => breakIfThere(result, at, how), object)),
    );

  it('is a normal form: what has it does not change', () => {
    fc.assert(
      fc.property(someBroken, (object) => {
        const { object: once } = normalForm(deepFreeze(object));
        expect(normalForm(once)).toMatchObject({ object: once, changes: [] });
      }),
    );
  });

  it('is refused for nothing that OLM takes', () => {
    fc.assert(
      fc.property(someBroken, (object) => {
        const { object: normal, unreadable } = normalForm(object);
        const left = refusals(normal).filter(
          ({ path, reason }) => path[0] === 'spec' && !['required', 'not-allowed', 'duplicate'].includes(reason),
        );
        expect(left.map(({ path }) => path)).toEqual(
          unreadable.filter(({ path }) => !isInOpenMetadata(path) && !isBadAmount(path, unreadable)).map(({ path }) => path),
        );
      }),
    );
  });
});

/** The API server does not look into the metadata of pods. */
function isInOpenMetadata(path: FieldPath): boolean {
  return path.includes('template') && path.includes('metadata');
}

function isBadAmount(path: FieldPath, unreadable: readonly { path: FieldPath; found: unknown; expected: string }[]): boolean {
  return unreadable.some((value) => value.path === path && value.expected.startsWith('an amount') && typeof value.found === 'string');
}

function breakIfThere(object: KubernetesObject, path: FieldPath, how: (typeof BREAKS)[number]): KubernetesObject {
  const parent = at(object, path.slice(0, -1));
  return typeof parent === 'object' && parent !== null && Object.hasOwn(parent, path.at(-1) as string) ? broken(object, path, how) : object;
}
