import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFiles } from '../../../src/repository/input/read-files.js';
import type { Unit } from '../../../src/repository/units/unit.js';
import { unitsIn } from '../../../src/repository/units/units.js';
import { chart, HELM } from '../../support/chart.js';
import { folderOf } from '../../support/files.js';
import { lines } from '../../support/lines.js';
import { describeWith, itWith, program } from '../../support/needs.js';

const repository = {
  '.git/HEAD': '',
  'base/kustomization.yaml': 'resources: [group.yaml]\n',
  'base/group.yaml': 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a}\n',
  'overlays/prod/kustomization.yaml': 'resources: [../../base]\nnamespace: prod\n',
  'overlays/test/kustomization.yaml': 'resources: [../../base]\nnamespace: test\n',
  'overlays/test/left.yaml': 'kind: Left\n',
  'parts/console/kustomization.yaml': 'kind: Component\n',
  'plain/deep/a.yaml': '',
  'plain/b.yaml': '',
  'chart/Chart.yaml': '',
  'chart/templates/a.yaml': '{{ a }}',
};

describe('the units of a repository', () => {
  it('are the kustomizations that no other one loads, and folders of plain manifests', () => {
    const found = unitsIn(folderOf(repository));
    expect(found?.units).toEqual([
      {
        name: 'chart',
        kind: 'chart',
        files: ['chart/Chart.yaml', 'chart/templates/a.yaml'],
        release: expect.objectContaining({ chart: 'chart' }),
      },
      {
        name: 'overlays/prod',
        kind: 'kustomization',
        files: ['overlays/prod/kustomization.yaml', 'base/kustomization.yaml', 'base/group.yaml'],
      },
      {
        name: 'overlays/test',
        kind: 'kustomization',
        files: ['overlays/test/kustomization.yaml', 'base/kustomization.yaml', 'base/group.yaml'],
      },
      { name: 'plain', kind: 'folder', files: ['plain/b.yaml', 'plain/deep/a.yaml'] },
    ]);
    expect(found?.charts).toEqual(['chart']);
    expect(found?.unread().map(({ path }) => path)).toContain('overlays/test/left.yaml');
  });

  it('are alternatives where two are made of one file, or one cannot be built here', () => {
    expect(unitsIn(folderOf(repository))?.reading).toBe('alternatives');
    const apart = {
      'a/kustomization.yaml': 'resources: [x.yaml]\n',
      'a/x.yaml': '',
      'b/kustomization.yaml': 'resources: [y.yaml]\n',
      'b/y.yaml': '',
    };
    expect(unitsIn(folderOf(apart))).toMatchObject({ units: [{ name: 'a' }, { name: 'b' }] });
    expect(unitsIn(folderOf(apart))?.reading).toBeUndefined();
    expect(unitsIn(folderOf({ ...apart, 'b/kustomization.yaml': 'resources: ["https://example.com/y.yaml"]\n' }))?.reading).toBe(
      'alternatives',
    );
  });

  it('are not hidden by a kustomization at the top of the repository', () => {
    const folder = folderOf({ ...repository, 'kustomization.yaml': 'resources: [overlays/prod]\n' });
    expect(unitsIn(folder)?.units.map(({ name }) => name)).toEqual(['.', 'chart', 'overlays/test']);
    expect(unitsIn(folder)?.reading).toBe('alternatives');
  });

  it('are none of a kustomization, of plain folders, of a file or of what is not there', () => {
    const folder = folderOf(repository);
    expect(unitsIn(join(folder, 'overlays/prod'))).toBeUndefined();
    expect(unitsIn(join(folder, 'plain'))).toBeUndefined();
    expect(unitsIn(join(folder, 'plain/b.yaml'))).toBeUndefined();
    expect(unitsIn(join(folder, 'gone'))).toBeUndefined();
    expect(unitsIn('git:no-such-revision')).toBeUndefined();
    expect(unitsIn('-')).toBeUndefined();
  });

  it('mention words in what they are made of', () => {
    const units = unitsIn(folderOf(repository));
    expect(units?.mentioning(['OperatorGroup'], units.units).map(({ name }) => name)).toEqual(['overlays/prod', 'overlays/test']);
  });

  it('have another identity as soon as a file of theirs has', () => {
    const identities = (files: Readonly<Record<string, string>>) => {
      const units = unitsIn(folderOf(files));
      return units?.units.map((unit) => units.identityOf(unit)) ?? [];
    };
    const before = identities(repository);
    expect(identities(repository)).toEqual(before);
    const after = identities({ ...repository, 'overlays/prod/kustomization.yaml': 'resources: [../../base]\nnamespace: p\n' });
    expect(after.map((identity, index) => identity === before[index])).toEqual([true, false, true, true]);
  });

  itWith([program('kubectl')], 'are read one by one, and one that cannot be is a problem of its own', () => {
    const units = unitsIn(
      folderOf({ ...repository, 'remote/kustomization.yaml': 'resources: ["https://example.com/y.yaml"]\nnamePrefix: a-\n' }),
    );
    const read = units?.read(units.units);
    expect(read?.get('overlays/prod')?.files.map((file) => file.text())).toEqual([{ text: expect.stringContaining('namespace: prod') }]);
    expect(read?.get('remote')?.files.map((file) => file.text())).toMatchObject([
      { problem: { code: 'KUSTOMIZATION_PART_NOT_READ', line: 1 } },
    ]);
  });

  it('do not lead out of the repository', () => {
    const folder = folderOf({
      ...Object.fromEntries(Object.entries(repository).map(([path, text]) => [`in/${path}`, text])),
      'out/kustomization.yaml': '',
    });
    symlinkSync('../out', join(folder, 'in/away'));
    expect(unitsIn(join(folder, 'in'))?.units.map(({ name }) => name)).not.toContain('away');
  });
});

