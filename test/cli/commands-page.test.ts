import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandsPage } from '../support/commands-page.js';

describe('docs/commands.md', () => {
  it('is current', async () => {
    await expect(commandsPage()).toMatchFileSnapshot(join(import.meta.dirname, '../../docs/commands.md'));
  });

  it.each([
    'init',
    'render',
    'check',
    'review',
    'gate',
    'lock',
    'report',
    'baseline',
    'resolve',
    'upgrades',
    'images',
    'who-can',
    'can-i',
    'explain',
    'drift',
    'plans',
    'approve',
    'krm',
    'completion',
  ])('has the command %s', (name) => {
    expect(commandsPage()).toContain(`\n## ${name}\n`);
  });
});
