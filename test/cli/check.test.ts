import { join } from 'node:path';
import { wrap } from 'jest-snapshot-serializer-raw';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { formatProblem } from '../../src/base/manifest/format-problem.js';
import type { SourcePlace } from '../../src/base/manifest/place.js';
import type { Problem } from '../../src/base/manifest/problem.js';
import { csv, group, namespace } from '../support/build.js';
import { cli, manifests } from '../support/command-line.js';
import { contentOf, folderOf } from '../support/files.js';
import { FAILED, FINE, WHOLE } from '../support/inputs.js';
import { validatorOf } from '../support/output-schema.js';

/** Runs check on a file of these objects; the file's folder is cut off. */
function check(objects: readonly KubernetesObject[], ...options: string[]): ReturnType<typeof cli> {
  const folder = folderOf({ 'input.yaml': manifests(...objects) });
  const { code, out, err } = cli(['check', join(folder, 'input.yaml'), ...options]);
  return { code, out: out.replaceAll(`${folder}/`, ''), err: err.replaceAll(`${folder}/`, '') };
}

const MIXED = [
  ...['a', 'b', 'c', 'd', 'e', 'lonely', 'operators', 'platform', 'stuck'].map((name) => namespace(name, { tenant: 'x' })),
  group('operators/etcd', { targets: ['e', 'd', 'c', 'b', 'a'] }),
  csv('operators/etcd.v1', { owns: ['Etcd.v1.example.com'] }),
  csv('operators/needy.v1', { requires: ['Missing.v1.example.com'] }),
  csv('lonely/orphan.v1'),
  group('platform/everywhere'),
  csv('platform/picky.v1', { modes: ['OwnNamespace'] }),
  group('stuck/stuck', { serviceAccountName: 'nobody' }),
  csv('stuck/waiting.v1'),
];

describe('check', () => {
  it('shows a table of verdicts and each finding with its fix', () => {
    const { code, out, err } = check(MIXED);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(wrap(out)).toMatchSnapshot();
  });

  it('names the rivals of an uncertain outcome', () => {
    const { code, out, err } = cli(['check', 'examples/conflict']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(wrap(out)).toMatchSnapshot();
  });

  it('says so where there is nothing to find', () => {
    expect(check(WHOLE)).toEqual({
      code: 0,
      out: `NAMESPACE  CSV      GROUP  TARGETS  VERDICT    REASON            WORST POWER
operators  etcd.v1  etcd   team     Succeeded  InstallSucceeded  -

1 CSV, no findings
valid for OLM v0.46 and Kubernetes 1.32.0
`,
      err: '',
    });
  });

  it('shows no table where there are no CSVs', () => {
    expect(check([namespace('operators'), group('operators/etcd')])).toEqual({
      code: 0,
      out: '\nno CSVs, no findings\nvalid for OLM v0.46 and Kubernetes 1.32.0\n',
      err: '',
    });
  });

  it('accepts failed CSVs with --allow-failed, and shows them all the same', () => {
    const { out } = check(FAILED);
    expect(check(FAILED, '--allow-failed')).toEqual({ code: 0, out, err: '' });
  });

  it('writes nothing, anywhere', () => {
    const folder = folderOf({ 'input.yaml': manifests(...FINE) });
    const before = contentOf(folder);
    cli(['check', folder]);
    expect(contentOf(folder)).toEqual(before);
  });

  it('shows bad input on stderr, and judges the rest', () => {
    const { code, out, err } = check([group('operators/etcd'), namespace('operator')]);
    expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining('no CSVs') });
    expect(err).toMatch(/^error\[NAMESPACE_NOT_FOUND\] input\.yaml:5:16 metadata\.namespace: the namespace operators does not exist\n/);
    expect(err).toMatch(/\n1 problem; the rest was judged without it\n$/);
  });
});

