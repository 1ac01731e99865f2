import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readInput } from '../../../src/repository/input/read-input.js';
import { csv, group, namespace } from '../../support/build.js';
import { cli, manifests } from '../../support/command-line.js';
import { contentOf, folderOf } from '../../support/files.js';

const FINE = [namespace('operators'), namespace('team'), group('operators/group', { targets: ['team'] }), csv('operators/etcd.v1')];

/** Renders an input as a plain bundle. */
function start(): { bundle: string; render: (...more: readonly string[]) => ReturnType<typeof cli> } {
  const folder = folderOf({ 'input.yaml': manifests(...FINE) });
  const bundle = join(folder, 'bundle');
  return { bundle, render: (...more) => cli(['render', join(folder, 'input.yaml'), '--layout', 'plain-bundle', '-o', bundle, ...more]) };
}

describe('a plain bundle', () => {
  it('has its manifests in one flat folder, and a Dockerfile that copies nothing else', () => {
    const { bundle, render } = start();
    expect(render()).toMatchObject({ code: 0, out: '' });
    const content = contentOf(bundle);
    expect(Object.keys(content)).toEqual([
      '.cdk8s-olm',
      'Dockerfile',
      'manifests/',
      'manifests/.cdk8s-olm',
      'manifests/cluster.k8s.yaml',
      'manifests/ns-operators.k8s.yaml',
      'manifests/ns-team.k8s.yaml',
    ]);
    expect(content.Dockerfile).toBe('FROM scratch\nCOPY manifests/*.k8s.yaml /manifests/\n');
    expect(render('--check').code).toBe(0);
    expect(render('--format', 'json').code).toBe(0);
    expect(contentOf(bundle).Dockerfile).toBe('FROM scratch\nCOPY manifests/*.k8s.json /manifests/\n');
  });

  it('is not written where anything else is among its manifests', () => {
    const { bundle, render } = start();
    mkdirSync(join(bundle, 'manifests', 'more'), { recursive: true });
    writeFileSync(join(bundle, 'manifests', 'notes.txt'), '');
    const { code, err } = render();
    expect(code).toBe(2);
    expect(err).toContain(`${join(bundle, 'manifests', 'more')} is there`);
    expect(err).toContain(`${join(bundle, 'manifests', 'notes.txt')} is there`);
    expect(Object.keys(contentOf(bundle))).toEqual(['manifests/', 'manifests/more/', 'manifests/notes.txt']);
  });

  it('has at least one object', () => {
    const folder = folderOf({ 'input.yaml': '' });
    const { code, err } = cli([
      'render',
      join(folder, 'input.yaml'),
      '--allow-empty',
      '--layout',
      'plain-bundle',
      '-o',
      join(folder, 'bundle'),
    ]);
    expect([code, err]).toEqual([2, expect.stringContaining('a plain bundle has at least one object')]);
  });

  it('goes to a folder, without what an administrator applies', () => {
    const folder = folderOf({ 'input.yaml': manifests(...FINE) });
    expect(cli(['render', join(folder, 'input.yaml'), '--layout', 'plain-bundle']).code).toBe(2);
    expect(start().render('--applier', 'flux-system/kustomize-controller').code).toBe(2);
  });

  it('is read as the objects that it holds', () => {
    const folder = folderOf(
      Object.fromEntries(FINE.map((object) => [`bundle/manifests/${object.kind}-${object.metadata.name}.yaml`, manifests(object)])),
    );
    const { cluster, problems } = readInput([folder]);
    expect(problems).toEqual([]);
    expect(cluster.clusterServiceVersions.map(({ namespace: at, name }) => `${at}/${name}`)).toEqual(['operators/etcd.v1']);
    const media = { 'bundle/metadata/annotations.yaml': 'annotations: { operators.operatorframework.io.bundle.mediatype.v1: plain+v0 }\n' };
    const other = folderOf({ ...media, 'bundle/manifests/a.yaml': manifests(namespace('team')) });
    expect(readInput([other]).problems[0]).toMatchObject({ code: 'INVALID_BUNDLE', fix: expect.stringContaining('remove metadata/') });
  });
});
