import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CRD_TYPES, DEPLOYMENT_TYPES, typeFields } from '../../../../src/base/kubernetes/typed/fields.js';
import { inShared, itWith, SHARED } from '../../../support/needs.js';

const SCHEMA = join(SHARED, 'schema/kubernetes-1.32.json');

describe('the fields of a type', () => {
  it('are read from its line', () => {
    expect([...(typeFields('ContainerPort') ?? [])]).toEqual([
      ['containerPort', { type: 'integer', shape: 'one', emptiness: 'always' }],
      ['hostIP', { type: 'text', shape: 'one', emptiness: 'omitted' }],
      ['hostPort', { type: 'integer', shape: 'one', emptiness: 'omitted' }],
      ['name', { type: 'text', shape: 'one', emptiness: 'omitted' }],
      ['protocol', { type: 'text', shape: 'one', emptiness: 'omitted' }],
    ]);
    expect(typeFields('ResourceRequirements')?.get('limits')).toEqual({ type: 'quantity', shape: 'mapping', emptiness: 'omitted' });
    expect(typeFields('text')).toBeUndefined();
  });

  it('have types that are there', () => {
    const scalars = [
      'text',
      'integer',
      'number',
      'boolean',
      'quantity',
      'intOrString',
      'any',
      'schemaOrBoolean',
      'schemaOrList',
      'schemaOrTexts',
    ];
    for (const type of Object.keys({ ...DEPLOYMENT_TYPES, ...CRD_TYPES })) {
      for (const [name, field] of typeFields(type) ?? []) {
        expect(typeFields(field.type) !== undefined || scalars.includes(field.type), `${type}.${name}: ${field.type}`).toBe(true);
      }
    }
  });

  itWith([inShared('schema/kubernetes-1.32.json')], 'are those that an API server has', () => {
    const { $defs } = JSON.parse(readFileSync(SCHEMA, 'utf8')) as { $defs: Record<string, { properties?: Record<string, unknown> }> };
    for (const type of Object.keys({ ...DEPLOYMENT_TYPES, ...CRD_TYPES })) {
      const served = Object.entries($defs).find(([id]) => id.endsWith(`.${type}`) && !id.startsWith('com.coreos.'))?.[1].properties ?? {};
      const expected = Object.keys(served).filter((name) => name !== 'managedFields');
      expect([...(typeFields(type)?.keys() ?? [])].sort(), type).toEqual(expected.sort());
    }
  });
});
