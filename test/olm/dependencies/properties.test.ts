import { describe, expect, it } from 'vitest';
import { addedProperties, bundleProperties } from '../../../src/olm/dependencies/properties.js';
import { bundle } from '../../support/bundle-files.js';

const LABEL = { type: 'olm.label', value: { label: 'stone' } };
const CONSTRAINT = { type: 'olm.constraint', value: { gvk: { group: 'example.com', version: 'v1', kind: 'Disk' } } };

describe('the properties of a bundle folder', () => {
  const etcd = bundle('etcd/0.9.4', {
    owns: ['Etcd.v1.example.com'],
    requires: ['Backup.v1.example.com'],
    annotations: { 'olm.properties': JSON.stringify([{ type: 'olm.maxOpenShiftVersion', value: '4.19' }]) },
  });

  it('are what operator-registry reads: the CSV, its annotation, and both files of metadata/', () => {
    const dependencies = [{ type: 'olm.package', value: { packageName: 'disks', version: '>=1.0.0' } }, LABEL];
    expect(bundleProperties({ ...etcd, dependencies, properties: [CONSTRAINT, { type: 'certified', value: true }] })).toEqual([
      { type: 'certified', value: true },
      CONSTRAINT,
      { type: 'olm.gvk', value: { group: 'example.com', kind: 'Etcd', version: 'v1' } },
      { type: 'olm.gvk.required', value: { group: 'example.com', kind: 'Backup', version: 'v1' } },
      { type: 'olm.label.required', value: { label: 'stone' } },
      { type: 'olm.maxOpenShiftVersion', value: '4.19' },
      { type: 'olm.package', value: { packageName: 'etcd', version: '0.9.4' } },
      { type: 'olm.package.required', value: { packageName: 'disks', versionRange: '>=1.0.0' } },
    ]);
  });

  it('are each there once, and of one package: that of metadata/annotations.yaml', () => {
    const own = { type: 'olm.gvk', value: { group: 'example.com', kind: 'Etcd', version: 'v1' } };
    const foreign = { type: 'olm.package', value: { packageName: 'other', version: '1.0.0' } };
    expect(bundleProperties({ ...etcd, properties: [own, foreign] })).toEqual(bundleProperties(etcd));
  });

  it('are not what is no property', () => {
    expect(addedProperties({ ...etcd, properties: [7, null, { type: 1, value: 1 }, { type: 'a' }] })).toEqual([
      { type: 'olm.maxOpenShiftVersion', value: '4.19' },
    ]);
  });

  it('are those of the catalog where it is from one', () => {
    expect(bundleProperties({ ...etcd, catalogProperties: [LABEL] })).toEqual([LABEL]);
  });
});
