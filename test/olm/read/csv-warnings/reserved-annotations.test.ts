import { describe, expect, it } from 'vitest';
import { reservedAnnotations } from '../../../../src/olm/read/csv-warnings.js';
import { warnings } from '../../../support/csv-warnings.js';

describe('an annotation of OLM itself', () => {
  it('does not belong on a CSV that is to be installed', () => {
    expect(warnings(reservedAnnotations, { annotations: { 'olm.targetNamespaces': 'a,b', note: 'x' } })).toEqual([
      {
        code: 'CSV_RESERVED_ANNOTATION',
        at: ['metadata', 'annotations', 'olm.targetNamespaces'],
        message: 'OLM writes this annotation itself',
        found: 'olm.targetNamespaces: "a,b"',
        expected: 'no such annotation',
        fix: 'remove it; OLM overwrites it with the value from the OperatorGroup',
      },
    ]);
  });

  it('can turn the CSV into a copy', () => {
    const [warning] = warnings(reservedAnnotations, { annotations: { 'olm.operatorNamespace': 'elsewhere' } });
    expect(warning?.fix).toBe('remove it; OLM treats a CSV that names another namespace here as a copy and never installs it');
  });

  it('is one of four', () => {
    const keys = ['olm.operatorGroup', 'olm.operatorGroupNamespace', 'olm.operatorNamespace', 'olm.targetNamespaces'];
    const annotations = Object.fromEntries([...keys, 'olm.skipRange', 'olm.properties'].map((key) => [key, 'operators']));
    expect(
      warnings(reservedAnnotations, { annotations })
        .map(({ at }) => at[2])
        .sort(),
    ).toEqual(keys);
  });

  it('is where it belongs in a snapshot of a cluster', () => {
    expect(warnings(reservedAnnotations, { created: '2025-01-01T00:00:00Z', annotations: { 'olm.operatorGroup': 'a' } })).toEqual([]);
  });
});
