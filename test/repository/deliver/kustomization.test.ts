import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expand } from '../../../src/base/kubernetes/copies.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../../src/base/kubernetes/object.js';
import { FORMAT_WRITERS } from '../../../src/base/manifest/format-writers.js';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import { layOut } from '../../../src/olm/render/lay-out.js';
import { KUSTOMIZATION_NAME, kustomizationFile, kustomizationText } from '../../../src/repository/deliver/rendering.js';
import { readInput } from '../../../src/repository/input/read-input.js';
import { itWith, program } from '../../support/needs.js';

describe('the kustomization of a rendered folder', () => {
  it('lists the files', () => {
    expect(kustomizationText(['cluster.k8s.yaml', 'ns-a.k8s.yaml'])).toBe(
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n  - cluster.k8s.yaml\n  - ns-a.k8s.yaml\n',
    );
    expect(kustomizationText([])).toContain('resources: []\n');
  });

  itWith([program('kubectl')], 'is built by kubectl into the same objects', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cdk8s-olm-'));
    try {
      const { rendered } = evaluate(readInput(['examples/tenants']).cluster);
      const writer = FORMAT_WRITERS.yaml;
      const files = layOut(rendered, writer).map((file) => ({ name: `${file.name}.k8s.yaml`, text: () => writer.file(file.documents()) }));
      for (const { name, text } of [...files, kustomizationFile(files.map((file) => file.name))])
        writeFileSync(join(folder, name), [...text()].join(''));
      const { stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8', maxBuffer: 1 << 28 });
      expect(stderr).toBe('');
      const byName = (objects: Iterable<KubernetesObject>): Record<string, unknown> =>
        Object.fromEntries([...objects].map((object) => [formatReference(referenceTo(object)), JSON.parse(JSON.stringify(object))]));
      const built = parseDocuments({ file: KUSTOMIZATION_NAME, text: stdout }).documents.map(({ value }) => value as KubernetesObject);
      expect(byName(built)).toEqual(byName(expand(rendered)));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