describe('check --format json', () => {
  it.each([
    ['findings', MIXED],
    ['problems', [group('operators/etcd'), namespace('operator')]],
  ])('keeps to its schema: %s', (_, objects) => {
    const validate = validatorOf('check');
    expect([validate(JSON.parse(check(objects, '--format', 'json').out)), validate.errors]).toEqual([true, null]);
  });

  it('gives verdicts with their places, findings and problems', () => {
    const { code, out, err } = check(FAILED, '--format', 'json');
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(JSON.parse(out)).toEqual({
      schemaVersion: 1,
      operators: [
        {
          namespace: 'operators',
          name: null,
          package: null,
          channel: null,
          source: null,
          version: 'etcd.v1',
          approval: null,
          verdict: 'Failed',
          reason: 'NoOperatorGroup',
          power: null,
        },
      ],
      verdicts: [
        {
          namespace: 'operators',
          name: 'etcd.v1',
          operatorGroup: null,
          targetNamespaces: null,
          phase: 'Failed',
          reason: 'NoOperatorGroup',
          message: 'csv in namespace with no operatorgroups',
          certainty: 'certain',
          rivals: [],
          place: { file: 'input.yaml', line: 10, column: 1 },
        },
      ],
      unknownOperators: [],
      inventory: [],
      findings: [
        {
          id: 'no-operator-group',
          severity: 'error',
          subject: { kind: 'ClusterServiceVersion', namespace: 'operators', name: 'etcd.v1' },
          message: 'the namespace operators has no OperatorGroup, so OLM installs no operator in it',
          fix: 'add an OperatorGroup to the namespace operators',
          related: [],
          verdict: true,
          references: [],
          fingerprint: expect.any(String),
          place: { file: 'input.yaml', line: 10, column: 1 },
        },
      ],
      versions: { olm: 'v0.46', openshift: null, kubernetes: '1.32.0', notes: [] },
      problems: [],
    });
  });

  it('gives the group, its namespaces and the rivals', () => {
    const { verdicts } = JSON.parse(cli(['check', 'examples/conflict', '--format', 'json']).out) as { verdicts: object[] };
    expect(verdicts).toEqual([
      {
        namespace: 'team-a',
        name: 'stonedb.v1.8.2',
        operatorGroup: 'team-a',
        targetNamespaces: ['shared', 'team-a'],
        phase: 'Succeeded',
        reason: 'InstallSucceeded',
        message: 'install strategy completed with no errors',
        certainty: 'ambiguous',
        rivals: ['team-b/stonedb.v1.9.0'],
        place: { file: 'examples/conflict/team-a.yaml', line: expect.any(Number), column: 1 },
      },
      {
        namespace: 'team-b',
        name: 'stonedb.v1.9.0',
        operatorGroup: 'team-b',
        targetNamespaces: ['shared', 'team-b'],
        phase: 'Failed',
        reason: 'InterOperatorGroupOwnerConflict',
        message: 'intersecting operatorgroups provide the same apis',
        certainty: 'ambiguous',
        rivals: ['team-a/stonedb.v1.8.2'],
        place: { file: 'examples/conflict/team-b.yaml', line: expect.any(Number), column: 1 },
      },
    ]);
  });

  it('gives bad input as data, too, and stderr stays empty', () => {
    const { code, out, err } = check([group('operators/etcd'), namespace('operator')], '--format', 'json');
    expect({ code, err }).toEqual({ code: 2, err: '' });
    expect(JSON.parse(out)).toEqual({
      schemaVersion: 1,
      operators: [],
      verdicts: [],
      unknownOperators: [],
      inventory: [],
      findings: [],
      problems: [
        {
          severity: 'error',
          code: 'NAMESPACE_NOT_FOUND',
          message: 'the namespace operators does not exist',
          place: { file: 'input.yaml', line: 5, column: 16 },
          path: 'metadata.namespace',
          found: 'operators',
          expected: 'a namespace that the input declares',
          fix: 'did you mean operator? Otherwise give --assume-namespace operators if it is made elsewhere, or add\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: operators',
          excerpt: '  "namespace": "operators",',
          caret: 16,
          isAside: true,
        },
      ],
      versions: { kubernetes: '1.32.0', notes: [], olm: expect.any(String), openshift: null },
    });
  });

  it('gives as data what render prints', () => {
    const folder = folderOf({ 'a.yaml': 'kind: [\n', 'b.yaml': manifests({ ...(FINE[3] as KubernetesObject), apiVersion: 'v1' }) });
    const printed = JSON.parse(cli(['check', folder, '--format', 'json']).out) as { problems: (Problem & { place: SourcePlace })[] };
    const problems = printed.problems.map(({ place, ...problem }): Problem => ({ ...problem, ...place }));
    expect(problems.map(({ code }) => code)).toEqual(['NOT_YAML', 'CSV_API_VERSION']);
    const { err } = cli(['render', folder]);
    expect(err).toBe(`${problems.map((problem) => formatProblem(problem)).join('\n')}\n1 problem; nothing was written\n`);
  });

  it('gives problems that do not stop the run beside the verdicts', () => {
    const misspelt = FINE.map((object) =>
      object.kind === 'ClusterServiceVersion' ? { ...object, apiVersion: 'operators.coreos.com/v1' } : object,
    );
    const { code, out } = check(misspelt, '--format', 'json');
    const { verdicts, problems } = JSON.parse(out) as { verdicts: { phase: string }[]; problems: object[] };
    expect({ code, phases: verdicts.map(({ phase }) => phase) }).toEqual({ code: 0, phases: ['Succeeded'] });
    expect(problems).toMatchObject([{ severity: 'warning', code: 'CSV_API_VERSION' }]);
    expect(check(misspelt).err).toMatch(/^warning\[CSV_API_VERSION\] input\.yaml:\d+:\d+ apiVersion: /);
  });
});

