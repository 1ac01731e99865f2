import { join } from 'node:path';
import { expect, it } from 'vitest';
import { functionConfigJsonSchema } from '../../../src/cli/krm/function-config.js';

it('docs/krm.schema.json is current', async () => {
  const text = `${JSON.stringify(functionConfigJsonSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '../../../docs/krm.schema.json'));
});
