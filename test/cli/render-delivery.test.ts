/** What `render -o` writes besides the objects, and `render --check`. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { parseDocuments } from '../../src/base/manifest/parse.js';
import { csv, group, namespace } from '../support/build.js';
import { cli, manifests } from '../support/command-line.js';
import { contentOf, folderOf } from '../support/files.js';
import { itWith, program } from '../support/needs.js';
import { names as namesOf } from '../support/render.js';

const FINE = [namespace('operators'), namespace('team'), group('operators/group', { targets: ['team'] }), csv('operators/etcd.v1')];
const names = (text: string) => namesOf(parseDocuments({ file: 'out', text }).documents.map(({ value }) => value as KubernetesObject));

/** A folder with an input, and where it is rendered to. */
function start(...objects: readonly KubernetesObject[]): { input: string; output: string } {
  const folder = folderOf({ 'input.yaml': manifests(...objects) });
  return { input: join(folder, 'input.yaml'), output: join(folder, 'out') };
}

describe('the kustomization of a rendered folder', () => {
  itWith([program('kubectl')], 'gives kubectl kustomize what was rendered', () => {
    const { input, output } = start(...FINE);
    expect(cli(['render', input, '-o', output]).code).toBe(0);
    const { status, stdout } = spawnSync('kubectl', ['kustomize', output], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(names(stdout).sort()).toEqual(names(cli(['render', input]).out).sort());
  });

  it('is not written over the one of somebody else, nor beside it', () => {
    const { input, output } = start(...FINE);
    cli(['render', input, '-o', output]);
    const own = contentOf(output)['kustomization.yaml'];
    expect(own).toContain('  - cluster.k8s.yaml\n');
    const { input: again, output: taken } = start(...FINE);
    spawnSync('mkdir', [taken]);
    writeFileSync(join(taken, 'kustomization.yaml'), 'resources: [cluster.k8s.yaml]\n');
    expect(cli(['render', again, '-o', taken]).code).toBe(0);
    expect(contentOf(taken)['kustomization.yaml']).toBe('resources: [cluster.k8s.yaml]\n');
  });
});

describe('render --check', () => {
  it('finds nothing after rendering, whatever the layout of the text', () => {
    const { input, output } = start(...FINE);
    cli(['render', input, '-o', output]);
    appendFileSync(join(output, 'cluster.k8s.yaml'), '# a comment\n');
    expect(cli(['render', input, '-o', output, '--check'])).toMatchObject({ code: 0, out: '' });
  });

  it('shows objects and fields that differ, and writes nothing', () => {
    const { input, output } = start(...FINE);
    cli(['render', input, '-o', output]);
    writeFileSync(input, manifests(...FINE.slice(0, 3), namespace('more')));
    const file = join(output, 'ns-operators.k8s.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('upgradeStrategy: Default', 'upgradeStrategy: Other'));
    const before = contentOf(output);
    const { code, out } = cli(['render', input, '-o', output, '--check']);
    expect(code).toBe(1);
    expect(out).toContain('+ Namespace more\n');
    expect(out).toContain('- ClusterServiceVersion operators/etcd.v1\n');
    expect(out).toContain('~ OperatorGroup operators/group\n    spec.upgradeStrategy: "Other" → "Default"\n');
    expect(contentOf(output)).toEqual(before);
  });

  it('compares with a folder', () => {
    expect(cli(['render', start(...FINE).input, '--check'])).toMatchObject({ code: 2 });
  });
});

describe('the last operator', () => {
  it('can be removed: groups and namespaces alone are rendered', () => {
    const { input, output } = start(...FINE);
    cli(['render', input, '-o', output]);
    writeFileSync(input, manifests(...FINE.slice(0, 3)));
    expect(cli(['render', input, '-o', output]).code).toBe(0);
    expect(Object.values(contentOf(output)).join('')).not.toContain('kind: ClusterServiceVersion');
  });

  it('goes with its group with --allow-empty, and takes the files away', () => {
    const { input, output } = start(...FINE);
    cli(['render', input, '-o', output]);
    writeFileSync(input, '');
    expect(cli(['render', input, '-o', output]).code).toBe(2);
    expect(Object.keys(contentOf(output))).toContain('cluster.k8s.yaml');
    expect(cli(['render', input, '-o', output, '--allow-empty']).code).toBe(0);
    expect(Object.keys(contentOf(output))).toEqual(['.cdk8s-olm']);
  });
});

describe('render --no-status', () => {
  it('leaves the status out, which does not arrive', () => {
    const { input } = start(...FINE);
    expect(cli(['render', input]).out).toContain('\nstatus:\n');
    expect(cli(['render', input, '--no-status']).out).not.toContain('\nstatus:\n');
  });
});

describe('render --applier', () => {
  it('writes a file of its own, which is not in the kustomization', () => {
    const { input, output } = start(...FINE);
    expect(cli(['render', input, '-o', output, '--applier', 'flux-system/kustomize-controller']).code).toBe(0);
    const { 'applier.k8s.yaml': applier = '', 'kustomization.yaml': kustomization } = contentOf(output);
    expect(names(applier)).toContain('ClusterRoleBinding cdk8s-olm:applier:flux-system:kustomize-controller');
    expect(kustomization).not.toContain('applier');
  });

  it('takes a namespace and a name, and needs a folder', () => {
    const { input } = start(...FINE);
    expect(cli(['render', input, '--applier', 'kustomize-controller']).err).toContain('Expected a ServiceAccount as NAMESPACE/NAME');
    expect(cli(['render', input, '--applier', 'a/b'])).toMatchObject({ code: 2, err: expect.stringContaining('needs option') });
  });
});

describe('what to know of a delivery', () => {
  it('is told to those who write it: Argo CD prunes no CSV', () => {
    const { input, output } = start(...FINE);
    expect(cli(['render', input, '-o', output]).err).toContain('info[argocd-never-prunes]');
    expect(cli(['render', input, '-o', output, '--only', 'rbac']).err).not.toContain('argocd-never-prunes');
    expect(cli(['check', input]).out).not.toContain('argocd-never-prunes');
  });
});

describe('--assume-namespace', () => {
  it('knows a namespace that is made elsewhere, with the labels that selectors look at, and does not render it', () => {
    const { input } = start(namespace('operators'), group('operators/group', { selector: { matchLabels: { tenant: 'a' } } }));
    const { code, out } = cli(['render', input, '--assume-namespace', 'team:tenant=a,stage=prod', '--assume-namespace', 'other']);
    expect(code).toBe(0);
    expect(out).toContain('  namespaces:\n    - team\n');
    expect(names(out).filter((name) => name.startsWith('Namespace'))).toEqual(['Namespace operators']);
  });

  it('is enough for what stands in it', () => {
    const { input } = start(group('elsewhere/group'));
    expect(cli(['check', input])).toMatchObject({ code: 0, err: expect.stringContaining('warning[NAMESPACE_NOT_FOUND]') });
    expect(cli(['check', input, '--assume-namespace', 'elsewhere']).err).not.toContain('NAMESPACE_NOT_FOUND');
  });

  it('takes a name and labels', () => {
    expect(cli(['check', 'x', '--assume-namespace', 'team:tenant']).err).toContain('Expected NAME or NAME:label=value');
  });
});

describe('api-server-refuses', () => {
  it('shows the line of the field', () => {
    const untidy = csv('operators/etcd.v1', { spec: { install: { strategy: 'deployment', spec: { deployments: [{ name: 'd' }] } } } });
    const { input } = start(...FINE.slice(0, 3), untidy);
    const { err } = cli(['render', input, '--allow-failed']);
    const [, line = ''] = /error\[api-server-refuses\].*input\.yaml:(\d+):/.exec(err) ?? [];
    expect(
      readFileSync(input, 'utf8')
        .split('\n')
        .slice(Number(line) - 1, Number(line) + 1)
        .join(),
    ).toMatch(/^ +\{, +"name": "d"/);
  });

  it('shows the line of a misspelt field', () => {
    const misspelt = group('operators/group', { targets: ['team'] });
    const { input } = start(namespace('operators'), namespace('team'), { ...misspelt, spec: { targetNamespace: ['team'] } });
    const { err } = cli(['render', input]);
    const [, line = ''] = /error\[unknown-field\].*input\.yaml:(\d+):/.exec(err) ?? [];
    expect(readFileSync(input, 'utf8').split('\n')[Number(line) - 1]).toContain('targetNamespace');
  });
});

describe('a rendered folder as input', () => {
  it.each(['check', 'render'])('is called one by %s, which needs what it was rendered from', (command) => {
    const { input, output } = start(...FINE);
    cli(['render', input, '-o', output]);
    const { code, err } = cli([command, output]);
    expect(code).toBe(2);
    expect(err).toContain('the folder is a rendering: cdk8s-olm wrote all of its manifests');
    expect(cli(['who-can', 'get', 'pods', output]).code).toBe(0);
  });
});
