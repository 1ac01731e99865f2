/** The gate of a change: what it fails for, what decides how it judges, and what it writes. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeLock } from '../../src/olm/lock/lock-of.js';
import { gateMarker } from '../../src/report/gate.js';
import { csv, namespace } from '../support/build.js';
import { cli, inFolder, manifests, type Outcome } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { committed, writeFiles } from '../support/git.js';
import { FINE } from '../support/inputs.js';
import { etcd, INPUT, lockOf } from '../support/locked-bundle.js';

/** An operator without an OperatorGroup, which OLM does not run. */
const broken = (name: string): string => manifests(namespace(name), csv(`${name}/kettle`));
const START = { 'clusters/prod/app.yaml': manifests(...FINE) };

const gate = (folder: string, ...options: string[]): Outcome => inFolder(folder, () => cli(['gate', 'git:main', '.', ...options]));
/** The state of each command, as the first lines say. */
const states = ({ out }: Outcome): Record<string, string> =>
  Object.fromEntries(
    [...out.matchAll(/^(check|review|lock) +(passed|FAILED|skipped) /gm)].map(([, name = '', state = '']) => [name, state]),
  );

describe('gate', () => {
  it('passes for a change that brings no error, and skips a lock that nobody has', () => {
    const folder = committed(START);
    const outcome = gate(folder);
    expect([outcome.code, states(outcome)]).toEqual([0, { check: 'passed', review: 'passed', lock: 'skipped' }]);
    expect(outcome.out).toMatch(/^check {3}passed {3}1 operator\n/);
  });

  it('fails for an error that the change brings, in each command that finds it', () => {
    const folder = committed(START);
    writeFiles(folder, { 'clusters/prod/more.yaml': broken('more') });
    const outcome = gate(folder);
    expect([outcome.code, states(outcome)]).toMatchObject([1, { check: 'FAILED', review: 'FAILED' }]);
    expect(outcome.out).toMatch(/^error\[[\w-]+\] ClusterServiceVersion more\/kettle: /m);
  });

  it('does not fail for an error that BASE has too, and counts it', () => {
    const folder = committed({ ...START, 'clusters/prod/old.yaml': broken('old') });
    expect(inFolder(folder, () => cli(['check', '.'])).code).toBe(1);
    const outcome = gate(folder);
    expect([outcome.code, states(outcome)]).toMatchObject([0, { check: 'passed', review: 'passed' }]);
    expect(outcome.out).toMatch(/^check .*, \d that BASE has too$/m);
  });

  it('fails for a file that the change breaks, and for an input of which nothing is judged', () => {
    const folder = committed(START);
    writeFiles(folder, { 'clusters/prod/bad.yaml': 'kind: [' });
    expect(gate(folder).code).toBe(2);
    const unreadable = committed({ 'app.yaml': 'kind: [' });
    expect(gate(unreadable, '--run', 'check').code).not.toBe(0);
  });

  it.each([
    ['leaves files out', { '.cdk8s-olm.yaml': 'exclude: clusters/prod/more.yaml\n' }],
    ['names another profile', { '.cdk8s-olm.yaml': 'options: { profile: olm-v1 }\n' }],
    ['accepts the error', { '.cdk8s-olm.yaml': 'accept: [{ id: no-operator-group, reason: mine }]\n' }],
  ])('is not decided by the configuration of the change, which %s', (_, files) => {
    const folder = committed(START);
    writeFiles(folder, { 'clusters/prod/more.yaml': broken('more'), ...files });
    expect(states(gate(folder, '--run', 'check'))).toEqual({ check: 'FAILED' });
  });

  it('takes the settings of BASE, and accepts what its baseline accepts', () => {
    const folder = committed(START);
    writeFiles(folder, { 'clusters/prod/more.yaml': broken('more') });
    const [, id = ''] = /^error\[([\w-]+)\]/m.exec(gate(folder, '--run', 'check').out) ?? [];
    const accepting = committed({ ...START, '.cdk8s-olm.yaml': `accept: [{ id: ${id}, reason: known }]\n` });
    writeFiles(accepting, { 'clusters/prod/more.yaml': broken('more') });
    const outcome = gate(accepting, '--run', 'check');
    expect([outcome.code, outcome.out]).toEqual([0, expect.stringMatching(/1 that the baseline accepts/)]);
  });

  it('lets a change repair the configuration file of BASE', () => {
    const folder = committed({ ...START, '.cdk8s-olm.yaml': 'options: { platform: moon }\n' });
    writeFiles(folder, { '.cdk8s-olm.yaml': 'options: { platform: olm }\n' });
    expect(states(gate(folder, '--run', 'check'))).toEqual({ check: 'passed' });
  });

  it('passes settings on as they are written, each to the commands that have it', () => {
    const folder = committed(START);
    const outcome = gate(folder, '--platform', 'openshift@4.14', '--fail-on', 'grants-more', '--no-dependencies');
    expect([outcome.code, outcome.out]).toEqual([0, expect.stringMatching(/^review {2}passed/m)]);
    expect(gate(folder, '--platform', 'moon').code).toBe(2);
    expect(gate(folder, '--run', 'check,moon')).toMatchObject({ code: 2, err: expect.stringContaining('check, review, lock') });
  });

  describe('with a lock', () => {
    const LOCKED = { 'app.yaml': INPUT, 'olm-lock.yaml': writeLock(lockOf(etcd('1.0.0', 'pods'))) };
    const FAST = { 'app.yaml': INPUT.replace('"stable"', '"fast"') };

    it('passes if the lock fits', () => {
      expect(gate(committed(LOCKED), '--run', 'lock')).toMatchObject({ code: 0, out: 'lock    passed   1 lock checked\n' });
    });

    it('fails if the change leaves the lock behind, and not if BASE did', () => {
      const folder = committed(LOCKED);
      writeFiles(folder, FAST);
      const { code, out } = gate(folder, '--run', 'lock');
      expect([code, out]).toEqual([
        1,
        expect.stringMatching(/^lock {4}FAILED {3}1 new difference; .*\n\nlock\nolm-lock.yaml: Subscription op\/etcd has/),
      ]);
      expect(gate(committed({ ...LOCKED, ...FAST }), '--run', 'lock')).toMatchObject({
        code: 0,
        out: expect.stringContaining('that BASE has too'),
      });
    });

    it('fails if the change removes the lock, or breaks it', () => {
      const folder = committed(LOCKED);
      writeFiles(folder, { 'olm-lock.yaml': 'version: moon\n' });
      expect(gate(folder, '--run', 'lock')).toMatchObject({ code: 2, out: expect.stringContaining('FAILED') });
      rmSync(join(folder, 'olm-lock.yaml'));
      expect(gate(folder, '--run', 'lock')).toMatchObject({
        code: 2,
        out: expect.stringMatching(/^lock {4}FAILED .*there is no olm-lock.yaml/),
      });
    });
  });

  describe('with a lock for each unit', () => {
    const unit = (name: string): Record<string, string> => ({
      [`clusters/${name}/kustomization.yaml`]: 'resources: [../../base]\n',
      [`clusters/${name}/olm-lock.yaml`]: writeLock(lockOf(etcd('1.0.0', 'pods'))),
    });
    const BASE = { 'base/kustomization.yaml': 'resources: [app.yaml]\n', 'base/app.yaml': INPUT };
    const FLEET: Record<string, string> = { ...BASE, ...unit('dev'), ...unit('prod'), ...unit('test') };
    const lock = (name: string): string => `clusters/${name}/olm-lock.yaml`;

    it('passes if the locks fit, of a folder and of a commit', () => {
      const folder = committed(FLEET);
      for (const head of ['.', 'git:main', 'git:main:', 'git:main:.'])
        expect(inFolder(folder, () => cli(['gate', 'git:main', head, '--run', 'lock']))).toMatchObject({
          code: 0,
          out: 'lock    passed   3 locks checked\n',
        });
      expect(inFolder(folder, () => cli(['lock', '--check', 'git:main'])).out).toContain(`git:main:${lock('prod')} fits`);
    });

    it.each([[['dev']], [['prod']], [['dev', 'prod']]])('fails if the change removes the lock of %j', (names) => {
      const folder = committed(FLEET);
      for (const name of names) rmSync(join(folder, lock(name)));
      const { code, out } = gate(folder, '--run', 'lock');
      expect([code !== 0, out]).toEqual([true, expect.stringMatching(/^lock {4}FAILED /)]);
      if (names.length === 1) expect(out).toContain(`1 lock removed\n\nlock\nclusters/${names[0]}: has operators, and no lock any more`);
    });

    it('counts the locks of overlays that share no base, and misses one that goes', () => {
      const overlay = (name: string, channel: string): Record<string, string> => ({
        [`clusters/${name}/kustomization.yaml`]: 'resources: [app.yaml]\n',
        [`clusters/${name}/app.yaml`]: INPUT.replace('"stable"', `"${channel}"`),
        [lock(name)]: writeLock(lockOf(etcd('1.0.0', 'pods'))),
      });
      const flat = { ...overlay('dev', 'stable'), ...overlay('prod', 'stable') };
      const folder = committed(flat);
      expect(gate(folder, '--run', 'lock')).toMatchObject({ code: 0, out: 'lock    passed   2 locks checked\n' });
      rmSync(join(folder, lock('prod')));
      expect(gate(folder, '--run', 'lock')).toMatchObject({
        code: 1,
        out: expect.stringContaining('clusters/prod: has operators, and no lock'),
      });
      const moved = committed(flat);
      writeFiles(moved, overlay('prod', 'fast'));
      expect(gate(moved, '--run', 'lock')).toMatchObject({
        code: 1,
        out: expect.stringMatching(/^lock {4}FAILED .*\n\nlock\nclusters\/prod/),
      });
    });

    it('passes if the change removes a unit with its lock, or BASE had none', () => {
      const folder = committed(FLEET);
      rmSync(join(folder, 'clusters/dev'), { recursive: true });
      expect(gate(folder, '--run', 'lock').code).toBe(0);
      const { [lock('dev')]: _, ...half } = FLEET;
      expect(gate(committed(half), '--run', 'lock').code).toBe(0);
    });
  });

  it('writes one comment and the reports of each command into a new folder, and into no other', () => {
    const folder = committed(START);
    const reports = join(folderOf(), 'reports');
    writeFiles(folder, { 'clusters/prod/more.yaml': broken('more') });
    expect(gate(folder, '--reports', reports, '--name', 'prod').code).toBe(1);
    expect(readdirSync(reports).sort()).toEqual([
      'check.json',
      'gate.md',
      'review-code-quality.json',
      'review.html',
      'review.json',
      'review.md',
      'review.sarif',
      'review.xml',
    ]);
    const comment = readFileSync(join(reports, 'gate.md'), 'utf8');
    expect(comment).toMatch(/^<!-- cdk8s-olm gate of prod -->\n\n\| gate \| result \|\n/);
    expect(comment).toContain(readFileSync(join(reports, 'review.md'), 'utf8'));
    expect(comment).toMatch(/\n#### check\n\n- error/);
    expect(gate(folder, '--reports', reports)).toMatchObject({ code: 2, err: expect.stringContaining('is not empty') });
  });

  it('says in the comment why there is no review', () => {
    const folder = committed(START);
    const reports = join(folderOf(), 'reports');
    mkdirSync(reports);
    expect(inFolder(folder, () => cli(['gate', 'git:nowhere', '.', '--reports', reports])).code).toBe(2);
    expect(readFileSync(join(reports, 'gate.md'), 'utf8')).toMatch(/### ⛔ The change could not be reviewed\n\n {4}error/);
  });
});

it('the marker of a comment ends where it ends, whatever the name is', () => {
  for (const name of ['a --> b', '--->', 'a\n-->', '-'.repeat(9), '<!-- x -->'])
    expect(gateMarker(name)).toMatch(/^<!-- (?:(?!--|\n).)* -->$/);
});
