/** What a change does not touch stops no review and is not told as changed: what is broken, elsewhere, behind a link or beside a kustomization. */
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { committed, git, writeFiles } from '../../support/git.js';
import { describeWith, program } from '../../support/needs.js';

const subscription = (name: string, channel = 'stable', apiVersion = 'operators.coreos.com/v1alpha1'): string =>
  `apiVersion: ${apiVersion}\nkind: Subscription\nmetadata: {name: ${name}, namespace: openshift-operators}\nspec: {name: ${name}, channel: ${channel}, source: redhat-operators, sourceNamespace: openshift-marketplace}\n`;
const role = (verb: string): string =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: r}\nrules: [{apiGroups: [""], resources: [pods], verbs: [${verb}]}]\n`;
/** Two units. */
const REPOSITORY = {
  'a/kustomization.yaml': 'namePrefix: a-\nresources: [kettle.yaml, role.yaml]\n',
  'a/kettle.yaml': subscription('kettle'),
  'a/role.yaml': role('get'),
  'b/kustomization.yaml': 'namePrefix: b-\nresources: [pot.yaml]\n',
  'b/pot.yaml': subscription('pot'),
};

const START = process.cwd();
afterEach(() => process.chdir(START));

/** A commit against the one before it. */
function review(folder: string, files: Record<string, string>): ReturnType<typeof cli> & { readonly first: string } {
  writeFiles(folder, files);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'y');
  process.chdir(folder);
  const result = cli(['review', 'git:HEAD^', 'git:HEAD', '--all']);
  return { ...result, first: result.out.split('\n')[0] ?? '' };
}

describeWith([program('git'), program('kubectl')], 'a change beside it', () => {
  it('is compared with the rest of a unit of which one object is wrong in BASE', () => {
    const folder = committed({ ...REPOSITORY, 'a/kettle.yaml': subscription('kettle', 'stable', 'operators.coreos.com~v1alpha1') });
    const { code, out } = review(folder, { 'a/kettle.yaml': subscription('kettle') });
    expect(code).toBe(0);
    expect(out).toMatch(/Subscription openshift-operators\/a-kettle: installs kettle/);
    expect(out.split('\n')[0]).toMatch(/; a\/kettle\.yaml was broken before, and is read now/);
    expect(out).toContain('File a/kettle.yaml: Subscription openshift-operators/a-kettle: is removed, or read now');
    expect(out).not.toMatch(/a-r\b/);
  });

  it('says what of a unit cannot be built any more, and of one that is mended, that no file is gone', () => {
    const folder = committed(REPOSITORY);
    const broken = review(folder, { 'a/kustomization.yaml': 'resources: [kettle.yaml, role.yaml, ../nowhere]\n' });
    expect(broken.out).toMatch(
      /^Breaks: the kustomization a cannot be built, so nothing of it is applied: a\/kustomization\.yaml:1: .*nowhere/m,
    );
    const { out } = review(folder, { 'a/kustomization.yaml': REPOSITORY['a/kustomization.yaml'] });
    expect(out).toContain('installs kettle');
    expect(out).not.toMatch(/File a\/\S+: is removed/);
  });

  it('is told where all that a unit has is broken on both sides', () => {
    const folder = committed({ ...REPOSITORY, 'c/d/broken.yaml': 'metadata: {name: x}\nspec: {}\n' });
    const { code, out, err } = review(folder, { 'a/kettle.yaml': subscription('kettle', 'fast') });
    // What cannot be judged and did not change is one line.
    expect([code, err.match(/not read: /g)?.length]).toEqual([0, 1]);
    expect(out).toContain('channel stable → fast');
    expect(review(folder, { 'c/d/values.yaml': 'a: 1\n' }).out).not.toContain('not-built');
  });

  it('is judged where another unit was not built before either', () => {
    const twice = {
      ...REPOSITORY,
      'a/again.yaml': role('list'),
      'a/kustomization.yaml': 'namePrefix: a-\nresources: [kettle.yaml, role.yaml, again.yaml]\n',
    };
    const { code, out } = review(committed(twice), {
      'a/kettle.yaml': subscription('kettle', 'fast'),
      'b/pot.yaml': subscription('pot', 'fast'),
    });
    expect(code).toBe(0);
    expect(out).toContain('Subscription openshift-operators/b-pot: channel stable → fast');
    expect(out).toContain('warning[operator-file-changed] (git:HEAD:a/kettle.yaml)');
    expect(
      review(committed(REPOSITORY), { 'a/kustomization.yaml': twice['a/kustomization.yaml'], 'a/again.yaml': role('list') }).code,
    ).toBe(2);
  });

  it('changes nothing of a link to a folder of the repository', () => {
    const folder = committed(REPOSITORY);
    symlinkSync('../b', join(folder, 'a/link'));
    review(folder, {});
    const { code, out } = review(folder, { 'b/pot.yaml': subscription('pot', 'fast') });
    expect(code).toBe(0);
    expect(out).not.toContain('a/link changed');
    writeFileSync(join(folder, 'b/pot.yaml'), subscription('pot', 'slow'));
    const onDisk = cli(['review', 'git:HEAD', '.']);
    expect([onDisk.code, onDisk.out.includes('a/link changed')]).toEqual([0, false]);
  });

  it('is told for a link that leads elsewhere after it', () => {
    const folder = committed(REPOSITORY);
    symlinkSync('../b', join(folder, 'a/link'));
    review(folder, {});
    rmSync(join(folder, 'a/link'));
    symlinkSync('../c', join(folder, 'a/link'));
    expect(review(folder, {}).out).toContain('the link a/link leads to c, which is not there');
  });

  it('is a warning for a file that no kustomization lists, unless that grants something', () => {
    const folder = committed({ ...REPOSITORY, 'a/unlisted.yaml': subscription('spoon') });
    const moved = review(folder, { 'a/unlisted.yaml': subscription('spoon', 'fast') });
    expect([moved.code, moved.out]).toEqual([0, expect.stringContaining('warning[unread-file]')]);
    expect(moved.out).toContain('spec.channel changes from stable to fast; it was not read, because no kustomization lists it');
    expect(review(folder, { 'a/unlisted.yaml': role('"*"') })).toMatchObject({
      code: 1,
      out: expect.stringContaining('error[unread-file]'),
    });
    // Whoever adds an operator wants it installed.
    expect(review(folder, { 'a/forgotten.yaml': subscription('fork') })).toMatchObject({ code: 1 });
    expect(review(folder, { 'a/example.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n' })).toMatchObject({ code: 0 });
    // What was applied as it stands and is not any more was hidden.
    const hidden = committed({ ...REPOSITORY, 'c/spoon.yaml': subscription('spoon'), 'c/fork.yaml': subscription('fork') });
    expect(review(hidden, { 'c/kustomization.yaml': 'resources: [fork.yaml]\n' })).toMatchObject({ code: 1 });
  });

  it('is told beside the parts of its unit that another host has', () => {
    const listing = (indent: string): string =>
      `namePrefix: a-\nresources:\n${indent}- kettle.yaml\n${indent}- https://example.com/base.yaml\n`;
    const folder = committed({ ...REPOSITORY, 'a/kustomization.yaml': listing('') });
    const { code, out } = review(folder, { 'a/kustomization.yaml': listing('  ') });
    expect([code, out.split('\n')[0]]).toEqual([0, 'No change in meaning']);
    expect(out).toContain('1 file was not read; it did not change.');
    expect(out).toMatch(/Unread files that did not change\n.*https:\/\/example\.com\/base\.yaml/);
  });

  it('is judged in a clone that lacks the content of another file', () => {
    const folder = committed({
      ...REPOSITORY,
      'a/kustomization.yaml': 'namePrefix: a-\nresources: [kettle.yaml, role.yaml, crd.yaml]\n',
      'a/crd.yaml': role('list').replace('name: r', 'name: crd'),
    });
    writeFileSync(join(folder, 'a/kettle.yaml'), subscription('kettle', 'fast'));
    git(folder, 'commit', '--quiet', '--all', '--message', 'y');
    const hash = git(folder, 'rev-parse', 'HEAD:a/crd.yaml').trim();
    rmSync(join(folder, '.git/objects', hash.slice(0, 2), hash.slice(2)));
    process.chdir(folder);
    const { code, out } = cli(['review', 'git:HEAD^', 'git:HEAD', '--all']);
    expect(code).toBe(0);
    expect(out).toContain('channel stable → fast');
    expect(out).toMatch(/Unread files that did not change\n.*crd\.yaml: git has no content of it here/);
  });

  it('of documents alone is no error in a repository without manifests', () => {
    const { code, first } = review(committed({ 'README.md': 'a', 'run.sh': 'echo a' }), { 'README.md': 'b' });
    expect([code, first]).toEqual([0, 'No new permissions. Changes: File README.md: lines 1 removed → 1 new']);
  });

  it('leaves documents and expectations of tests of a chart alone', () => {
    const chart = {
      ...REPOSITORY,
      'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'c/templates/a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: {{ .Values.a }}}\n',
      'c/values.yaml': 'a: b\n',
    };
    const folder = committed({ ...chart, 'c/README.md': 'a', 'c/values.schema.json': '{}', 'c/test/snap.yaml': role('get') });
    const documents = review(folder, { 'c/README.md': 'kind: ClusterRole', 'c/values.schema.json': '{"a": 1}' });
    expect([documents.code, documents.first]).toEqual([0, 'No change in meaning']);
    const expected = review(folder, { 'c/test/snap.yaml': role('"*"') });
    expect([expected.code, expected.out]).toEqual([0, expect.stringContaining('info[file-changed]')]);
    // A template can take a file of any name.
    review(folder, { 'c/templates/b.yaml': '{{ .Files.Get "README.md" }}\n' });
    expect(review(folder, { 'c/README.md': role('"*"') }).first).not.toBe('No change in meaning');
  });
});
