import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { lockSchema } from '../../../src/olm/lock/read-lock.js';

it('docs/lock.schema.json is current', async () => {
  const text = `${JSON.stringify({ title: 'The lock of cdk8s-olm', ...z.toJSONSchema(lockSchema, { io: 'input' }) }, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '../../../docs/lock.schema.json'));
});
