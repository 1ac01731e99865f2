import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockJsonSchema } from '../../../src/olm/lock/read-lock.js';

it('docs/lock.schema.json is current', async () => {
  const text = `${JSON.stringify(lockJsonSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '../../../docs/lock.schema.json'));
});
