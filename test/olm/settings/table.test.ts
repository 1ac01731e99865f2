import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'cdk8s';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../../../src/cli/commands.js';
import { functionConfigJsonSchema } from '../../../src/cli/krm/function-config.js';
import { runFunction } from '../../../src/cli/krm/run-function.js';
import { OlmCluster, type OlmClusterProps } from '../../../src/constructs/olm-cluster.js';
import { OLM_VERSIONS } from '../../../src/olm/model/olm-version.js';
import { optionName, type Setting } from '../../../src/olm/settings/setting.js';
import { REPOSITORY_OPTIONS, SETTING_LIST, SETTINGS } from '../../../src/olm/settings/table.js';
import { group, namespace, subscription } from '../../support/build.js';
import { bundleFiles } from '../../support/bundle-files.js';
import { cli, manifests } from '../../support/command-line.js';
import { helpOf } from '../../support/commands-page.js';
import { folderOf } from '../../support/files.js';
import { FINE } from '../../support/inputs.js';
import { installing } from '../../support/installing.js';

it('names the versions of OLM that the table of versions has', () => {
  expect(SETTINGS.profile.description).toContain(`OLM ${OLM_VERSIONS[0]} to ${OLM_VERSIONS.at(-1)} (default)`);
  for (const { setting } of SETTING_LIST.map(([, setting]) => ({ setting }))) expect(setting.description).not.toMatch(/OLM v0\.\d+\.\d/);
});

const ROOT = join(import.meta.dirname, '../../..');
const settings = SETTING_LIST.map(([name, setting]) => ({ name, option: optionName(name, setting), setting }));
const aboutCluster = settings.filter(({ setting }) => setting.decides === 'cluster');

describe('a setting', () => {
  it.each([
    [
      'platform',
      ['olm', 'openshift', 'openshift@4.14', 'openshift@4.18.3', 'openshift@5.0'],
      ['k3s', 'olm@0.30', 'openshift@4.3', 'openshift@4', 'openshift@4.14@5', ''],
    ],
    ['olmVersion', ['v0.17', '0.46', 'v0.30.0', 'v1.0', 'v1.11'], ['v0.16', 'v0.47', 'v1.12', 'v2.0', 'newest', '']],
    ['kubeVersion', ['1.25', 'v1.32.4', '1.30.2-eks-1'], ['latest', '1', '1.3x', '1.32.x', '']],
    ['globalCatalogNamespace', ['olm', 'openshift-marketplace'], ['OLM', 'a/b', '']],
    ['assumeNamespace', ['a', 'a:b=c,d=e'], ['A', 'a:b', '']],
    ['only', ['rbac', 'olm,rbac'], ['roles', 'olm,', '']],
    ['issuer', ['ca', 'Issuer/ca', 'ClusterIssuer/ca'], ['Secret/ca', 'CA', '']],
    ['imageRegistry', ['quay.io=mirror.example.com'], ['quay.io', '=a', '']],
    ['remote', ['https://github.com/a/b=c', 'git@github.com:a/b.git=../b'], ['a=b', 'https://github.com/a/b', 'https://a/b?ref=c=d', '']],
    ['applier', ['flux-system/kustomize-controller'], ['flux-system', 'a/b/c', '']],
    ['failOn', ['never', 'warning', 'unknown-operator', 'warning,unknown-operator'], ['an id', 'error,warning', '']],
  ] as const)('%s takes what is known, and nothing else', (name, valid, invalid) => {
    const { read }: Setting = SETTINGS[name];
    expect(valid.filter((value) => read?.(value) === undefined)).toEqual([]);
    expect(invalid.filter((value) => read?.(value) !== undefined)).toEqual([]);
  });

  it('names what is known where it refuses', () => {
    expect(SETTINGS.olmVersion.expected).toBe('a version from v0.17 to v0.46 and v1.0 to v1.11');
    expect(SETTINGS.platform.expected).toContain('openshift@VERSION; versions: 4.6, 4.7');
  });

  it('that says what the cluster is can be set in every place', () => {
    const lacking = aboutCluster.filter(({ setting: { action, krm, constructs } }) => !action || !krm || constructs === undefined);
    expect(lacking.map(({ name }) => name)).toEqual([]);
    expect(aboutCluster.map(({ option }) => option).filter((option) => !REPOSITORY_OPTIONS[option])).toEqual([]);
  });
});

describe('the command line', () => {
  it.each(COMMANDS.map(({ name }) => name))('has of the table what is meant for %s, and nothing else', (command) => {
    const options = helpOf(command).matchAll(/^ {2}(?:-\w, )?--([a-z-]+)/gm);
    const shown = new Set([...options].map(([, option]) => option ?? ''));
    const meant = settings.filter(({ setting }) => setting.commands.includes(command)).map(({ option }) => option);
    expect(settings.map(({ option }) => option).filter((option) => shown.has(option))).toEqual(meant);
  });

  it('refuses with the list of what is known', () => {
    const { code, err } = cli(['check', 'examples/tenants', '--olm-version', 'v0.99']);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('Expected a version from v0.17 to v0.46 and v1.0 to v1.11.') });
  });

  it('tells the resolver of the platform and of the catalogs beside the input', () => {
    const catalog = folderOf(bundleFiles('kettle/1.0.0'));
    const input = folderOf({ 'input.yaml': manifests(namespace('op'), group('op/group'), subscription('op/kettle')) });
    expect(cli(['resolve', input, '--catalog', catalog, '--platform', 'olm']).out).toContain('kettle.v1.0.0');
    expect(cli(['images', input, '--catalog', catalog])).toMatchObject({ code: 0, err: '' });
  });
});

