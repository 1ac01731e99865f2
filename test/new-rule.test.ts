/** `npm run new-rule`, in a copy of the sources. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const KINDS = { held: 'cart-write', changed: 'cart-moved', check: 'cart-broken' };

let copy = '';
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'cdk8s-olm-new-rule-'));
  cpSync(join(ROOT, 'src'), join(copy, 'src'), { recursive: true });
  for (const name of ['node_modules', 'biome.json']) symlinkSync(join(ROOT, name), join(copy, name));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(ROOT, 'scripts/new-rule.mjs'), ...args], { cwd: copy, encoding: 'utf8' });

it('refuses an id that is none, and one that is there', () => {
  expect(run('Cart write')).toMatchObject({ status: 2, stderr: expect.stringContaining('such as secrets-read') });
  expect(run('cart-write', 'other')).toMatchObject({ status: 2, stderr: expect.stringContaining('about permissions that somebody has') });
});

it('writes a rule of each kind, which is in the list of all rules, and an example of it', async () => {
  for (const [kind, id] of Object.entries(KINDS)) {
    const { status, stdout } = run(id, kind);
    expect(status).toBe(0);
    expect(stdout).toContain(`${id}.ts: the record of the rule`);
    expect(readdirSync(join(copy, 'examples/rules', id), { recursive: true }).join()).toContain('.yaml');
  }
  expect(run('cart-write')).toMatchObject({ status: 2, stderr: 'src/review/rules/held/cart-write.ts is there already\n' });
  const { FINDING_RULES } = (await import(join(copy, 'src/review/rules/all-rules.ts'))) as { FINDING_RULES: { id: string }[] };
  expect(FINDING_RULES.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.values(KINDS)));
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout } = spawnSync(process.execPath, [biome, 'check', 'src/review/rules', 'src/olm/checks'], { cwd: copy, encoding: 'utf8' });
  expect(stdout).toContain('No fixes applied');
});
