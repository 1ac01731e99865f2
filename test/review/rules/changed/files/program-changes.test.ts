import { writeFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { programChanges } from '../../../../../src/review/rules/changed/files/program-changes.js';
import { cli } from '../../../../support/command-line.js';
import { committed } from '../../../../support/git.js';
import { describeWith, program } from '../../../../support/needs.js';

const PULUMI =
  'new CustomResource("acme", {\n  apiVersion: "operators.coreos.com/v1alpha1",\n  spec: {\n    channel: "stable",\n    source: "ours",\n  },\n});\n';
const BESIDE: Readonly<Record<string, string>> = {
  'deploy/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\n',
};

const START = process.cwd();
afterEach(() => process.chdir(START));

/** The first line of a review of a repository in which one file changes, and the exit code. */
function firstLine(name: string, before: string, after: string, others: Readonly<Record<string, string>> = {}): readonly unknown[] {
  process.chdir(committed({ [name]: before, ...others }));
  writeFileSync(name, after);
  const { out, code } = cli(['review', 'git:HEAD', '.']);
  return [code, out.split('\n')[0]];
}

describeWith([program('git')], 'a change of a program', () => {
  it.each<[string, string, string]>([
    ['Pulumi in TypeScript', 'index.ts', PULUMI],
    ['a record of an operator', 'config.kt', 'acme = Operator(\n  channel = "stable",\n  source = "ours",\n)\n'],
    ['a constant', 'Main.java', 'String CATALOG_SOURCE = "ours";\n'],
    ['a private field of JavaScript', 'main.mts', 'class Olm {\n  startingCSV = "";\n  #source = "ours";\n}\n'],
    ['a catalog alone', 'values.go', 'source: "ours",\n'],
  ])('that is of OLM is told, beside manifests and without any: %s', (_, name, before) => {
    for (const others of [{}, BESIDE])
      expect(firstLine(name, before, before.replace('ours', 'evil-catalog'), others)).toEqual([
        0,
        expect.stringMatching(new RegExp(`^Permissions may change: File ${name}: changes: .*ours"? to "?evil-catalog`)),
      ]);
  });

  it('that grants a role is told by that line alone', () => {
    const grant = 'new ClusterRoleBinding("a", { roleRef: { name: "cluster-admin" } });';
    const [, line] = firstLine('main.cs', 'run();\n', `walk();\n${grant}\n`, BESIDE);
    expect(line).toContain(`Permissions may change: File main.cs: changes: ${grant} is new;`);
  });

  it('of an application is quiet', () => {
    const app =
      'import { Subscription } from "rxjs";\nconst role: Role = { namespace: "a", version: "1", source: "b", channel: "email" };\n';
    const [, line] = firstLine('src/app.ts', app, app.replaceAll(/"(\w+)"/g, '"x$1"'), BESIDE);
    expect(line).toMatch(/^No new permissions\. Changes: File src\/app\.ts: /);
  });
});

it('that is gone, or is new, is compared with nothing', () => {
  expect(programChanges('source: "our-catalog"\n', undefined)).toEqual([{ field: 'source', before: 'our-catalog', after: undefined }]);
  expect(programChanges(undefined, 'print()\n')).toEqual([]);
});
