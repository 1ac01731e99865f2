import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { itWith, program } from '../support/needs.js';
import { validatorOf } from '../support/output-schema.js';

const group = 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: a}\n';
const subscription = (name: string, channel = 'stable') =>
  `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: ${name}, namespace: a}\nspec: {name: ${name}, channel: ${channel}, source: s, sourceNamespace: olm}\n`;

/** Units that are alike, that differ, that have problems and findings, that cannot be read, and that have no operators. */
function fleet(count: number): Record<string, string> {
  const files: Record<string, string> = {
    '.git/HEAD': '',
    '.cdk8s-olm.yaml': `clusters:\n${Array.from({ length: count }, (_, index) => `- {name: cluster-${index}, paths: [c/${index}${index % 5 === 0 ? `, gone/${index}` : ''}]}\n`).join('')}`,
  };
  for (let index = 0; index < count; index += 1) {
    const folder = `c/${index}`;
    if (index % 7 !== 3) files[`${folder}/namespace.yaml`] = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n';
    if (index % 7 === 5) continue;
    files[`${folder}/group.yaml`] = group;
    files[`${folder}/subscription.yaml`] = subscription('etcd', index % 3 === 0 ? 'alpha' : 'stable');
    if (index % 4 === 1)
      files[`${folder}/more.yaml`] = `${subscription(`own-${index}`)}---\n${group.replace('name: a,', `name: b${index},`)}`;
    if (index % 6 === 2) files[`${folder}/wrong.yaml`] = group.replace('metadata', 'metadatas');
    if (index % 6 === 4) files[`${folder}/kustomization.yaml`] = 'resources: ["https://example.com/operators.coreos.com.yaml"]\n';
    files[`${folder}/${'long'.repeat(index)}.txt`] = '';
  }
  return files;
}

const shards = (folder: string, of: number, ...more: string[]): string[] =>
  Array.from({ length: of }, (_, index) => {
    const file = join(folderOf(), `part-${index + 1}.json`);
    cli(['check', folder, '--shard', `${index + 1}/${of}`, '-o', file, ...more]);
    return file;
  });

describe('report merge', () => {
  const formats = ['text', 'json'] as const;

  it.each([1, 2, 3, 4, 5])('makes of %i parts what one run prints, byte for byte', (of) => {
    const folder = folderOf(fleet(16));
    const parts = shards(folder, of).toReversed();
    for (const format of formats) {
      const whole = cli(['check', folder, '--format', format]);
      expect(whole.out).toMatch(/not read|FIELD_MISSING/);
      expect(cli(['report', 'merge', ...parts, '--format', format])).toEqual(whole);
    }
  });

  it('ends as one run does, and is as quiet', () => {
    const folder = folderOf(fleet(9));
    const options = ['--fail-on', 'info', '--quiet'];
    const whole = cli(['check', folder, ...options]);
    expect(whole.code).toBe(2);
    expect(cli(['report', 'merge', ...shards(folder, 3, ...options)])).toEqual(whole);
  });

  it('is for machines with caches of their own', () => {
    const folder = folderOf(fleet(4));
    vi.stubEnv('CDK8S_OLM_CACHE_KEY', 'k'.repeat(32));
    const [one = ''] = shards(folder, 2, '--cache', folderOf());
    const [, two = ''] = shards(folder, 2);
    vi.unstubAllEnvs();
    expect(cli(['report', 'merge', one, two])).toEqual(cli(['check', folder]));
  });

  it('writes files', () => {
    const folder = folderOf(fleet(5));
    const file = join(folderOf(), 'check.json');
    expect(cli(['report', 'merge', ...shards(folder, 2), '-o', file]).out).toMatch(/^4 operators, .*, exit 2\nwritten: .*check\.json\n$/);
    expect(readFileSync(file, 'utf8')).toBe(cli(['check', folder, '--format', 'json']).out);
  });

  it('is for parts that the schema describes', () => {
    const validate = validatorOf('part');
    const [part = ''] = shards(folderOf(fleet(8)), 2);
    expect(validate(JSON.parse(readFileSync(part, 'utf8'))) || validate.errors).toBe(true);
  });
});

