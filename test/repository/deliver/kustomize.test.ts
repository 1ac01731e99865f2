/** What kustomize makes of a rendered folder: the objects that were rendered, and in an order that Kubernetes takes. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type KubernetesObject, objectKey } from '../../../src/base/kubernetes/object.js';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { installing } from '../../support/installing.js';
import { describeWith, program } from '../../support/needs.js';

function byKey(objects: readonly KubernetesObject[]): Map<string, KubernetesObject> {
  return new Map(objects.map((object) => [objectKey(object), object]));
}

describeWith([program('kubectl')], 'kubectl kustomize', () => {
  it.each([
    ['operators without OLM', () => 'examples/without-olm', ['--install']],
    ['the same for Argo CD', () => 'examples/without-olm', ['--argocd']],
    ['an operator with settings', () => folderOf(installing({ config: { env: [{ name: 'YES', value: 'yes' }] } })), ['--install']],
    ['what OLM is given', () => 'examples/tenants', []],
  ])('gives the objects of the rendering: %s', (_, inputOf, options) => {
    const [input, out] = [inputOf(), join(folderOf(), 'out')];
    expect(cli(['render', input, ...options, '-o', out]).code).toBe(0);
    const built = spawnSync('kubectl', ['kustomize', out], { encoding: 'utf8', maxBuffer: 1 << 28 });
    expect(built.stderr).toBe('');
    const objects = parseAllDocuments(built.stdout).map((document) => document.toJS() as KubernetesObject);
    const rendered = JSON.parse(cli(['render', input, ...options, '--format', 'json']).out) as KubernetesObject[];
    expect(byKey(objects)).toEqual(byKey(rendered));
    expect(objects).toHaveLength(rendered.length);
  });
});
