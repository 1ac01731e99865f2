import { describe, expect, it } from 'vitest';
import type { LockedBundle, LockFile } from '../../../src/olm/lock/lock-file.js';
import type { Bundle } from '../../../src/olm/model/bundle.js';
import type { State } from '../../../src/review/state/state.js';
import { crd } from '../../support/build.js';
import { bundleFiles } from '../../support/bundle-files.js';
import { etcd, kept, lockOf, reading, state } from '../../support/locked-bundle.js';

const told = ({ findings }: State): string[] =>
  findings.filter(({ id }) => id === 'lock-mismatch').map(({ severity, subject, message }) => `${severity} ${subject.name}: ${message}`);

const VAULT = { type: 'olm.gvk', value: { group: 'vault.example.com', kind: 'Vault', version: 'v1' } };
const [OLD, NEW] = [
  etcd('0.9.2', 'pods'),
  { ...etcd('0.9.4', 'pods', 'secrets'), dependencies: [VAULT], customResourceDefinitions: [crd('Etcd.v1.example.com')] },
];
const SAYS = 'the lock and the bundle differ about etcd.v0.9.4:';

const edited = (edit: (entry: LockedBundle) => object): LockFile => {
  const lock = lockOf(NEW);
  return { ...lock, bundles: lock.bundles.map((entry) => ({ ...entry, ...edit(entry) })) };
};

describe('lock-mismatch: an entry of a lock', () => {
  it.each<[string, (entry: LockedBundle) => object, string]>([
    ['shows fewer permissions', () => ({ spec: lockOf(etcd('0.9.4', 'pods')).bundles[0]?.spec }), 'spec'],
    [
      'shows another install mode',
      ({ spec }) => ({ spec: { ...spec, installModes: [{ type: 'OwnNamespace', supported: true }] } }),
      'spec',
    ],
    ['shows no APIs of its own', ({ spec }) => ({ spec: { ...spec, customresourcedefinitions: {} } }), 'spec'],
    ['shows a webhook that is not there', ({ spec }) => ({ spec: { ...spec, webhookdefinitions: [] } }), 'spec'],
    ['shows other labels', () => ({ metadata: { labels: { shown: 'yes' } } }), 'metadata'],
    ['shows no CRDs', () => ({ customResourceDefinitions: [] }), 'customResourceDefinitions'],
    ['shows schemas of no CRD', ({ schemas }) => ({ schemas: { ...schemas, 'kettles.example.com': '[{}]' } }), 'schemas'],
    ['shows one more manifest', () => ({ manifests: [{ kind: 'ServiceAccount', metadata: { name: 'x' } }] }), 'manifests'],
    ['needs nothing', ({ properties }) => ({ properties: properties.filter(({ type }) => type !== 'olm.gvk.required') }), 'properties'],
    [
      'provides what it needs itself',
      ({ properties }) => ({ properties: properties.map(({ type, value }) => ({ type: type.replace('.required', ''), value })) }),
      'properties',
    ],
    [
      'is another version',
      ({ properties }) => ({ properties: JSON.parse(JSON.stringify(properties).replace('"0.9.4"', '"0.9.5"')) as object }),
      'properties',
    ],
    ['names an image with another digest', () => ({ image: `example.com/etcd@sha256:${'b'.repeat(64)}` }), 'digest'],
  ])('that %s than its bundle is an error, where the bundle was got earlier', (_, edit, field) => {
    const { image = '' } = edited(edit).bundles[0] ?? {};
    expect(told(state(edited(edit), kept(NEW)))).toEqual([`error etcd.v0.9.4: ${SAYS} another ${field} than ${image} has`]);
  });

  it('sends to the catalog where only properties differ, which are those of the catalog', () => {
    const fixOf = (edit: (entry: LockedBundle) => object): (string | undefined)[] =>
      state(edited(edit), kept(NEW)).findings.flatMap(({ id, fix }) => (id === 'lock-mismatch' ? [fix] : []));
    expect(fixOf(({ properties }) => ({ properties: properties.filter(({ type }) => type !== 'olm.gvk.required') }))).toEqual([
      expect.stringMatching(/lock --verify: if it passes.*ask who edited it$/),
    ]);
    expect(fixOf(() => ({ metadata: { labels: { shown: 'yes' } } }))).toEqual([
      'write the lock again with cdk8s-olm lock --update, and ask who edited it',
    ]);
  });

  it('is an error where its digest is that of another bundle', () => {
    expect(told(state(lockOf(NEW), kept(OLD)))).toEqual([expect.stringContaining('another name')]);
  });

  it('is an error where the bundle in the input says something else; that one is judged', () => {
    const files = bundleFiles('etcd/0.9.4', reading('pods', 'secrets'));
    const head = state(lockOf(etcd('0.9.4', 'pods')), undefined, files);
    expect(told(head)).toEqual([`error etcd.v0.9.4: ${SAYS} another spec than the bundle in the input has, which is judged here`]);
    expect(JSON.stringify(head.made)).toContain('secrets');
    expect(told(state(lockOf(etcd('0.9.4', 'pods', 'secrets')), undefined, files))).toEqual([]);
  });

  it('can have more properties than its bundle, of those that bring no operator: a catalog has its own', () => {
    const more = edited(({ properties }) => ({ properties: [...properties, { type: 'olm.deprecated', value: {} }] }));
    expect(told(state(more, kept(NEW)))).toEqual([]);
  });

  describe('whose CRD has a schema', () => {
    const withSchema = (type: string): Bundle => ({
      ...NEW,
      customResourceDefinitions: NEW.customResourceDefinitions.map((crd) => ({
        ...crd,
        spec: { ...(crd.spec as object), versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type } } }] },
      })),
    });
    const schemasOf = (type: string) => lockOf(withSchema(type)).bundles[0]?.schemas;
    const locked = (schemas: LockedBundle['schemas']): LockFile => {
      const lock = lockOf(withSchema('object'));
      return { ...lock, bundles: lock.bundles.map((entry) => ({ ...entry, schemas })) };
    };

    it('is an error with the text of another schema, also beside the digest of the bundle', () => {
      expect(schemasOf('string')).not.toEqual(schemasOf('object'));
      expect(told(state(locked(schemasOf('string')), kept(withSchema('object'))))).toEqual([
        expect.stringContaining('another schemas than'),
      ]);
    });

    it('is none with the text of the bundle, and without one, as earlier versions wrote it', () => {
      expect(told(state(locked(schemasOf('object')), kept(withSchema('object'))))).toEqual([]);
      expect(told(state(locked(undefined), kept(withSchema('object'))))).toEqual([]);
    });
  });

  it('is none where it says what its bundle says, or the bundle is not at hand', () => {
    expect(told(state(lockOf(NEW), kept(NEW)))).toEqual([]);
    expect(told(state(lockOf(NEW)))).toEqual([]);
  });
});
