import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/olm/rules/resolve.js';
import { landscapeOf } from '../../src/report/background.js';
import { MAX_NODES, mermaid } from '../../src/report/markdown.js';
import { matrixOf } from '../../src/report/matrix.js';
import { pathGraph } from '../../src/report/path-graph.js';
import { clusterOf, csv, group, namespace } from '../support/build.js';
import { FULL, grantOf, pathOf, UNCHANGED } from '../support/hand-made-review.js';

const right = (resource: string, ...verbs: string[]) => ({ verbs, apiGroup: '', resource });

describe('the graph of changed paths', () => {
  it('leads from what a role was made for to the rights, each box and arrow once', () => {
    const graph = pathGraph({ gained: [grantOf(), grantOf({ right: right('pods', 'get'), paths: [pathOf(4)] })], lost: [] });
    expect(graph).toEqual({
      nodes: [
        { id: 'n1', kind: 'owner', lines: ['ClusterServiceVersion', 'platform/keeper.v2'], depth: 0 },
        { id: 'n2', kind: 'subject', lines: ['ServiceAccount', 'platform/keeper'], depth: 1 },
        { id: 'n3', kind: 'role', lines: ['ClusterRole', 'keeper.v2-abc'], depth: 2 },
        {
          id: 'n4',
          kind: 'rights',
          lines: ['escalate clusterroles.rbac.authorization.k8s.io', 'get pods', 'in all namespaces'],
          depth: 3,
        },
      ],
      edges: [
        { from: 'n1', to: 'n2' },
        { from: 'n2', to: 'n3' },
        { from: 'n3', to: 'n4', change: 'gained' },
      ],
    });
  });

  it('is drawn by Mermaid as long as it can be read', () => {
    expect(mermaid(pathGraph(UNCHANGED))).toBeUndefined();
    const users = (number: number) =>
      Array.from({ length: number }, (_, index) => grantOf({ subject: { kind: 'User', name: `u${index}` } }));
    expect(mermaid(pathGraph({ gained: users(MAX_NODES - 3), lost: [] }))).toMatch(/^flowchart LR\n/);
    expect(mermaid(pathGraph({ gained: users(MAX_NODES - 2), lost: [] }))).toBeUndefined();
  });

  it('has nothing of the input that Mermaid could take for its own', () => {
    const name = '"]; click n1 "javascript:alert(1)" %%{init}%% <b> ``` \n end';
    const chart = mermaid(pathGraph({ gained: [grantOf({ subject: { kind: 'User', name } })], lost: [] })) ?? '';
    const labels = [...chart.matchAll(/"([^"]*)"/g)].map((match) => (match[1] ?? '').replaceAll('<br>', ' ').replace(/#\d+;/g, ''));
    expect(labels.join('')).not.toMatch(/[^\p{L}\p{N} .,:/…]/u);
    expect(chart.split('\n')).toHaveLength(9);
  });
});

describe('the matrix', () => {
  const user = (name: string) => ({ kind: 'User', name }) as const;
  const entry = (standing: string, verbs: string[], resources: string[]) => ({ standing, verbs, where: 'all namespaces', resources });

  it('has what changes first, and says once what is gained and so held', () => {
    const gained = [grantOf({ right: right('secrets', 'get') })];
    const held = [grantOf({ subject: user('a'), right: right('pods', 'get') }), ...gained, grantOf({ right: right('secrets', 'list') })];
    expect(matrixOf(gained, [], held)).toEqual({
      resources: [],
      rows: [
        {
          subject: 'ServiceAccount platform/keeper',
          own: [entry('gained', ['get'], ['secrets']), entry('held', ['list'], ['secrets'])],
          cells: [],
        },
        { subject: 'User a', own: [entry('held', ['get'], ['pods'])], cells: [] },
      ],
      leftOut: 0,
    });
  });

  it('has a column for what many have, and one cell for what few have, the dangerous first', () => {
    const grants = ['a', 'b', 'c'].flatMap((name) =>
      ['databases', 'configmaps'].map((resource) => grantOf({ subject: user(name), right: right(resource, 'get') })),
    );
    const few = ['leases', 'deployments', 'pods'].map((resource) => grantOf({ subject: user('c'), right: right(resource, 'create') }));
    const cells = [[entry('gained', ['get'], ['configmaps'])], [entry('gained', ['get'], ['databases'])]];
    expect(matrixOf([...grants, ...few], [], [])).toEqual({
      resources: ['configmaps', 'databases'],
      rows: [
        { subject: 'User c', own: [entry('gained', ['create'], ['pods', 'deployments', 'leases'])], cells },
        { subject: 'User a', own: [], cells },
        { subject: 'User b', own: [], cells },
      ],
      leftOut: 0,
    });
  });

  it('is bounded, and says what it leaves out', () => {
    const names = Array.from({ length: 100 }, (_, index) => `u${index}`);
    const grants = names.flatMap((name) =>
      names.slice(0, 20).map((resource) => grantOf({ subject: user(name), right: right(resource, 'get') })),
    );
    const { rows, resources, leftOut } = matrixOf(grants, [], []);
    expect([rows.length, resources.length, leftOut]).toEqual([60, 5, 40]);
  });

  it('of one of everything has a row for each subject', () => {
    expect(matrixOf(FULL.gained, FULL.lost, []).rows.map(({ subject }) => subject)).toEqual([
      'ServiceAccount platform/keeper',
      'anyone bound to edit',
    ]);
  });
});

describe('the reachGraph', () => {
  const stonedb = (id: string) => csv(id, { owns: ['Database.v1.example.com'] });
  const a = [
    namespace('shared'),
    group('team-a/a', { targets: ['team-a', 'shared'] }),
    stonedb('team-a/stonedb.v1'),
    stonedb('team-b/stonedb.v2'),
  ];
  const base = resolve(clusterOf(...a, group('team-b/b', { targets: ['team-b'] })));

  it('is what groups reach and provide', () => {
    expect(landscapeOf(base, base)).toEqual({
      groups: ['team-a/a', 'team-b/b'],
      namespaces: ['shared', 'team-a', 'team-b'],
      apis: ['Database.v1.example.com'],
      ties: [
        { group: 'team-a/a', kind: 'provides', to: 'Database.v1.example.com' },
        { group: 'team-a/a', kind: 'reaches', to: 'shared' },
        { group: 'team-a/a', kind: 'reaches', to: 'team-a' },
        { group: 'team-b/b', kind: 'provides', to: 'Database.v1.example.com' },
        { group: 'team-b/b', kind: 'reaches', to: 'team-b' },
      ],
    });
  });

  it('marks what comes, what goes, and who wants an API in vain', () => {
    const head = resolve(clusterOf(...a, group('team-b/b')));
    expect(landscapeOf(base, head).ties.filter(({ change }) => change)).toEqual([
      { group: 'team-b/b', kind: 'conflicts', to: 'Database.v1.example.com', change: 'gained' },
      { group: 'team-b/b', kind: 'provides', to: 'Database.v1.example.com', change: 'lost' },
      { group: 'team-b/b', kind: 'reaches', to: 'all namespaces', change: 'gained' },
      { group: 'team-b/b', kind: 'reaches', to: 'team-b', change: 'lost' },
    ]);
  });
});
