/** What `init` finds, asks and writes. */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORGES, gateFile } from '../../src/cli/init/gate-files.js';
import { run } from '../../src/cli/program.js';
import { baselineOf } from '../../src/repository/read/read-baseline.js';
import { group, namespace, subscription } from '../support/build.js';
import { cli, loadedFor, manifests } from '../support/command-line.js';
import { contentOf, folderOf } from '../support/files.js';

const APP = { 'app/app.yaml': manifests(namespace('op'), group('op/group'), subscription('op/kettle')) };
const UNKNOWN = { 'app/odd.yaml': 'apiVersion: odd.example.com/v1\nkind: Odd\nmetadata: { name: odd }\n' };

/** Runs `init` for a person who types these lines. */
function answering(folder: string, ...answers: (string | undefined)[]): { code: number; out: string; asked: string[] } {
  const asked: string[] = [];
  let out = '';
  const terminal = {
    out: (text: string) => {
      out += text;
    },
    err: () => {},
    outIsTerminal: true,
    errIsTerminal: true,
    env: {},
    ask: (question: string) => {
      asked.push(question);
      return answers[asked.length - 1];
    },
  };
  const code = run(['init', folder], terminal, loadedFor(['init', folder]));
  return { code, out, asked };
}

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

describe('init', () => {
  it('writes the configuration with its schema, what is known today, and the gate, without a terminal', () => {
    const folder = folderOf({ ...APP, ...UNKNOWN });
    const { code, err } = cli(['init', folder]);
    expect([code, err]).toEqual([0, expect.stringMatching(/^found: 1 unit; 1 Subscription$/m)]);
    expect(read(folder, '.cdk8s-olm.yaml')).toMatch(
      /^# yaml-language-server: \$schema=https:\/\/.*\/docs\/config\.schema\.json\n[\s\S]*Odd/,
    );
    expect(baselineOf(folder)).toMatchObject({ problems: [], configuration: { known: [expect.anything()] } });
    expect(read(folder, '.github/workflows/operators.yaml')).toContain('cdk8s-olm@COMMIT');
  });

  it('overwrites nothing, and shows what the files could have', () => {
    const kept = { '.cdk8s-olm.yaml': 'exclude: a\n', '.gitlab-ci.yml': 'stages: [a]\n' };
    const folder = folderOf({ ...APP, ...kept });
    const before = contentOf(folder);
    const { code, out } = cli(['init', folder]);
    expect([code, contentOf(folder)]).toEqual([0, before]);
    expect(out).toContain('include:\n  - component:');
  });

  it('says what comes next, of what it found: the catalog of operators that are not known, the file of the gate', () => {
    const next = (folder: string, ...options: string[]): string =>
      /\nNext:\n[\s\S]*/.exec(cli(['init', folder, ...options]).out)?.[0] ?? '';
    const asking = folderOf({ 'app.yaml': manifests(namespace('op'), group('op/group'), subscription('op/kettle')) });
    expect(next(asking)).toMatch(
      /lock \. --catalog NAME=IMAGE[\s\S]*\n {2}\.github\/workflows\/operators\.yaml {3}write the address.*\/gate\.md\n/,
    );
    expect(next(asking, '--forge', 'none')).not.toContain('gate.md');
    expect(next(folderOf({ 'app.yaml': manifests(namespace('op')) }))).not.toContain('lock .');
  });

  it('shows no text of a file that has it', () => {
    const folder = folderOf(APP);
    cli(['init', folder]);
    const { out } = cli(['init', folder]);
    expect(out.match(/ is there, with this text$/gm)).toHaveLength(2);
  });

  it('writes nothing through a link of the repository, nor in its place', () => {
    const outside = folderOf();
    const folder = folderOf({ ...APP, '.git/HEAD': 'ref: refs/heads/main\n', '.git/config': '', '.git/objects/x': '', '.git/refs/x': '' });
    symlinkSync(outside, join(folder, '.github'));
    symlinkSync(join(outside, 'nowhere'), join(folder, '.cdk8s-olm.yaml'));
    expect(cli(['init', folder, '--forge', 'github']).code).toBe(2);
    expect(contentOf(outside)).toEqual({});
    expect(contentOf(folder)['.cdk8s-olm.yaml']).toMatch(/^-> /);
  });

  it('asks what no flag says, again after a wrong answer, and takes what it found for an empty one', () => {
    const folder = folderOf(APP);
    const { code, asked } = answering(folder, 'nobody', 'no-olm', 'openshift@4.18', '');
    expect([code, asked.length]).toEqual([0, 4]);
    expect(baselineOf(folder).options).toEqual({ install: true, platform: 'openshift@4.18' });
    expect(read(folder, '.github/workflows/operators.yaml')).toContain('with: { run: "check,review" }');
    expect(answering(folderOf(APP), undefined, undefined, undefined).code).toBe(0);
  });

  it('finds the forge and the platform', () => {
    const spec = { sourceNamespace: 'openshift-marketplace' };
    const folder = folderOf({ 'app.yaml': manifests(namespace('op'), group('op/group'), subscription('op/kettle', spec)) });
    mkdirSync(join(folder, '.github'));
    const { asked } = answering(folder, '', '', '');
    expect(asked.map((question) => /\[(.*)\] $/.exec(question)?.[1])).toEqual(['olm', 'openshift', 'github']);
  });

  it('prints with --dry-run alone, and refuses what is no platform', () => {
    const folder = folderOf(APP);
    const before = contentOf(folder);
    expect(cli(['init', folder, '--dry-run'])).toMatchObject({ code: 0, out: expect.stringContaining('would be written') });
    expect(cli(['init', folder, '--platform', 'moon']).code).toBe(2);
    expect(contentOf(folder)).toEqual(before);
  });
});

describe('the gate that init writes', () => {
  it.each(['github', 'gitlab'] as const)('is the recipe: %s', async (forge) => {
    await expect(gateFile(forge)?.text()).toMatchFileSnapshot(join(import.meta.dirname, `../../examples/ci/gate-${forge}.yaml`));
  });

  it('is there for each forge', () => {
    expect(FORGES.filter((forge) => gateFile(forge) === undefined)).toEqual(['none']);
  });
});
