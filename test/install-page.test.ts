/** docs/install.md: its commands run, and do what it says. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cli } from './support/command-line.js';
import { folderOf } from './support/files.js';
import { installing } from './support/installing.js';

const page = readFileSync(join(import.meta.dirname, '../docs/install.md'), 'utf8');
const commands = [...page.matchAll(/^\$ cdk8s-olm (.*)$/gm)].map((match) => match[1] ?? '');

it.each(commands)('runs: %s', (command) => {
  const files = installing();
  const input = folderOf(Object.fromEntries(Object.entries(files).map(([name, text]) => [`clusters/prod/${name}`, text])));
  const output = join(input, 'rendered/prod');
  const argv = command
    .replace('bundles/db/1.0.0', join(input, 'clusters/prod/db/1.0.0'))
    .replaceAll('clusters/prod ', `${join(input, 'clusters/prod')} `)
    .replace('rendered/prod', output)
    .split(' ');
  const { code, out, err } = cli(argv);
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  if (argv.includes('-o')) expect(readdirSync(output)).toContain('kustomization.yaml');
  else expect(out).toContain(argv[0] === 'review' ? 'Step 1: delete Subscription' : 'kind: Deployment');
});
