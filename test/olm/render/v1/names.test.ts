import { describe, expect, it } from 'vitest';
import { generateName } from '../../../../src/olm/render/profile/hash.js';
import { certificateName, permissionName, servingServiceName } from '../../../../src/olm/render/v1/context.js';
import { permission } from '../../../support/v1.js';

describe('names of OLM v1', () => {
  it('are cut where they are too long, but for the - that is not counted', () => {
    expect(generateName('a'.repeat(56), 'service')).toHaveLength(64);
    expect(generateName('a'.repeat(57), 'service')).toBe(`${'a'.repeat(55)}-service`);
  });

  it('of roles hash the account as it is written, and the rules', () => {
    expect(permissionName('db.v1.0.0', permission('db'))).toMatch(/^db\.v1\.0\.0-db-[0-9a-z]{43,44}$/);
    expect(permissionName('db.v1.0.0', permission(''))).toMatch(/^db\.v1\.0\.0-default-/);
    expect(permissionName('db.v1.0.0', permission('')).split('-').at(-1)).not.toBe(
      permissionName('db.v1.0.0', permission('default')).split('-').at(-1),
    );
    const names = [undefined, []].map((rules) => permissionName('db', { serviceAccountName: 's', ...(rules ? { rules } : {}) }));
    expect(new Set(names).size).toBe(2);
  });

  it('of Services have no dots', () => {
    expect(servingServiceName('a.b-v1.2')).toBe('a-b-v1-2-service');
    expect(certificateName('a-b-v1-2-service')).toBe('a-b-v1-2-service-cert');
  });
});
