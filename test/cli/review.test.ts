import { join } from 'node:path';
import { wrap } from 'jest-snapshot-serializer-raw';
import { describe, expect, it } from 'vitest';
import { RISK_RULES } from '../../src/review/rules/index.js';
import { csv, group, namespace } from '../support/build.js';
import { cli, manifests, type Outcome } from '../support/command-line.js';
import { contentOf, folderOf } from '../support/files.js';
import { FINE } from '../support/inputs.js';
import { validatorOf } from '../support/output-schema.js';
import { asking, READ_PODS } from '../support/permissions.js';

const SAMPLES = 'examples/reviews';
const sample = (name: string, ...options: string[]): Outcome =>
  cli(['review', `${SAMPLES}/${name}/base`, `${SAMPLES}/${name}/head`, ...options]);

describe('review', () => {
  it.each(['operator-upgrade', 'conflict-introduced', 'api-no-longer-aggregated', 'rules-reordered'])('shows a short text: %s', (name) => {
    const { out, err } = sample(name);
    expect(err).toBe('');
    expect(wrap(out)).toMatchSnapshot();
  });

  it('colours it on a terminal alone', () => {
    const argv = ['review', `${SAMPLES}/operator-upgrade/base`, `${SAMPLES}/operator-upgrade/head`];
    expect(cli(argv, { outIsTerminal: true }).out).toContain('\u001b[31m');
    expect(cli(argv, { outIsTerminal: true, env: { NO_COLOR: '1' } }).out).toBe(cli(argv).out);
  });

  it.each([
    ['operator-upgrade', 'error', 1],
    ['operator-upgrade', 'never', 0],
    ['tenant-added', 'error', 0],
    ['tenant-added', 'warning', 1],
    ['api-no-longer-aggregated', 'warning', 0],
    ['api-no-longer-aggregated', 'info', 1],
    ['rules-reordered', 'info', 0],
  ])('of %s with --fail-on %s ends with exit code %i', (name, failOn, code) => {
    expect(sample(name, '--fail-on', failOn).code).toBe(code);
  });

  it('has a row for each operator, and below it path and fix once for each rule', () => {
    const { out } = sample('tenant-added');
    expect(out).toMatch(
      /\nOPERATOR +VERSION +ASKS FOR MORE +WORST +WATCHES\nstonedb in payments-operators +new: 1\.9\.0 +read Secrets, create Pods/,
    );
    expect(out).toMatch(/\nwarning\[secrets-read\] .*\nwarning\[workload-create\] /);
    expect(out).toContain('--all also shows: paths and fixes');
    const { out: whole } = sample('tenant-added', '--all');
    expect(whole).toMatch(/\nwarning\[secrets-read\] .*\n {2}path {2}/);
    const [news = ''] = whole.split('\nNotes');
    for (const [rule] of news.matchAll(/^warning\[[\w-]+\]/gm)) expect(news.split(`\n${rule} `)[1]).toMatch(/\n {2}fix {3}/);
  });

  it('ends with the answer again, the counts, and why the exit code is what it is', () => {
    const { out, code } = sample('operator-upgrade');
    const lines = out.trimEnd().split('\n');
    expect(lines.at(-3)).toBe(lines[0]);
    expect(lines.slice(-2)).toEqual([
      expect.stringMatching(/: 2 errors, 1 warning and 2 notes; permissions: 2 gained$/),
      `exit ${code}: 2 findings at or above --fail-on error`,
    ]);
  });

  it('prints what accepts the findings on request alone', () => {
    expect(sample('operator-upgrade').out).not.toContain('accept:');
    expect(sample('operator-upgrade', '--accept-entries').out).toContain('  - id: role-escalation\n');
    expect(sample('operator-upgrade', '--format', 'md', '--accept-entries').out).toContain('  - id: role-escalation\n');
    expect(JSON.parse(sample('operator-upgrade', '--format', 'json').out).accepting).toContain('  - id: role-escalation\n');
    expect(sample('operator-upgrade', '--format', 'html').out).toContain('  - id: role-escalation\n');
  });

  it('links to the pages of findings, wherever they are', () => {
    const page = 'https://docs.example.com/olm/findings/role-escalation.md';
    for (const format of ['md', 'html', 'sarif'])
      expect(sample('operator-upgrade', '--format', format, '--documentation', 'https://docs.example.com/olm/').out).toContain(page);
    expect(sample('operator-upgrade', '--documentation', 'javascript:alert(1)').code).toBe(2);
    const ofSite = ['--documentation', 'https://docs.example.com/olm/findings/ID.html'];
    for (const format of ['md', 'html', 'sarif'])
      expect(sample('operator-upgrade', '--format', format, ...ofSite).out).toContain(page.replace('.md', '.html'));
  });

  it('leaves nothing out with --all, in text and in Markdown', () => {
    const sides = ['examples/reviews/operator-upgrade/base', 'examples/tenants'];
    for (const format of ['text', 'md']) {
      const short = cli(['review', ...sides, '--format', format]).out;
      const whole = cli(['review', ...sides, '--format', format, '--all']).out;
      expect(whole.length).toBeGreaterThan(short.length);
      expect(whole).not.toMatch(/and \d+ more; --all|<br>and \d+ more|are not shown here/);
    }
  });

  it('finds nothing in a change of a state to itself', () => {
    for (const name of ['base', 'head']) {
      const folder = `${SAMPLES}/conflict-introduced/${name}`;
      expect(cli(['review', folder, folder]).out).toMatch(/^No change in meaning\n/);
    }
  });

  it('reads a rendering as it is', () => {
    const folder = folderOf({ 'input.yaml': manifests(...FINE) });
    const rendering = join(folderOf(), 'rendered');
    expect(cli(['render', folder, '-o', rendering]).code).toBe(0);
    expect(cli(['review', rendering, rendering]).out).toMatch(/^No change in meaning\n/);
    // Manifests and a rendering of them are not the same documents, so nothing is promised.
    expect(cli(['review', folder, rendering]).out).toMatch(/^No new permissions\. Changes: 7 ClusterRoles: new; /);
  });

  it('tells of an upgrade in a rendering once, and of no copy, unless a copy is none', () => {
    const targets = ['a', 'b'];
    const rendered = (version: string): Record<string, string> => {
      const given = [...['op', ...targets].map((name) => namespace(name)), group('op/g', { targets }), csv(`op/etcd.${version}`)];
      return { 'all.yaml': cli(['render', folderOf({ 'input.yaml': manifests(...given) })]).out };
    };
    const [v1, v2] = [rendered('v1'), rendered('v2')];
    expect(v2['all.yaml']).toContain('olm.copiedFrom: op');
    const unreviewed = (head: Record<string, string>): string[] =>
      cli(['review', folderOf(v1), folderOf(head)])
        .out.split('\n')
        .flatMap((line) => /^info\[object-not-reviewed\]: New, and not reviewed: (.*)$/.exec(line)?.[1] ?? []);
    expect(unreviewed(v2)).toEqual([]);
    const [copy = ''] = v2['all.yaml']?.split('---\n').filter((text) => text.includes('olm.copiedFrom: op')) ?? [];
    const forged = copy.replace('\nspec:\n', '\nspec:\n  description: forged\n');
    expect(unreviewed({ 'all.yaml': v2['all.yaml']?.replace(copy, forged) ?? '' })).toEqual(['ClusterServiceVersion a/etcd.v2']);
    const stray = folderOf({ 'all.yaml': `${v1['all.yaml']}---\n${copy.replace('etcd.v2', 'etcd.v3')}` });
    expect(cli(['review', folderOf(v1), stray]).out).toContain('ClusterServiceVersion a/etcd.v3 has the label olm.copiedFrom');
  });

  it('takes a state without operators for one, with a warning: the first comes, or the last goes', () => {
    const [none, some] = [folderOf(), folderOf({ 'input.yaml': manifests(...FINE) })];
    const { code, out, err } = cli(['review', none, some]);
    expect({ code, out, err }).toEqual({
      code: 0,
      out: expect.stringContaining('a new operator in OperatorGroup'),
      err: expect.stringContaining('warning[NO_MANIFESTS]'),
    });
    expect(cli(['review', some, none]).out).toContain('is removed from OperatorGroup operators/etcd');
    expect(cli(['review', join(none, 'nowhere'), some]).code).toBe(2);
  });

  it('looks at the Secrets and CRDs of the input', () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key', namespace: 'op' }, stringData: { key: 'x' } };
    const [base, head] = [FINE, [...FINE, secret as never]].map((objects) => folderOf({ 'input.yaml': manifests(...objects) }));
    const { out } = cli(['review', base as string, head as string]);
    expect(out).toContain(`warning[secret-in-input] (${head}/input.yaml:`);
  });

  it('follows the profile on both sides', () => {
    const folder = folderOf({ 'input.yaml': manifests(...FINE) });
    expect(cli(['review', folder, folder, '--profile', 'olm']).out).toMatch(/^No change in meaning\n/);
  });

  it('asks --kube-version for what operators need', () => {
    const of = (minKubeVersion: string): string =>
      folderOf({ 'input.yaml': manifests(namespace('op'), group('op/op'), csv('op/op.v1', { spec: { minKubeVersion } })) });
    const [base, head] = [of('1.20.0'), of('1.40.0')];
    expect(cli(['review', base, head]).out).toMatch(/ClusterServiceVersion op\/op\.v1: the operator requires Kubernetes 1\.40\.0/);
    expect(cli(['review', base, head, '--kube-version', '1.40']).out).toMatch(
      /differs in spec\.minKubeVersion; the review does not cover this\n/,
    );
  });
});

