import { writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { committed as repositoryOf } from '../support/git.js';
import { itWith, program } from '../support/needs.js';
import { validatorOf } from '../support/output-schema.js';

const FILE = '.cdk8s-olm.yaml';
const namespace = (name: string) => `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}}\n`;
const group = 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a}\n';
const subscription = (channel: string) =>
  `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: a}\nspec: {name: etcd, channel: ${channel}, source: s, sourceNamespace: olm}\n`;
/** An operator in a namespace that another folder brings. */
const overlay = (name: string) => ({ [`operators/${name}/kustomization.yaml`]: `resources: [../../base]\nnamespace: ${name}\n` });
const CLUSTERS = `clusters:
- {name: production, paths: [namespaces/prod, ./operators/prod/], platform: olm}
- {name: staging, paths: [namespaces/test, operators/test, gone], kube-version: "1.30"}
`;
const repository = {
  [FILE]: CLUSTERS,
  'base/kustomization.yaml': 'resources: [group.yaml, subscription.yaml]\n',
  'base/group.yaml': group,
  'base/subscription.yaml': subscription('stable'),
  ...overlay('prod'),
  ...overlay('test'),
  ...overlay('left'),
  'namespaces/prod/namespace.yaml': namespace('prod'),
  'namespaces/test/deep/namespace.yaml': namespace('test'),
};

const START = process.cwd();
afterEach(() => process.chdir(START));

/** A repository with one commit, which is the current folder of the test. */
function committed(files: Readonly<Record<string, string>>): void {
  process.chdir(repositoryOf(files));
}

describe('clusters of the configuration file', () => {
  itWith([program('kubectl')], 'are judged as one whole of their paths, and what reaches none of them apart', () => {
    const { code, out } = cli(['check', folderOf(repository), '--format', 'json']);
    const result = JSON.parse(out);
    const validate = validatorOf('check');
    expect(validate(result) || validate.errors).toBe(true);
    expect(result.units).toMatchObject([
      { unit: 'production', kind: 'cluster', state: 'judged' },
      { unit: 'staging', kind: 'cluster', state: 'judged' },
      { unit: 'operators/left', kind: 'kustomization', state: 'judged' },
    ]);
    expect(result.unknownOperators).toMatchObject([{ units: ['production'] }, { units: ['staging'] }, { units: ['operators/left'] }]);
    expect(result.problems).toMatchObject([{ code: 'NAMESPACE_NOT_FOUND', units: ['operators/left'] }]);
    expect(code).toBe(0);
  });

  itWith([program('kubectl')], 'are named as the reading that was used, with what is not there', () => {
    const { out } = cli(['check', folderOf(repository)]);
    expect(out).toMatch(
      /2 clusters and 1 unit outside them in .*, each judged separately, as the configuration file defines them, .*not found: gone; valid for OLM v0.*\n$/,
    );
  });

  itWith([program('kubectl')], 'have settings of their own, which count less than the command line', () => {
    const folder = folderOf(repository);
    const told = (...more: string[]) => cli(['check', folder, '--cluster', 'staging', ...more]).out;
    expect(told()).toContain('Kubernetes 1.30');
    expect(told('--kube-version', '1.31')).toContain('Kubernetes 1.31');
  });

  itWith([program('kubectl')], 'are judged without an object that cannot be judged', () => {
    const wrong = group.replace('metadata', 'metadatas');
    const folder = folderOf({ ...repository, 'namespaces/prod/wrong.yaml': wrong });
    const { code, out, err } = cli(['check', folder]);
    expect(code).toBe(2);
    expect(`${out}${err}`).toMatch(/error\[FIELD_MISSING\] .*wrong\.yaml:\d+/);
    expect(out).toMatch(/^production +prod +etcd /m);
    expect(JSON.parse(cli(['check', folder, '--format', 'json']).out).units[0]).toMatchObject({ unit: 'production', state: 'judged' });
  });

  itWith([program('kubectl')], 'are judged as one whole without a broken file that nothing lists', () => {
    const folder = folderOf({ ...repository, 'namespaces/prod/broken.yaml': '# operators.coreos.com\n: [' });
    const { code, out, err } = cli(['check', folder]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/\nnot read: .*broken\.yaml:2: /);
    expect(out).not.toContain('part by part');
  });

  itWith([program('kubectl')], 'of BASE count in a review, and a change of them is told', () => {
    committed(repository);
    writeFileSync('base/subscription.yaml', subscription('fast'));
    writeFileSync(FILE, CLUSTERS.replace('production', 'other'));
    const { out, err } = cli(['review', 'git:HEAD', '.']);
    expect(err).toContain('3 units, each reviewed apart as the configuration file of BASE says');
    expect(out).toContain('production');
    expect(out).toContain('changes what reaches which cluster, or its settings (other, production); this counts once it is merged');
  });

  itWith([program('kubectl')], 'that a change touches are folded by their number', () => {
    committed(Object.fromEntries(Object.entries(repository).filter(([path]) => !path.startsWith('operators/left/'))));
    writeFileSync('base/subscription.yaml', subscription('fast'));
    const { out } = cli(['review', 'git:HEAD', '.']);
    expect(out).toContain('channel stable → fast');
    expect(cli(['review', 'git:HEAD', '.', '--cluster', 'production']).err).toContain('the change touches production');
  });

  it.each([
    ['clusters: [{name: a, paths: [/etc]}]', 'this is no path in the repository'],
    ['clusters: [{name: a, paths: [a/../..]}]', 'this is no path in the repository'],
    ['clusters: [{name: a, paths: [a]}, {name: a, paths: [b]}]', 'there is already a cluster of this name'],
    ['clusters: [{name: a, paths: [a], platform: aws}]', "the cluster's platform cannot have this value"],
    ['clusters: [{name: a}]', 'clusters[0].paths'],
  ])('are checked: %s', (text, message) => {
    const { code, err } = cli(['check', folderOf({ 'a/a.yaml': namespace('a'), [FILE]: `${text}\n` })]);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe('--unit and --cluster', () => {
  itWith([program('kubectl')], 'choose what is judged', () => {
    const { [FILE]: _, ...alternatives } = repository;
    const folder = folderOf(alternatives);
    const unitsOf = (...more: string[]) =>
      JSON.parse(cli(['check', folder, '--format', 'json', ...more]).out).units.map(({ unit }: { unit: string }) => unit);
    expect(unitsOf('--unit', './operators/prod/')).toEqual(['operators/prod']);
    expect(unitsOf('--unit', 'base', '--unit', 'operators/test')).toEqual(['base', 'operators/test']);
  });

  it('say what there is if there is none of the name', () => {
    const folder = folderOf(repository);
    expect(cli(['check', folder, '--cluster', 'prod'])).toMatchObject({
      code: 2,
      err: 'error: there is no prod in the repository; its 3 units: production, staging, operators/left\n',
    });
    expect(cli(['check', folder, '--unit', 'nowhere']).err).toContain('there is no nowhere');
    expect(cli(['check', folderOf({ 'a.yaml': namespace('a') }), '--unit', 'b']).err).toContain('need one repository as input');
    committed(repository);
    expect(cli(['review', 'git:HEAD', '.', '--unit', 'nowhere'])).toMatchObject({ code: 2, err: expect.stringContaining('nowhere') });
  });
});
