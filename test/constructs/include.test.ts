/** What users of cdk8s in other languages do (docs/other-languages.md), in JavaScript: Include of what the command wrote. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiObject, App, Chart, Include } from 'cdk8s';
import { expect, it } from 'vitest';
import { type KubernetesObject, objectKey } from '../../src/base/kubernetes/object.js';
import { parseDocuments } from '../../src/base/manifest/parse.js';
import { cli } from '../support/command-line.js';
import { contentOf, folderOf } from '../support/files.js';

const read = (files: Readonly<Record<string, string>>): Map<string, KubernetesObject> =>
  new Map(
    Object.entries(files)
      .filter(([name]) => name.endsWith('.k8s.yaml'))
      .flatMap(([file, text]) => parseDocuments({ file, text }).documents.map(({ value }) => value as KubernetesObject))
      .map((object) => [objectKey(object), object]),
  );

it('Include gives the objects of a rendering back, each once, with what is added to them', () => {
  const rendered = folderOf();
  expect(cli(['render', 'examples/gitops', '-o', rendered]).code).toBe(0);
  const app = new App({ outdir: folderOf() });
  const chart = new Chart(app, 'operators');
  const objects: ApiObject[] = [];
  for (const file of readdirSync(rendered)
    .filter((name) => name.endsWith('.k8s.yaml'))
    .sort()) {
    objects.push(...new Include(chart, file.replace('.k8s.yaml', ''), { url: join(rendered, file) }).apiObjects);
  }
  app.synth();
  const expected = read(contentOf(rendered));
  expect(objects).toHaveLength(expected.size);
  expect(read(contentOf(app.outdir))).toEqual(expected);

  for (const object of objects.filter(({ kind }) => kind === 'ClusterRole')) object.metadata.addAnnotation('wave', '-1');
  app.synth();
  const roles = [...read(contentOf(app.outdir)).values()].filter(({ kind }) => kind === 'ClusterRole');
  expect(roles.map(({ metadata }) => metadata.annotations?.wave)).toEqual(roles.map(() => '-1'));
});