describe('review --output', () => {
  it('writes the report into the file, and prints the verdict and the name of the file', () => {
    const folder = folderOf({ 'review.md': 'old' });
    const { out } = sample('rules-reordered', '--format', 'md');
    const file = join(folder, 'review.md');
    expect(sample('rules-reordered', '--format', 'md', '-o', file)).toEqual({
      code: 0,
      out: `No change in meaning\nexit 0: no finding is at or above --fail-on error\nwritten: ${file}\n`,
      err: '',
    });
    expect(contentOf(folder)).toEqual({ 'review.md': out });
  });

  it('is bad usage where nothing can be written, and leaves nothing', () => {
    const folder = folderOf();
    const { code, out, err } = sample('rules-reordered', '-o', join(folder, 'nowhere/review.txt'));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^error\[OUTPUT_NOT_WRITTEN\] .*ENOENT[\s\S]*\nnothing was written\n$/);
    expect(contentOf(folder)).toEqual({});
  });
});

describe('review with bad input', () => {
  it('shows the problems of both sides, and no report', () => {
    const folder = folderOf({ 'base.yaml': 'a: [', 'head.yaml': manifests(group('operators/op'), namespace('operator')) });
    const { code, out, err } = cli(['review', join(folder, 'base.yaml'), join(folder, 'head.yaml'), '--format', 'json']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect([...err.matchAll(/^error\[(\w+)\] \S*\/(\w+)\.yaml/gm)].map(([, problem, state]) => [state, problem])).toEqual([
      ['base', 'NOT_YAML'],
      ['head', 'NAMESPACE_NOT_FOUND'],
    ]);
  });

  it('names a revision that is not there', () => {
    const { code, err } = cli(['review', 'git:no-such-branch:examples', 'examples/tenants']);
    expect(code).toBe(2);
    expect(err).toMatch(/^error\[GIT_REVISION_NOT_FOUND\] git:no-such-branch:examples: /);
  });
});

describe('review --baseline', () => {
  const ACCEPT = [
    'accept:',
    '  - id: role-escalation',
    '    reason: the platform team knows',
    '  - id: confused-deputy',
    '    reason: nobody holds edit',
  ];

  it('accepts risks, and says so', () => {
    const file = join(folderOf({ 'accepted.yaml': `${ACCEPT.join('\n')}\n` }), 'accepted.yaml');
    const { code, out, err } = sample('operator-upgrade', '--baseline', file);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('2 accepted');
    expect(sample('operator-upgrade', '--baseline', file, '--format', 'md').out).toContain('accepted: the platform team knows');
  });

  it('warns of entries that are of no use', () => {
    const file = join(folderOf({ 'accepted.yaml': `${ACCEPT.join('\n')}\n` }), 'accepted.yaml');
    const { code, err } = sample('rules-reordered', '--baseline', file);
    expect(code).toBe(0);
    expect([...err.matchAll(/^warning\[(baseline-unused)\].*accepted\.yaml:\d+:\d+\)/gm)]).toHaveLength(2);
  });

  it('has to be a baseline', () => {
    const file = join(folderOf({ 'accepted.yaml': 'accept: all\n' }), 'accepted.yaml');
    const { code, out, err } = sample('rules-reordered', '--baseline', file);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^error\[WRONG_TYPE\] .*accepted\.yaml:1:9 accept: /);
  });

  it('has to be there when it is named', () => {
    expect(sample('rules-reordered', '--baseline', '/nowhere').code).toBe(2);
  });
});

