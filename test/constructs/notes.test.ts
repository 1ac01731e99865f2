/** Warnings and notes are printed when an app is synthesised. */
import { App, Chart, Testing } from 'cdk8s';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClusterServiceVersion, OlmCluster, OperatorGroup, TargetNamespaces } from '../../src/index.js';
import { csv } from '../support/build.js';
import { folderOf } from '../support/files.js';

let printed: string[] = [];

beforeEach(() => {
  printed = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text).replace(/\n$/, '')) > 0);
});
afterEach(() => vi.restoreAllMocks());

const MISSING =
  '[prod/operators] warning: target-namespace-not-found: OperatorGroup operators/operators: the target namespace missing does not exist, so nothing is copied into it; add the Namespace with addManifest() of the OlmCluster, or remove the name from spec.targetNamespaces';

function warned(app: App): OlmCluster {
  const cluster = new OlmCluster(app, 'prod', { allowMissingTargets: true });
  new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.named('missing') });
  return cluster;
}

describe('a finding that does not make synthesis fail', () => {
  it('is printed with the path of its construct, once for an app, however often it is synthesised', () => {
    const app = new App({ outdir: folderOf() });
    warned(app);
    new Chart(app, 'other');
    app.synth();
    app.synthYaml();
    expect(printed).toEqual([MISSING]);
  });

  it('is not printed where it is acknowledged', () => {
    const app = new App({ outdir: folderOf() });
    const cluster = new OlmCluster(app, 'prod', { allowMissingTargets: true, acknowledge: ['target-namespace-not-found'] });
    new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.named('missing') });
    app.synth();
    expect(printed).toEqual([]);
    expect(cluster.findings).toHaveLength(1);
  });

  it('makes it fail, acknowledged or not, where it is an error', () => {
    const app = new App({ outdir: folderOf() });
    const cluster = new OlmCluster(app, 'prod', { acknowledge: ['target-namespace-not-found'] });
    new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.named('missing') });
    expect(() => app.synth()).toThrow('target-namespace-not-found');
  });

  it('is printed by Testing.synth', () => {
    const chart = new Chart(Testing.app(), 'chart');
    const cluster = new OlmCluster(chart, 'prod', { allowMissingTargets: true });
    new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.named('missing') });
    Testing.synth(chart);
    expect(printed).toEqual([MISSING.replace('[prod', '[chart/prod')]);
  });

  it('is not printed by who only asks', () => {
    const cluster = warned(new App({ outdir: folderOf() }));
    expect([cluster.findings.length, cluster.apiObjects.length > 0]).toEqual([1, true]);
    expect(printed).toEqual([]);
  });

  it('is printed beside what makes it fail, which is in the error alone', () => {
    const app = new App({ outdir: folderOf() });
    const cluster = warned(app);
    new OperatorGroup(cluster, 'picky', { targets: TargetNamespaces.all() }).addOperator(
      ClusterServiceVersion.fromManifest(csv('x/picky', { modes: [] })),
    );
    expect(() => app.synth()).toThrow('[prod] prod/picky: unsupported-operator-group: ClusterServiceVersion picky/picky: ');
    expect(printed).toEqual([MISSING]);
  });
});

it('a warning about the input is printed, too', () => {
  const app = new App({ outdir: folderOf() });
  new OperatorGroup(new OlmCluster(app, 'prod'), 'operators', { targets: TargetNamespaces.all() }).addOperator(
    ClusterServiceVersion.fromManifest(csv('x/foo', { spec: { unknownField: 1 } })),
  );
  app.synth();
  expect(printed).toEqual([
    expect.stringMatching(/^\[prod\/operators\] warning\[CSV_UNKNOWN_FIELD\] prod\/operators spec\.unknownField: /),
  ]);
});
