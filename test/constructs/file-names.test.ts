import { readdirSync } from 'node:fs';
import { ApiObject, App, Chart, YamlOutputType } from 'cdk8s';
import { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { appOf, sharedFiles } from '../../src/constructs/file-names.js';
import { folderOf } from '../support/files.js';

const { FILE_PER_APP, FILE_PER_CHART, FILE_PER_RESOURCE, FOLDER_PER_CHART_FILE_PER_RESOURCE } = YamlOutputType;

/** An app with these objects: chart, name, and namespace. */
function app(yamlOutputType: YamlOutputType, ...objects: [chart: string, name: string, namespace?: string][]): App {
  const made = new App({ outdir: folderOf(), yamlOutputType });
  for (const [id, name, namespace] of objects) {
    const chart = (made.node.tryFindChild(id) as Chart | undefined) ?? new Chart(made, id);
    new ApiObject(chart, `${name}-${namespace}`, {
      apiVersion: 'v1',
      kind: 'Role',
      metadata: { name, ...(namespace ? { namespace } : {}) },
    });
  }
  return made;
}

describe('two objects in one file', () => {
  it('are found where the file’s name leaves the chart and the namespace out', () => {
    expect(sharedFiles(app(FILE_PER_RESOURCE, ['one', 'a', 'x'], ['two', 'a', 'y'], ['one', 'b', 'x']))).toEqual([
      'Role x/a and Role y/a would be written to the same file Role.a.k8s.yaml and overwrite each other; use YamlOutputType.FILE_PER_CHART or FOLDER_PER_CHART_FILE_PER_RESOURCE',
    ]);
  });

  it('are found where the file’s name leaves the namespace out', () => {
    const objects: [string, string, string?][] = [
      ['one', 'a', 'x'],
      ['one', 'a', 'y'],
      ['two', 'a', 'x'],
      ['one', 'a'],
    ];
    expect(sharedFiles(app(FOLDER_PER_CHART_FILE_PER_RESOURCE, ...objects))).toEqual([
      'Role x/a and Role y/a and Role a would be written to the same file one/Role.a.k8s.yaml and overwrite each other; use YamlOutputType.FILE_PER_CHART',
    ]);
  });

  it('are found where cdk8s drops what tells their names apart', () => {
    expect(sharedFiles(app(FILE_PER_RESOURCE, ['one', 'system:a'], ['one', 'systema']))).toHaveLength(1);
  });

  it.each([FILE_PER_APP, FILE_PER_CHART])('are no danger where all objects of a chart share a file anyway (%s)', (type) => {
    expect(sharedFiles(app(type, ['one', 'a', 'x'], ['one', 'a', 'y']))).toEqual([]);
  });

  it.each([FILE_PER_RESOURCE, FOLDER_PER_CHART_FILE_PER_RESOURCE])('are found exactly where cdk8s loses one (%s)', (type) => {
    const clean = app(type, ['one', 'a', 'x'], ['one', 'b', 'x'], ['two', 'c']);
    clean.synth();
    expect(sharedFiles(clean)).toEqual([]);
    expect(readdirSync(clean.outdir, { recursive: true }).filter((name) => String(name).endsWith('.yaml'))).toHaveLength(3);
    const clashing = app(type, ['one', 'a', 'x'], ['one', 'a', 'y']);
    clashing.synth();
    expect(sharedFiles(clashing)).toHaveLength(1);
    expect(readdirSync(clashing.outdir, { recursive: true }).filter((name) => String(name).endsWith('.yaml'))).toHaveLength(1);
  });
});

it('an app is known from other roots', () => {
  const given = new App();
  expect([appOf(given), appOf(new Construct(undefined as never, 'root'))]).toEqual([given, undefined]);
});
