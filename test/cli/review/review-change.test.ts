import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { reviewChange } from '../../../src/cli/review/review-change.js';
import type { Source } from '../../../src/repository/input/read-files.js';
import { readState } from '../../../src/repository/read/read-state.js';
import { readPair } from '../../../src/repository/read/read-states.js';
import { group, namespace, subscription } from '../../support/build.js';
import { manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const extension = (name: string) => ({
  apiVersion: 'olm.operatorframework.io/v1',
  kind: 'ClusterExtension',
  metadata: { name },
  spec: { namespace: 'ops', serviceAccount: { name: 'installer' }, source: { sourceType: 'Catalog', catalog: { packageName: 'kettle' } } },
});
const overlay = (name: string, ...objects: KubernetesObject[]) => ({
  [`${name}/kustomization.yaml`]: 'resources: [all.yaml, ../shared.yaml]\n',
  [`${name}/all.yaml`]: manifests(namespace('ops'), ...objects),
});

const START = process.cwd();
afterEach(() => process.chdir(START));

/** A repository whose commit has the first files, and whose folder has the others, too. */
function repository(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): void {
  const cwd = folderOf({ 'shared.yaml': '', ...before });
  const identity = ['-c', 'user.name=x', '-c', 'user.email=x@example.com'];
  for (const args of [
    ['init', '--quiet'],
    ['add', '.'],
    [...identity, 'commit', '--quiet', '--message', 'x'],
  ])
    execFileSync('git', args, { cwd });
  for (const [path, text] of Object.entries(after)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  process.chdir(cwd);
}

const reviewed = (base: string, head: string) =>
  reviewChange({
    base: [base, {}],
    head: [head, {}],
    given: [],
    failOn: 'error',
    day: '2026-01-01',
    hasUnits: true,
    choice: {},
    sidesOf: () => [
      [base, {}],
      [head, {}],
    ],
    ofPart: { program: '1', all: false, question: {} },
  });

describe('the profile of a review that names none', () => {
  it('is chosen by what was read of both sides, each of which is read once', () => {
    let readings = 0;
    const source = (text: string): Source => ({
      name: 'all.yaml',
      files: [
        {
          file: 'all.yaml',
          text: () => {
            readings += 1;
            return { text };
          },
          bytes: () => undefined,
        },
      ],
      near: () => undefined,
    });
    const sideOf = (...objects: KubernetesObject[]) => ({
      sources: [source(manifests(namespace('ops'), ...objects))],
      options: {},
    });
    const { base, head, options } = readPair(sideOf(), sideOf(extension('a')));
    expect(readings).toBe(2);
    expect(options).toEqual([
      { profile: 'olm-v1', install: {} },
      { profile: 'olm-v1', install: {} },
    ]);
    expect([base, head].map(({ state }) => state?.cluster.clusterExtensions.length)).toEqual([0, 1]);
  });

  it('is that of each unit, where units have different generations of OLM', () => {
    const olm = [group('ops/group'), subscription('ops/kettle')];
    repository(
      { ...overlay('v0', ...olm), ...overlay('v1', extension('a')) },
      { ...overlay('v0', ...olm, namespace('more')), ...overlay('v1', extension('a'), extension('b')) },
    );
    const { notes, reviewed: result } = reviewed('git:HEAD', '.');
    expect(notes).toEqual([expect.stringMatching(/^the profile olm-v1 is followed/)]);
    expect(result?.touched).toContain('the change touches all');
    expect(result?.versions.head).toMatchObject({ olm: expect.stringMatching(/^v?0\./) });
    expect(result?.result.findings.map(({ finding }) => finding.subject)).toContainEqual({ kind: 'ClusterExtension', name: 'b' });
  });
});

describe('inputs without anything of OLM', () => {
  it('have nothing wrong: a review has something to say of each object', () => {
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'r' }, rules: [] };
    const of = (name: string) => folderOf({ 'role.yaml': manifests({ ...role, metadata: { name } }) });
    expect(reviewed(of('a'), of('b')).reviewed?.problems).toEqual([]);
    expect(readState([of('a')]).problems).toEqual([]);
  });
});
