import { describe, expect, it } from 'vitest';
import { runFunction } from '../../src/krm/run-function.js';
import { CLUSTER_SETTINGS, OLM_VERSION, PLATFORM } from '../../src/settings/cluster.js';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { FINE } from '../support/inputs.js';

describe('a setting about the cluster', () => {
  it.each([
    [
      'platform',
      ['olm', 'openshift', 'openshift@4.14', 'openshift@4.18.3', 'openshift@5.0'],
      ['k3s', 'olm@0.30', 'openshift@4.3', 'openshift@4', 'openshift@4.14@5', ''],
    ],
    ['olm-version', ['v0.17', '0.46', 'v0.30.0', 'v1.0', 'v1.11'], ['v0.16', 'v0.47', 'v1.12', 'v2.0', 'newest', '']],
    ['kube-version', ['1.25', 'v1.32.4', '1.30.2-eks-1'], ['latest', '1', '']],
  ])('%s takes what is known, and nothing else', (option, valid, invalid) => {
    const setting = CLUSTER_SETTINGS.find((one) => one.option === option);
    expect(valid.filter((value) => !setting?.isValid(value))).toEqual([]);
    expect(invalid.filter((value) => setting?.isValid(value))).toEqual([]);
  });

  it('names what is known where it refuses', () => {
    expect(OLM_VERSION.expected).toBe('a version from v0.17 to v0.46 and v1.0 to v1.11');
    expect(PLATFORM.expected).toContain('openshift@VERSION; versions: 4.6, 4.7');
  });

  it.each(['check', 'render', 'review', 'explain', 'who-can', 'can-i', 'drift'])('is an option of %s', (command) => {
    const { out } = cli([command, '--help-all']);
    for (const { option } of CLUSTER_SETTINGS) expect(out).toContain(`--${option} `);
  });

  it('is refused on a command line with the list of what is known', () => {
    const { code, err } = cli(['check', 'examples/tenants', '--olm-version', 'v0.99']);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('Expected a version from v0.17 to v0.46 and v1.0 to v1.11.') });
  });

  const items = FINE;

  it.each([
    ['on the command line', () => cli(['check', folderOf({ 'input.yaml': manifests(...items) }), '--platform', 'openshift@4.14']).out],
    [
      'in the configuration file',
      () =>
        cli(['check', folderOf({ 'input.yaml': manifests(...items), '.cdk8s-olm.yaml': 'options: { platform: openshift@4.14 }\n' })]).out,
    ],
  ])('says for which versions a result holds: %s', (_, out) => {
    expect(out()).toContain(
      'OpenShift 4.14 before 2023-10-31 names the ClusterRoles of groups as 4.13 does\nholds for OpenShift 4.14 and Kubernetes 1.27\n',
    );
  });

  it('is one of the KRM function', () => {
    const list = (spec: object): string =>
      JSON.stringify({
        apiVersion: 'config.kubernetes.io/v1',
        kind: 'ResourceList',
        items,
        functionConfig: { apiVersion: 'cdk8s-olm/v1', kind: 'OlmRendering', metadata: { name: 'x' }, spec: { profile: 'olm', ...spec } },
      });
    expect(runFunction(list({ olmVersion: 'v0.22' })).text).not.toContain('olm.og.');
    expect(runFunction(list({ platform: 'openshift@4.13' })).text).not.toContain('olm.og.');
    expect(runFunction(list({})).text).toContain('olm.og.');
    expect(runFunction(list({ platform: 'openshift@3.11' }))).toMatchObject({ failed: true });
  });
});
