/** A named folder that loads from around it, without a repository: each side has its own surroundings, which are not read. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: default }\n';

/** The kustomization of the named folder `prod`, and the named folder if it is another one. */
const ARRANGEMENTS: Record<string, readonly [kustomization: string, named?: string]> = {
  'a base': ['resources: [settings.yaml, ../common]\n'],
  'a base alone': ['resources: [../common]\n'],
  'a file': ['resources: [settings.yaml, ../common/settings.yaml]\n'],
  'a component': ['resources: [settings.yaml]\ncomponents: [../common]\n'],
  'a patch': ['resources: [settings.yaml]\npatches: [{ path: ../common/settings.yaml }]\n'],
  'a generated file': ['resources: [settings.yaml]\nconfigMapGenerator: [{ name: b, files: [../common/settings.yaml] }]\n'],
  'a base of a base': ['resources: [inner]\n'],
  'a base of one of several units': ['resources: [settings.yaml, ../../common]\n', 'overlays'],
};

function sideOf(kustomization: string, named: string): string {
  const root = folderOf({ 'common/kustomization.yaml': 'resources: [settings.yaml]\n', 'common/settings.yaml': CONFIG });
  const prod = named === 'prod' ? 'prod' : `${named}/prod`;
  const files = {
    [`${prod}/kustomization.yaml`]: kustomization,
    [`${prod}/settings.yaml`]: CONFIG,
    [`${prod}/inner/kustomization.yaml`]: 'resources: [../../common]\n',
    ...(named === 'prod'
      ? {}
      : { [`${named}/dev/kustomization.yaml`]: 'resources: [settings.yaml]\n', [`${named}/dev/settings.yaml`]: CONFIG }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return join(root, named);
}

describe.each(Object.entries(ARRANGEMENTS))('%s from around the named folder', (_, [kustomization, named = 'prod']) => {
  it('is never called unchanged in another folder', () => {
    const { out, code } = cli(['review', sideOf(kustomization, named), sideOf(kustomization, named)]);
    expect(out).toMatch(/^Permissions may change/);
    expect(code).not.toBe(0);
  });

  it('is unchanged in the same folder', () => {
    const side = sideOf(kustomization, named);
    expect(cli(['review', side, side]).out).toMatch(/^No change in meaning/);
  });
});
