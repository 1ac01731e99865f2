import { describe, expect, it } from 'vitest';
import { blocksUpgrade, leftFailed } from '../../../src/olm/rules/left-failed.js';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const stored = (kind: string, name: string, rest: string, version = 'operators.coreos.com/v1alpha1'): string =>
  `apiVersion: ${version}\nkind: ${kind}\nmetadata: {name: ${name}, namespace: attic, uid: ${kind}-${name}, resourceVersion: '1'}\n${rest}\n---\n`;
const csv = (name: string, version: string, replaces: string, status: string): string =>
  stored(
    'ClusterServiceVersion',
    name,
    `spec:
  version: ${version}
${replaces === '' ? '' : `  replaces: ${replaces}\n`}  installModes: [{type: AllNamespaces, supported: true}]
  install: {strategy: deployment, spec: {deployments: []}}
status: {${status}}`,
  );
const dump = (group: string, csvs: string, installed = 'lamp.v2.0.0'): string =>
  [
    "apiVersion: v1\nkind: Namespace\nmetadata: {name: attic, uid: n, resourceVersion: '1'}\n---\n",
    stored('OperatorGroup', 'og', `spec: {${group}}`, 'operators.coreos.com/v1'),
    stored(
      'Subscription',
      'lamp',
      `spec: {name: lamp, channel: stable, source: hub, sourceNamespace: attic}\nstatus: {installedCSV: ${installed}, currentCSV: ${installed}}`,
    ),
    csvs,
  ].join('');
const bundle = (version: string): string =>
  `{schema: olm.bundle, package: lamp, name: lamp.v${version}, image: example.com/lamp:${version}, properties: [{type: olm.package, value: {packageName: lamp, version: ${version}}}]}\n---\n`;
const CATALOG = `schema: olm.package
name: lamp
defaultChannel: stable
---
schema: olm.channel
package: lamp
name: stable
entries: [{name: lamp.v1.0.0}, {name: lamp.v2.0.0, replaces: lamp.v1.0.0}, {name: lamp.v3.0.0, replaces: lamp.v2.0.0}]
---
${bundle('1.0.0')}${bundle('2.0.0')}${bundle('3.0.0')}`;
const ran = (command: string, text: string) => {
  const { out, err, code } = cli([command, folderOf({ 'dump.yaml': text, 'hub/index.yaml': CATALOG })]);
  return { text: `${out}${err}`, code };
};

const FORWARD = 'upgradeStrategy: TechPreviewUnsafeFailForward';
const INSTALLATION = ['InstallCheckFailed', 'InstallComponentFailed', 'ComponentUnhealthy', 'InstallComponentFailedNoRetry'];
const OF_THE_GROUP = ['UnsupportedOperatorGroup', 'InterOperatorGroupOwnerConflict', 'NoOperatorGroup'];
const failed = (reason: string): string => `phase: Failed, reason: ${reason}, message: install timeout`;

// OLM's transitionCSVState: only a CSV in phase Replacing lets the next one in, and phase Failed goes there with fail forward alone.
describe.each([...INSTALLATION, ...OF_THE_GROUP])('a CSV that a dump has left Failed, %s', (reason) => {
  const isPassed = INSTALLATION.includes(reason);
  const left = csv('lamp.v2.0.0', '2.0.0', '', failed(reason));

  it.each([
    ['', true],
    [FORWARD, !isPassed],
  ])('blocks its upgrade or not, as the group says: "%s"', (group, isBlocking) => {
    const check = ran('check', dump(group, left));
    expect(check.code).toBe(1);
    expect(check.text).toContain(`lamp.v2.0.0  og     *        Failed   ${reason}`);
    expect(check.text).toMatch(
      new RegExp(
        `csv-failed.*in phase Failed, ${reason}: install timeout; ${isBlocking ? 'it blocks its own upgrade' : 'its OperatorGroup fails forward'}`,
      ),
    );

    const upgrades = ran('upgrades', dump(group, left)).text;
    expect(upgrades.includes('→ lamp.v3.0.0')).toBe(!isBlocking);
    expect(upgrades.includes(`lamp.v3.0.0 does not run, so lamp.v2.0.0 stays: lamp.v2.0.0 is in phase Failed, ${reason}`)).toBe(isBlocking);
    expect(upgrades).not.toContain('no later version');

    const resolve = ran('resolve', dump(group, left)).text;
    expect(resolve).toContain('lamp.v3.0.0 from attic/hub');
    expect(resolve.includes('it blocks its own upgrade')).toBe(isBlocking);
  });

  it.each([
    ['', true],
    [FORWARD, !isPassed],
  ])('lets the one that replaces it in, or not: "%s"', (group, isBlocking) => {
    const next = csv('lamp.v3.0.0', '3.0.0', 'lamp.v2.0.0', 'phase: Pending, reason: RequirementsUnknown');
    const { text } = ran('check', dump(group, `${left}${next}`, 'lamp.v3.0.0'));
    expect(/lamp\.v3\.0\.0 .*Pending +RequirementsUnknown/.test(text)).toBe(isBlocking);
    expect(/lamp\.v3\.0\.0 .*Succeeded/.test(text)).toBe(!isBlocking);
    expect(text.includes('OLM waits for lamp.v2.0.0')).toBe(isBlocking);
  });
});

describe('what a dump says of phases', () => {
  it('is read of CSVs of the input alone', () => {
    const manifest = { apiVersion: '', kind: '', metadata: { name: 'lamp' }, status: { phase: 'Failed', reason: 'InstallCheckFailed' } };
    const given = { namespace: 'attic', phase: 'Failed', manifest };
    expect(leftFailed(given)).toEqual({ reason: 'InstallCheckFailed', message: '' });
    expect(leftFailed({ ...given, isResolved: true })).toBeUndefined();
    expect(leftFailed({ ...given, phase: 'Succeeded' })).toBeUndefined();
    const forward = { upgradeStrategy: 'TechPreviewUnsafeFailForward' } as const;
    expect(blocksUpgrade(given, [{ namespace: 'attic', ...forward }])).toBeUndefined();
    expect(blocksUpgrade(given, [{ namespace: 'cellar', ...forward }])).toBeDefined();
  });

  it('is not believed of a manifest under review', () => {
    const base = folderOf({ 'a.yaml': dump('', '') });
    const head = folderOf({ 'a.yaml': dump('', csv('lamp.v2.0.0', '2.0.0', '', failed('InstallCheckFailed'))) });
    expect(cli(['review', base, head]).out).not.toContain('csv-failed');
  });

  // getReplacementChain and the garbage collection of phase Replacing in OLM's olm/operator.go.
  it('takes the whole chain before a CSV that fails forward away', () => {
    const chain = [
      csv('lamp.v1.0.0', '1.0.0', '', 'phase: Replacing, reason: BeingReplaced'),
      csv('lamp.v2.0.0', '2.0.0', 'lamp.v1.0.0', failed('ComponentUnhealthy')),
    ].join('');
    const { text, code } = ran('upgrades', dump(FORWARD, chain));
    expect(text).toContain('→ lamp.v3.0.0');
    expect(text).not.toContain('stops');
    expect(code).toBe(0);
  });
});