describe('review --format', () => {
  it('json keeps to its schema', () => {
    const validate = validatorOf('review');
    for (const name of ['conflict-introduced', 'group-widened', 'tenant-added'])
      expect([validate(JSON.parse(sample(name, '--format', 'json').out)), validate.errors]).toEqual([true, null]);
  });

  it('json says for which versions each state holds', () => {
    const input = folderOf({ 'input.yaml': manifests(namespace('op')) });
    const options = ['--platform', 'openshift@4.14', '--head-platform', 'openshift@4.18', '--format', 'json'];
    expect(JSON.parse(cli(['review', input, input, ...options]).out)).toMatchObject({
      versions: {
        base: { olm: null, openshift: '4.14', kubernetes: '1.27', notes: [expect.stringContaining('before 2023-10-31')] },
        head: { olm: null, openshift: '4.18', kubernetes: '1.31', notes: [] },
      },
    });
  });

  it('sarif says of a rule what holds everywhere: examples/conflict', () => {
    const empty = folderOf({ 'input.yaml': manifests(namespace('op')) });
    const { runs } = JSON.parse(cli(['review', empty, 'examples/conflict', '--format', 'sarif']).out) as {
      runs: { tool: { driver: { rules: { id: string; help: { text: string } }[] } }; results: { ruleId: string; level: string }[] }[];
    };
    const rule = runs[0]?.tool.driver.rules.find(({ id }) => id === 'secrets-read');
    expect(rule).toMatchObject({ defaultConfiguration: { level: 'error' }, properties: { 'security-severity': '8.0' } });
    expect(rule?.help.text).not.toContain('ClusterServiceVersion');
    expect(runs[0]?.results.filter(({ ruleId }) => ruleId === 'secrets-read').map(({ level }) => level)).toContain('note');
  });

  it('sarif names the lines that grant', () => {
    const { runs } = JSON.parse(sample('operator-upgrade', '--format', 'sarif').out) as {
      runs: { results: { ruleId: string; locations: { physicalLocation: unknown }[] }[] }[];
    };
    const risks = runs[0]?.results.filter(({ ruleId }) => RISK_RULES.some(({ id }) => id === ruleId));
    expect(risks?.map(({ ruleId, locations }) => [ruleId, locations[0]?.physicalLocation])).toEqual(
      ['confused-deputy', 'role-escalation', 'role-write'].map((id) => [
        id,
        {
          artifactLocation: { uri: 'examples/reviews/operator-upgrade/head/gatewarden.yaml', uriBaseId: '%SRCROOT%' },
          region: { startLine: 30, startColumn: 15 },
        },
      ]),
    );
  });

  it('has every report show no more than text where names are hostile', () => {
    const name = 'op.v1';
    const evil = '</script><script>alert(1)</script> @everyone `|` \u001b[31m';
    const rule = { apiGroups: [evil], resources: [evil], verbs: [evil] };
    const of = (rules: readonly unknown[]): string =>
      folderOf({
        'input.yaml': manifests(
          namespace('op'),
          group('op/op'),
          csv(`op/${name}`, asking({ permissions: [{ serviceAccountName: 'op', rules: rules as (typeof READ_PODS)[] }] })),
        ),
      });
    const [base, head] = [of([READ_PODS]), of([READ_PODS, rule])];
    expect(cli(['review', base, head]).out).not.toContain('\u001b');
    expect(cli(['review', base, head, '--format', 'html']).out).not.toContain('<script>alert');
    expect(cli(['review', base, head, '--format', 'md']).out).not.toMatch(/<script>|(?<!`[^`\n]*)@everyone/);
  });
});