describe('--lenient', () => {
  const twice = manifests(...WHOLE).replace('"kind": "Namespace"', '"kind": "Secret", "kind": "Namespace"');

  it('go on with a warning where bad input has a certain meaning', () => {
    const file = join(folderOf({ 'input.yaml': twice }), 'input.yaml');
    const warning = `warning[DUPLICATE_KEY] ${file}:3:20 kind: the mapping has the key "kind" twice\n`;
    for (const command of ['check', 'render']) {
      const { code, out, err } = cli([command, file, '--lenient']);
      expect(out.includes(', 1 input warning\n')).toBe(command === 'check');
      expect({ code, out: out.replace(', 1 input warning', '') }).toEqual({
        code: 0,
        out: cli([command, join(folderOf({ 'input.yaml': manifests(...WHOLE) }), 'input.yaml')]).out,
      });
      expect(err).toContain(warning);
      expect(cli([command, file]).code).toBe(2);
    }
    const { problems } = JSON.parse(cli(['check', file, '--lenient', '--format', 'json']).out) as { problems: object[] };
    expect(problems).toMatchObject([{ severity: 'warning', code: 'DUPLICATE_KEY', tolerated: true }]);
  });

  it('has its like in every command that reads an input', () => {
    const file = join(folderOf({ 'input.yaml': twice }), 'input.yaml');
    for (const args of [
      ['review', file, file],
      ['who-can', 'get', 'pods', file],
      ['explain', 'ClusterServiceVersion/team-a/etcd', file],
    ]) {
      expect(cli(args).err).toContain('error[DUPLICATE_KEY]');
      expect(cli([...args, '--lenient']).err).toContain('warning[DUPLICATE_KEY]');
    }
  });
});

describe('the findings of check', () => {
  it('are coloured where stdout is a terminal, and only there', () => {
    const input = join(folderOf({ 'input.yaml': manifests(...FAILED) }), 'input.yaml');
    const plain = cli(['check', input]).out;
    expect(plain).not.toContain('\u001b');
    expect(cli(['check', input], { outIsTerminal: true }).out).toContain('\u001b[31merror[no-operator-group]\u001b[39m');
    expect(cli(['check', input], { errIsTerminal: true }).out).toBe(plain);
    expect(cli(['check', input], { outIsTerminal: true, env: { NO_COLOR: 'yes' } }).out).toBe(plain);
  });
});
