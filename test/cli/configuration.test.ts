import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY_OPTIONS } from '../../src/olm/settings/table.js';
import { group, namespace, subscription } from '../support/build.js';
import { bundleFiles } from '../support/bundle-files.js';
import { cli, manifests } from '../support/command-line.js';
import { helpOf } from '../support/commands-page.js';
import { folderOf } from '../support/files.js';
import { FINE } from '../support/inputs.js';
import { installing } from '../support/installing.js';

const FILE = '.cdk8s-olm.yaml';
const inputWith = (configuration: string): string => folderOf({ 'input.yaml': manifests(...FINE), [FILE]: configuration });

describe('options of the configuration file', () => {
  it('count as if they were on the command line', () => {
    const configured = inputWith('options:\n  profile: olm\n  no-status: true\n  only: olm,rbac\n');
    const plain = folderOf({ 'input.yaml': manifests(...FINE) });
    expect(cli(['render', configured])).toEqual(cli(['render', plain, '--profile', 'olm', '--no-status', '--only', 'olm,rbac']));
  });

  it('count less than the command line', () => {
    const configured = inputWith('options: { profile: documented }\n');
    expect(cli(['render', configured, '--profile', 'olm']).out).toBe(cli(['render', folderOf({ 'a.yaml': manifests(...FINE) })]).out);
  });

  it('imply what they imply on the command line', () => {
    const configured = folderOf({ ...installing(), [FILE]: 'options: { certificates: none }\n' });
    expect(cli(['render', configured, '--fail-on', 'never']).out).toContain('kind: Deployment');
  });

  it('may be of another command', () => {
    expect(cli(['check', inputWith('options: { argocd: true, image-registry: [a.example.com=b.example.com] }\n')]).code).toBe(0);
  });

  it('name catalogs for lock, of which the other commands read the paths', () => {
    const catalog = Object.fromEntries(Object.entries(bundleFiles('kettle/1.0.0')).map(([path, text]) => [`catalog/${path}`, text]));
    const overlay = manifests(namespace('op'), group('op/group'), subscription('op/kettle'));
    const configured = (placeIn: (repository: string) => string): string => {
      const repository = folderOf({
        '.git/HEAD': 'ref: refs/heads/main\n',
        ...catalog,
        'prod/input.yaml': overlay,
      });
      const catalogs = `[ours=${placeIn(repository)}, ours=registry.example.com/ours:v1]`;
      writeFileSync(join(repository, 'prod', FILE), `options: { catalog: ${catalogs} }\n`);
      return join(repository, 'prod');
    };
    expect(cli(['render', configured((repository) => relative('.', join(repository, 'catalog')))]).out).toContain('kettle.v1.0.0');
    expect(cli(['check', configured(() => 'registry.example.com/ours:v2')]).code).toBe(0);
  });

  it('are a flag that is off, or empty', () => {
    expect(cli(['check', inputWith('options: { lenient: false }\n')]).code).toBe(0);
    expect(cli(['check', inputWith('options:\n')]).code).toBe(0);
  });

  it('cannot decide whether a run fails', () => {
    for (const name of ['fail-on', 'allow-failed', 'baseline', 'output']) {
      expect(cli(['check', inputWith(`options: { ${name}: never }\n`)])).toMatchObject({ code: 2, out: '' });
    }
  });

  it.each([
    [
      'options: { profile: OLM }',
      `${FILE}:1:21 options.profile: the option profile cannot have this value\n  found     "OLM"\n  expected  Allowed values: documented, olm, olm-v1.`,
    ],
    ['options: { kube-version: 1.30 }', `${FILE}:1:26 options.kube-version: the value has the wrong type`],
    ['options: { kube-version: latest }', 'the option kube-version cannot have this value'],
    ['options: { profil: olm }', 'did you mean profile?'],
    ['options: { assume-namespace: [A] }', 'Expected NAME or NAME:label=value,label=value.'],
    ['option: { profile: olm }', 'did you mean options?'],
  ])('are checked: %s', (configuration, message) => {
    const { code, err } = cli(['check', inputWith(`${configuration}\n`)]);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it('of BASE that cannot be so are a warning in a review, and those of HEAD an error', () => {
    const [wrong, right] = [inputWith('options: { profile: OLM }\n'), inputWith('options: { profile: olm }\n')];
    const repaired = cli(['review', wrong, right]);
    expect(repaired.code).toBe(0);
    expect(repaired.err).toContain('the option profile cannot have this value');
    expect(repaired.err).not.toMatch(/^error/);
    expect(cli(['review', right, wrong])).toMatchObject({ code: 2, err: expect.stringMatching(/^error.*the option profile cannot/s) });
  });

  it('of BASE count in a review, and a change of them is told', () => {
    const [base, head] = [inputWith('options: { profile: documented }\n'), inputWith('options: { profile: olm, lenient: true }\n')];
    const { out } = cli(['review', base, head]);
    expect(out).toContain('changes the options that every run uses (lenient, profile); they count once this is merged');
    expect(out).not.toMatch(/^No change in meaning/);
  });

  it.each([[['who-can', 'get', 'pods']], [['can-i', 'get', 'pods', '--as', 'a/default']], [['can-i', '--list', '--as', 'a/default']]])(
    'are those beside the input, wherever it stands: %j',
    (words) => {
      expect(cli([...words, inputWith('options: { kube-version: none }\n')]).err).toContain(
        'the option kube-version cannot have this value',
      );
    },
  );

  it.each(Object.keys(REPOSITORY_OPTIONS))('are options of some command: %s', (name) => {
    const commands = ['render', 'check', 'lock', 'review', 'resolve', 'upgrades', 'images', 'who-can', 'can-i', 'explain'];
    expect(commands.some((command) => helpOf(command).includes(`--${name}`))).toBe(true);
  });
});