describe('review of an upgrade of the cluster', () => {
  const [platform, head] = [
    ['--platform', 'openshift@4.13'],
    ['--head-platform', 'openshift@4.18'],
  ];
  const example = ['review', 'examples/platform-upgrade', 'examples/platform-upgrade', '--profile', 'olm'];

  it('says what holds it up', () => {
    const { code, out } = cli([...example, ...platform, ...head]);
    expect(code).toBe(1);
    expect(out).toContain('OpenShift is not upgraded to 4.18 while it is installed');
  });

  it('says nothing where HEAD is on the same platform', () => {
    expect(cli([...example, ...platform])).toMatchObject({ code: 0, out: expect.stringContaining('No change in meaning') });
  });

  it.each([
    [
      'what is said of BASE goes with its platform',
      ['--olm-version', 'v0.22', ...head],
      'it was OpenShift 4.13, OLM v0.22 and Kubernetes 1.26',
    ],
    [
      'what is said of BASE stays',
      ['--kube-version', '1.26', '--head-olm-version', 'v0.46'],
      'Platform OpenShift 4.13, OLM v0.46 and Kubernetes 1.26:',
    ],
    ['Kubernetes alone', ['--head-kube-version', '1.27'], 'Platform OpenShift 4.13 and Kubernetes 1.27:'],
  ])('%s', (_, options, text) => {
    expect(cli([...example, ...platform, ...options]).out).toContain(text);
  });
});