describe('the configuration file', () => {
  it('has every setting but what decides how a change is judged and how the run works', () => {
    const options = Object.keys(
      (
        JSON.parse(readFileSync(join(ROOT, 'docs/config.schema.json'), 'utf8')) as {
          properties: { options: { anyOf: { properties?: object }[] } };
        }
      ).properties.options.anyOf[0]?.properties ?? {},
    );
    expect(options).toEqual(
      settings.filter(({ setting: { decides } }) => decides !== 'judgement' && decides !== 'run').map(({ option }) => option),
    );
  });

  it.each([
    ['on the command line', () => cli(['check', folderOf({ 'input.yaml': manifests(...FINE) }), '--platform', 'openshift@4.14']).out],
    [
      'in the configuration file',
      () =>
        cli(['check', folderOf({ 'input.yaml': manifests(...FINE), '.cdk8s-olm.yaml': 'options: { platform: openshift@4.14 }\n' })]).out,
    ],
  ])('says the same as the command line: %s', (_, out) => {
    expect(out()).toContain(
      'OpenShift 4.14 before 2023-10-31 names the ClusterRoles of groups as 4.13 does\nvalid for OpenShift 4.14 and Kubernetes 1.27\n',
    );
  });
});

describe('the action', () => {
  const { inputs, runs } = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as {
    inputs: Record<string, unknown>;
    runs: { steps: { name: string; env?: Record<string, string>; run?: string }[] };
  };
  const { env = {}, run = '' } = runs.steps.find(({ name }) => name === 'Gate') ?? {};

  it.each(settings)('has what the table says: $option', ({ option, setting: { action } }) => {
    expect(option in inputs).toBe(action === true);
  });

  it.each(settings.filter(({ setting }) => setting.action))('passes it on to the gate: $option', ({ option }) => {
    const [variable] = Object.entries(env).find(([, value]) => value === `\${{ inputs.${option} }}`) ?? [];
    expect(run).toContain(`add --${option} "$${variable}"\n`);
  });
});

/** A function reads only what is in the folder that it is started in, or in its repository. */
function startedIn(folder: string): string {
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder);
  onTestFinished(() => cwd.mockRestore());
  return folder;
}

describe('the KRM function', () => {
  const { properties } = (functionConfigJsonSchema() as { properties: { spec: { properties: object } } }).properties.spec;

  it('has what the table says, and its own inputs and path', () => {
    const meant = settings.filter(({ setting }) => setting.krm).map(({ name }) => name);
    expect(Object.keys(properties)).toEqual(['inputs', 'path', ...meant]);
  });

  const list = (config: object): string =>
    JSON.stringify({ apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList', items: FINE, functionConfig: config });
  const run = (spec: object, items: readonly unknown[] = FINE): ReturnType<typeof runFunction> =>
    runFunction(
      JSON.stringify({
        ...(JSON.parse(list({ apiVersion: 'cdk8s-olm/v1', kind: 'OlmRendering', metadata: { name: 'x' }, spec })) as object),
        items,
      }),
    );

  it('follows versions and platform', () => {
    expect(run({ profile: 'olm', olmVersion: 'v0.22' }).text).not.toContain('olm.og.');
    expect(run({ profile: 'olm', platform: 'openshift@4.13' }).text).not.toContain('olm.og.');
    expect(run({ profile: 'olm' }).text).toContain('olm.og.');
    expect(run({ platform: 'openshift@3.11' })).toMatchObject({ failed: true });
  });

  it('takes operators from a catalog', () => {
    const items = [namespace('op'), group('op/group'), subscription('op/kettle')];
    const catalog = startedIn(folderOf(bundleFiles('kettle/1.0.0')));
    expect(run({ catalog: [catalog] }, items).text).toContain('kettle.v1.0.0');
    expect(run({}, items).text).not.toContain('kettle.v1.0.0');
  });

  it('assumes namespaces, also those of a ConfigMap, one a line', () => {
    const items = [group('away/group')];
    expect(run({}, items).text).toContain('NAMESPACE_NOT_FOUND');
    expect(run({ assumeNamespace: 'away' }, items).text).not.toContain('NAMESPACE_NOT_FOUND');
    const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { assumeNamespace: 'away:a=b,c=d\nother\n' } };
    expect(runFunction(JSON.stringify({ ...(JSON.parse(list(config)) as object), items })).text).not.toContain('NAMESPACE_NOT_FOUND');
  });

  it('fails for an id, as the command line does', () => {
    const items = [namespace('op'), group('op/group'), subscription('op/kettle')];
    expect(run({}, items).failed).toBe(false);
    expect(run({ failOn: 'unknown-operator' }, items).failed).toBe(true);
  });

  it('installs without OLM as it is told', () => {
    const inputs = [startedIn(folderOf(installing()))];
    const { text } = run({ inputs, certificates: 'none', failOn: 'never', pullSecret: 'mirror', argocd: true }, []);
    expect(text).toContain('kind: Deployment');
    expect(text).toContain('name: mirror');
    expect(text).toContain('argocd.argoproj.io/sync-wave');
  });
});

describe('the constructs', () => {
  const ofCluster = settings.filter(({ setting }) => setting.constructs === 'OlmCluster');

  it.each(ofCluster)('check what the table says: $name', ({ name }) => {
    const props = { [name]: 7 } as unknown as OlmClusterProps;
    const wrong = (): unknown => new OlmCluster(new App(), 'prod', props);
    expect(wrong).toThrow(`${name}: found 7; expected`);
  });
});