/** Both sides of a change: of units that are alike, that come and go, that nobody can read on one side or the other, and of the baseline. */
function change(count: number): readonly [base: string, head: string] {
  const before = fleet(count);
  const after = { ...before };
  const role = (verb: string) =>
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: r}\nrules: [{apiGroups: [""], resources: [secrets], verbs: [${verb}]}]\n---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: r}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: r}\nsubjects: [{kind: ServiceAccount, name: s, namespace: a}]\n`;
  before['.cdk8s-olm.yaml'] += 'accept:\n- {id: secrets-read, subject: "ServiceAccount a/s", reason: known, expires: "2026-01-01"}\n';
  after['.cdk8s-olm.yaml'] = `${before['.cdk8s-olm.yaml']}- {id: unread-file, reason: more}\n`;
  for (let index = 0; index < count; index += 1) {
    if (index % 2 === 0) after[`c/${index}/subscription.yaml`] = subscription('etcd', index % 4 === 0 ? 'beta' : 'gamma');
    if (index % 3 === 1) after[`c/${index}/role.yaml`] = role(index % 6 === 1 ? 'get' : '"*"');
    if (index % 5 === 2) after[`c/${index}/.hidden.yaml`] = role('get');
    if (index % 5 === 3) delete after[`c/${index}/group.yaml`];
    if (index % 4 === 3) after[`c/${index}/wrong.yaml`] = group.replace('metadata', 'metadatas');
  }
  after['c/4/subscription.yaml'] = subscription('etcd').replace('olm}', 'openshift-marketplace}');
  return [folderOf(before), folderOf(after)];
}

describe('report merge of a review', () => {
  const formats = ['text', 'md', 'html', 'json', 'sarif'] as const;
  const FOLDER = mkdtempSync(join(tmpdir(), 'cdk8s-olm-reports-'));
  afterAll(() => rmSync(FOLDER, { recursive: true }));
  const parts = (inputs: readonly string[], of: number, ...more: string[]): string[] =>
    Array.from({ length: of }, (_, index) => {
      const file = join(folderOf(), `part-${index + 1}.json`);
      cli(['review', ...inputs, '--shard', `${index + 1}/${of}`, '-o', file, ...more]);
      return file;
    });

  /** The reports of a run in all formats, written by that run, and how it ended. */
  const reportsOf = (...argv: string[]): object => {
    const files = formats.map((format) => join(FOLDER, `report.${format === 'text' ? 'txt' : format}`));
    const ended = cli([...argv, ...files.flatMap((file) => ['-o', file])]);
    return { ...ended, reports: files.map((file) => readFileSync(file, 'utf8')) };
  };
  /** What the parts come to is what one run writes. */
  const expectMerged = (inputs: readonly string[], of: number, ...options: string[]): void => {
    const whole = reportsOf('review', ...inputs, ...options);
    expect(whole).not.toMatchObject({ code: 2 });
    expect(reportsOf('report', 'merge', ...parts(inputs, of, ...options).toReversed())).toEqual(whole);
  };

  it.each([1, 3])('makes of %i parts what one run writes, byte for byte', (of) => {
    expectMerged(change(12), of);
  });

  it.each(formats)('makes of parts what one run prints: %s', (format) => {
    const inputs = change(5);
    const whole = cli(['review', ...inputs, '--format', format]);
    expect(whole.err).toMatch(/the change touches .*\n(?:.*\n)*error\[FIELD_MISSING\]/);
    expect(cli(['report', 'merge', ...parts(inputs, 2), '--format', format])).toEqual(whole);
  });

  it.each<[string, Record<string, string>]>([
    ['one unit', { 'c/1/subscription.yaml': subscription('etcd', 'beta') }],
    ['none', {}],
  ])('of a change of %s is what one run writes', (_, touched) => {
    expectMerged([folderOf(fleet(6)), folderOf({ ...fleet(6), ...touched })], 3);
  });

  itWith([program('kubectl')], 'of clusters that Applications make, some of them part by part, is what one run prints', () => {
    const application = (path: string) =>
      `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${path}}\nspec: {source: {repoURL: u, path: ${path}}, destination: {name: in-cluster}}\n---\n`;
    const set =
      'apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: s}\nspec: {generators: [{clusters: {}}], template: {spec: {source: {path: "{{name}}"}}}}\n';
    const list = (...resources: string[]) => `resources: [${resources.join(', ')}]\n`;
    const overlay = (name: string, more = '') => ({ [`${name}/kustomization.yaml`]: `${list('../base')}namespace: a\n${more}` });
    const root = (name: string, ...paths: string[]) => ({
      [`roots/${name}/kustomization.yaml`]: list('apps.yaml'),
      [`roots/${name}/apps.yaml`]: paths.map(application).join(''),
    });
    const before = {
      '.git/HEAD': '',
      'base/kustomization.yaml': list('namespace.yaml', 'group.yaml', 'subscription.yaml'),
      'base/namespace.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n',
      'base/group.yaml': group,
      'base/subscription.yaml': subscription('etcd'),
      'sets/a.yaml': set,
      ...overlay('east'),
      ...overlay('west', 'commonLabels: {a: b}\n'),
      ...overlay('far'),
      ...root('one', 'east', 'west'),
      ...root('two', 'east', 'west'),
      ...root('three', 'far'),
    };
    const after = { ...before, 'base/subscription.yaml': subscription('etcd', 'beta') };
    const alone = { ...before, ...overlay('far', 'commonLabels: {c: d}\n') };
    const inputsOf = (files: Readonly<Record<string, string>>) => [folderOf(before), folderOf(files)] as const;
    const twice = inputsOf(after);
    const { err } = cli(['review', ...twice]);
    expect(err).toContain(
      'touches 3 of 4 units: east, west, roots/three; not expanded: ApplicationSet s; reviewed part by part: roots/one, roots/two',
    );
    for (const inputs of [twice, inputsOf(alone)]) expectMerged(inputs, 3);
  });

  it.each([
    ['an upgrade of the platform', ['--platform', 'openshift@4.14', '--head-platform', 'openshift@4.18']],
    ['what counts', ['--fail-on', 'never,unknown-operator', '--all']],
    ['what somebody accepts', ['--accept', 'secrets-read', '--by', 'me']],
    ['a move to no OLM', ['--head-install', '--assume-namespace', 'x:y=z']],
  ])('goes by the options of the parts: %s', (_, options) => {
    expectMerged(change(9), 3, ...options);
  });

  it('follows OLM v1 as one run does, in the units that have its objects', () => {
    const extension = (version: string): string =>
      `apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: e}\nspec: {namespace: a, serviceAccount: {name: s}, source: {sourceType: Catalog, catalog: {packageName: e, version: "${version}"}}}\n`;
    const clusters = '.cdk8s-olm.yaml';
    const files = { '.git/HEAD': '', [clusters]: 'clusters: [{name: one, paths: [c/x]}, {name: two, paths: [c/y]}]\n' };
    const of = (x: string, y: string): string => folderOf({ ...files, 'c/x/a.yaml': x, 'c/y/a.yaml': y });
    const both = [of(extension('1.0.0'), extension('1.0.0')), of(extension('1.1.0'), extension('1.1.0'))];
    const whole = cli(['review', ...both]);
    expect(whole.err).toContain('the profile olm-v1 is followed');
    expect(cli(['report', 'merge', ...parts(both, 2)])).toEqual(whole);
    const mixed = [of(extension('1.0.0'), subscription('etcd')), of(extension('1.1.0'), subscription('etcd', 'beta'))];
    expect(cli(['report', 'merge', ...parts(mixed, 2)])).toEqual(cli(['review', ...mixed]));
    const profile = ['--profile', 'olm'];
    expect(cli(['report', 'merge', ...parts(mixed, 2, ...profile)])).toEqual(cli(['review', ...mixed, ...profile]));
  });

  it('is for parts that the schema describes, and not of another change', () => {
    const validate = validatorOf('review-part');
    const inputs = change(8);
    const [one = '', two = ''] = parts(inputs, 2);
    expect(validate(JSON.parse(readFileSync(one, 'utf8'))) || validate.errors).toBe(true);
    writeFileSync(join(inputs[1], 'c/1/more.yaml'), subscription('other'));
    const [, other = ''] = parts(inputs, 2);
    const refused = (...files: string[]) => cli(['report', 'merge', ...files]).err;
    expect(refused(one, other)).toMatch(/was made from another input or with other options than/);
    expect(refused(one)).toBe('error: shard 2 is missing\n');
    expect(refused(one, shards(folderOf(fleet(8)), 2)[1] ?? '')).toMatch(/is not part of a report: give /);
    expect(cli(['report', 'merge', one, two]).code).toBe(1);
    expect(cli(['report', 'merge', ...shards(folderOf(fleet(8)), 2), '--format', 'md']).err).toBe('error: parts of check make no md\n');
  });
});

describe('report merge refuses', () => {
  const refused = (...files: string[]): string => {
    const { code, out, err } = cli(['report', 'merge', ...files]);
    expect([code, out]).toEqual([2, '']);
    return err;
  };
  const changed = (file: string, from: string, to: string): string => {
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(from);
    writeFileSync(file, text.replace(from, to));
    return file;
  };

  it('shards that are missing or doubled', () => {
    const [one = '', two = '', three = ''] = shards(folderOf(fleet(8)), 3);
    expect(refused(one, three)).toBe('error: shard 2 is missing\n');
    expect(refused(two)).toBe('error: shards 1 and 3 are missing\n');
    expect(refused(one, two, two, three)).toBe('error: shard 2 was given several times\n');
  });

  it('parts of another number of shards, input, question or version', () => {
    const folder = folderOf(fleet(8));
    const [one = '', two = ''] = shards(folder, 2);
    expect(refused(one, shards(folder, 3)[1] ?? '')).toMatch(/has another number of shards than/);
    expect(refused(one, shards(folder, 2, '--platform', 'olm')[1] ?? '')).toMatch(/was made from another input or with other options than/);
    writeFileSync(join(folder, 'c/1/more.yaml'), subscription('other'));
    expect(refused(one, shards(folder, 2)[1] ?? '')).toMatch(/was made from another input or with other options than/);
    expect(refused(one, changed(two, '"program": "', '"program": "9'))).toMatch(/was written by another version of cdk8s-olm than/);
  });

  it('what is no part, and a part that lacks a unit', () => {
    const [one = '', two = ''] = shards(folderOf(fleet(8)), 2);
    expect(refused(one, join(folderOf({ 'a.json': '{}' }), 'a.json'))).toMatch(/a\.json is not part of a report/);
    expect(refused(one, 'nowhere.json')).toMatch(/nowhere\.json is not part of a report/);
    const part = JSON.parse(readFileSync(two, 'utf8'));
    const [{ unit }] = part.judged.splice(0, 1);
    writeFileSync(two, JSON.stringify(part));
    expect(refused(one, two)).toBe(`error: the parts do not have each unit once: ${unit}\n`);
  });

  it('to let the text of a part control the terminal', () => {
    const [one = ''] = shards(folderOf(fleet(3)), 1);
    const part = JSON.parse(readFileSync(one, 'utf8'));
    const [result] = part.judged[0].results;
    result.json.operators[0].package = 'a\u001b[2J';
    result.problems = [{ code: '\u001b[2J', message: '', file: '', fix: '' }];
    writeFileSync(one, JSON.stringify(part));
    expect(refused(one)).toMatch(/is not part of a report/);
    result.problems = [];
    const { findings } = result.json;
    result.json.findings = [{ id: 'x', severity: '\u001b[2J', subject: { kind: 'a', name: 'b' }, message: '', fix: '' }];
    writeFileSync(one, JSON.stringify(part));
    expect(refused(one)).toMatch(/is not part of a report/);
    result.json.findings = findings;
    result.problems = [{ code: 'NO_MANIFESTS', message: '\u001b[2J', file: '\u001b[2J', fix: '\u001b[2J' }];
    writeFileSync(one, JSON.stringify(part));
    const { out, err } = cli(['report', 'merge', one]);
    expect(out).toContain('a\\u001b[2J');
    expect(`${out}${err}`).not.toContain('\u001b');
  });
});

it('report merge knows kustomizations by what they load, which all shards see', () => {
  const overlay = (name: string) => ({ [`${name}/kustomization.yaml`]: 'resources: [../base]\n', [`${name}/README`]: name });
  const base = { 'base/kustomization.yaml': 'resources: [a.yaml]\n', 'base/a.yaml': `${group}---\n${subscription('etcd')}` };
  const folder = folderOf({ '.git/HEAD': '', ...base, ...overlay('prod'), ...overlay('test') });
  const whole = cli(['check', folder]);
  expect(whole.out).toMatch(/^prod \+1 /m);
  expect(cli(['report', 'merge', ...shards(folder, 2)])).toEqual(whole);
});

describe('--shard', () => {
  it('says which part it judged, and of how many units', () => {
    const { out } = cli(['check', folderOf(fleet(8)), '--shard', '2/3']);
    expect(out).toMatch(/7 with OLM objects, \d of them in shard 2 of 3/);
  });

  it('is of the units of one repository', () => {
    const folder = folderOf({ 'a.yaml': group });
    expect(cli(['check', folder, '--shard', '1/2']).err).toMatch(/needs a repository with several units\n$/);
    expect(cli(['review', folder, folder, '--shard', '1/2']).err).toMatch(/needs a repository with several units\n$/);
    expect(cli(['check', folder, '--shard', '3/2']).err).toMatch(/Expected I\/N, such as 2\/4/);
  });
});
