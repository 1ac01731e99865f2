/** The validation plugin, by itself and with cdk8s-cli. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emitYaml } from '../../src/base/manifest/emit.js';
import { OlmValidation, type OlmValidationProps } from '../../src/index.js';
import { csv, group, namespace } from '../support/build.js';
import { folderOf } from '../support/files.js';

const ROOT = join(import.meta.dirname, '../..');

/** What the plugin reports about manifests. */
async function reportOn(objects: readonly object[], props?: OlmValidationProps) {
  const file = join(folderOf({ 'app.k8s.yaml': objects.map(emitYaml).join('---\n') }), 'app.k8s.yaml');
  const violations: { ruleName: string }[] = [];
  let submitted: unknown[] = [];
  await new OlmValidation(props).validate({
    manifests: [file],
    report: { addViolation: (violation) => violations.push(violation), submit: (...values) => (submitted = values) },
  });
  return { file, violations, submitted };
}

const PICKY = [namespace('ops'), group('ops/group'), csv('ops/picky.v1', { modes: ['OwnNamespace'] })];

describe('the validation of an app', () => {
  it('fails for a CSV that OLM would refuse, with its place and the fix', async () => {
    const { file, violations, submitted } = await reportOn(PICKY);
    expect(submitted).toEqual(['failure', { ClusterServiceVersions: '1', Notes: '0' }]);
    expect(violations).toEqual([
      {
        ruleName: 'error[unsupported-operator-group]',
        recommendation: expect.stringMatching(/^ClusterServiceVersion ops\/picky\.v1: AllNamespaces InstallModeType not supported/),
        fix: expect.stringMatching(/^set /),
        violatingResources: [{ resourceName: 'picky.v1', manifestPath: file, locations: [expect.stringMatching(/app\.k8s\.yaml:\d+:1$/)] }],
      },
    ]);
  });

  it('takes the namespaces of a rendered group with a selector from its status, and warns of none', async () => {
    const selecting = {
      ...group('ops/group'),
      spec: { selector: { matchLabels: { tenant: 'a' } } },
      status: { namespaces: ['shop'], lastUpdated: '2024-01-01T00:00:00Z' },
    };
    expect((await reportOn([namespace('ops'), namespace('shop'), selecting])).violations).toEqual([]);
  });

  it('goes by its properties', async () => {
    expect((await reportOn(PICKY, { allowFailed: true })).submitted[0]).toBe('success');
    expect((await reportOn(PICKY, { failOn: 'never' })).submitted[0]).toBe('success');
    expect(() => new OlmValidation({ failOn: 'errors' as never })).toThrow('OlmValidation: failOn: found "errors"; expected \'error\' or');
  });

  it('fails for what cannot be read, once for each problem', async () => {
    const { violations, submitted } = await reportOn([namespace('ops'), { ...group('ops/group'), spec: { targetNamespaces: 'all' } }]);
    expect(violations.map(({ ruleName }) => ruleName)).toEqual(['WRONG_TYPE']);
    expect(submitted[0]).toBe('failure');
  });

  it('passes for an app without operators, and for namespaces of other repositories', async () => {
    expect(await reportOn([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }])).toMatchObject({
      violations: [],
      submitted: ['success', {}],
    });
    expect(await reportOn([group('ops/group'), csv('ops/foo')])).toMatchObject({ violations: [], submitted: ['success', {}] });
  });
});

describe('cdk8s synth --validate', () => {
  /** Runs cdk8s-cli on an app of the given text. */
  function synth(app: string): { status: number | null; output: string } {
    const folder = folderOf({ 'app.mjs': app });
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules/cdk8s-olm'));
    for (const name of ['cdk8s', 'constructs']) symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
    const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { exports: { '.': { default: string } } };
    const plugin = `./${join('node_modules/cdk8s-olm', exports['.'].default)}`;
    writeFileSync(
      join(folder, 'cdk8s.yaml'),
      emitYaml({
        language: 'typescript',
        app: 'node app.mjs',
        output: 'dist',
        validations: [{ package: plugin, version: '0.1.0', class: 'OlmValidation' }],
      }),
    );
    const cli = join(ROOT, 'node_modules/cdk8s-cli/bin/cdk8s');
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'synth', '--check-upgrade=false', '--validate'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }

  it('names the construct of each violation, and fails', () => {
    const { status, output } = synth(`
      import { App, Chart, Include } from 'cdk8s';
      const app = new App();
      const chart = new Chart(app, 'ops');
      for (const team of ['team-a', 'team-b']) new Include(chart, team, { url: \`examples/conflict/\${team}.yaml\` });
      app.synth();
    `);
    expect(output).toContain('error[inter-operator-group-owner-conflict] (1 occurrences)');
    expect(output).toContain('Construct Path: ops/team-b/stonedb.v1.9.0-clusterserviceversion-team-b');
    expect(status).toBe(2);
  });

  it('passes for what an OlmCluster renders', () => {
    const { status, output } = synth(`
      import { App } from 'cdk8s';
      import { ClusterServiceVersion, OlmCluster, OperatorGroup, TargetNamespaces } from 'cdk8s-olm';
      const app = new App();
      const cluster = new OlmCluster(app, 'prod').addNamespace('orders', { existing: true });
      new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.named('orders') })
        .addOperator(ClusterServiceVersion.fromFile('examples/tenants/orders-operators/stonedb.v1.8.2.yaml'));
      app.synth();
    `);
    expect(output).toMatch(/Status\s+│ success/);
    expect(output).not.toContain('occurrences');
    expect(status).toBe(0);
  });
});