describeWith([HELM], 'charts that Applications name', () => {
  const application = (name: string, helm: string): string =>
    lines(
      'apiVersion: argoproj.io/v1alpha1',
      'kind: Application',
      `metadata: {name: ${name}, namespace: argocd}`,
      `spec: {destination: {namespace: ns-${name}}, source: {repoURL: "https://example.com/o/r", path: charts/etcd, helm: ${helm}}}`,
    );
  const withCharts = {
    '.git/HEAD': '',
    'apps/a.yaml': application('a', '{parameters: [{name: channel, value: fast}]}'),
    'apps/b.yaml': application('b', '{}'),
    ...chart('charts/etcd'),
    ...chart('charts/unused'),
  };

  it('are units, one for each release, and read as rendered', () => {
    const units = unitsIn(folderOf(withCharts));
    expect(units?.units.map(({ name, kind, appliedBy }) => [name, kind, appliedBy])).toEqual([
      ['.', 'folder', undefined],
      ['charts/etcd (a)', 'chart', ['Application argocd/a']],
      ['charts/etcd (b)', 'chart', ['Application argocd/b']],
    ]);
    expect([units?.reading, units?.charts]).toEqual(['alternatives', ['charts/unused']]);
    const texts = [...(units?.read(units.units) ?? [])].map(([name, { files }]) => [name, files.map((file) => file.text())]);
    expect(texts).toMatchObject([
      ['.', [{}, {}]],
      ['charts/etcd (a)', [{ text: expect.stringContaining('namespace: ns-a\nspec:\n  channel: fast\n') }]],
      ['charts/etcd (b)', [{ text: expect.stringContaining('namespace: ns-b\nspec:\n  channel: stable\n') }]],
    ]);
    expect(units?.unread().map(({ path }) => path)).not.toContain('charts/etcd/Chart.yaml');
  });

  it('are others as soon as an Application gives them other values', () => {
    const identity = (files: Readonly<Record<string, string>>): string | undefined => {
      const units = unitsIn(folderOf(files));
      return units?.identityOf(units.units[1] as Unit);
    };
    const changed = { ...withCharts, 'apps/a.yaml': application('a', '{parameters: [{name: channel, value: slow}]}') };
    expect(identity(changed)).not.toBe(identity(withCharts));
    expect(identity(withCharts)).toBe(identity(withCharts));
  });

  it('are rendered with their own values where nothing applies them and they are asked for', () => {
    const folder = folderOf(withCharts);
    const units = unitsIn(folder);
    const unit = units?.unitAt('charts/unused');
    expect(
      unit &&
        units
          ?.read([unit])
          .get('charts/unused')
          ?.files.map((file) => file.text()),
    ).toMatchObject([{ text: expect.stringContaining('name: etcd\n  namespace: default\n') }]);
    expect(readFiles([join(folder, 'charts/unused')])).toMatchObject({
      texts: [{ text: expect.stringContaining('channel: stable') }],
      problems: [],
    });
  });

  it('name the templates by which the cluster can get something else', () => {
    const asking = lines('{{ if .Capabilities.APIVersions.Has "a/v1" }}', 'kind: ClusterRoleBinding', '{{ end }}');
    const units = unitsIn(folderOf({ ...withCharts, 'charts/etcd/templates/asking.yaml': asking }));
    const stray = unitsIn(folderOf({ ...withCharts, 'charts/etcd/stray.yaml': lines('kind: ClusterRoleBinding') }));
    expect(
      [...(stray?.read(stray.units).values() ?? [])][1]?.unread?.filter(({ reason }) => reason === 'chart-part').map(({ path }) => path),
    ).toEqual(['charts/etcd/stray.yaml']);
    const unread = [...(units?.read(units.units) ?? [])].map(([name, given]) => [
      name,
      given.unread?.map(({ path, reason }) => `${reason} ${path}`),
    ]);
    expect(unread[1]).toEqual([
      'charts/etcd (a)',
      ['chart-part charts/etcd/templates/asking.yaml', 'chart-rendered charts/etcd/templates/subscription.yaml'],
    ]);
  });
});
