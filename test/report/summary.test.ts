import { describe, expect, it } from 'vitest';
import type { Severity } from '../../src/olm/model/finding.js';
import { type Summary, summarise } from '../../src/report/summary.js';
import type { Review } from '../../src/review/compare/review.js';
import { CONFLICT, changeOf, FULL, grantOf, pathOf, reviewOf, riskOf, scopeChangeOf, UNCHANGED } from '../support/hand-made-review.js';

const MILD = riskOf({ severity: 'warning', message: 'User x may read Secrets' });

const ROOMS = Array.from({ length: 12 }, (_, index) => `room${index + 1}`);

describe('the summary', () => {
  it.each<[string, Review, Summary['tone'], string]>([
    ['no change', UNCHANGED, 'same', 'No change in meaning'],
    [
      'a right more',
      reviewOf({ gained: [grantOf()] }),
      'look',
      'Grants more: ServiceAccount platform/keeper can escalate clusterroles.rbac.authorization.k8s.io in the whole cluster',
    ],
    [
      'more rights than fit into a line, by a role that people are bound to',
      reviewOf({
        gained: ROOMS.map((resource) =>
          grantOf({
            subject: { kind: 'Group', name: 'devs' },
            scope: ['a'],
            right: { verbs: ['get'], apiGroup: 'rooms.example.com', resource },
            paths: [
              pathOf(0, {
                roles: [
                  { kind: 'ClusterRole', name: 'edit' },
                  { kind: 'ClusterRole', name: 'rooms-edit' },
                ],
              }),
            ],
          }),
        ),
      }),
      'look',
      'Grants more: Group devs gets 12 permissions in a through ClusterRole edit, such as get room1.rooms.example.com',
    ],
    [
      'many rights by one role, of which the first fits into a line',
      reviewOf({
        gained: Array.from({ length: 20 }, (_, index) =>
          grantOf({
            subject: { kind: 'Group', name: 'devs' },
            scope: ['a'],
            right: { verbs: index === 0 ? ['create'] : ['get', 'list'], apiGroup: '', resource: index === 0 ? 'pods' : `room${index}` },
            paths: [{ ...pathOf(0, { roles: [{ kind: 'ClusterRole', name: 'edit' }] }), owner: undefined }],
          }),
        ),
      }),
      'look',
      'Grants more: Group devs gets 20 permissions in a through ClusterRole edit, such as create pods',
    ],
    [
      'a right less',
      reviewOf({ lost: [grantOf({ scope: ['a'] })] }),
      'less',
      'Grants less: ServiceAccount platform/keeper can no longer escalate clusterroles.rbac.authorization.k8s.io in a',
    ],
    ['a risk', reviewOf({ gained: [grantOf()], risks: { new: [MILD] } }), 'look', 'Grants more: User x may read Secrets'],
    [
      'a bad risk',
      reviewOf({ gained: [grantOf()], risks: { new: [MILD, riskOf()] } }),
      'stop',
      'Grants more: ServiceAccount platform/keeper may give itself any right',
    ],
    ['a risk that grants nothing', reviewOf({ risks: { new: [MILD] } }), 'look', 'No new permissions. New risk: User x may read Secrets'],
    [
      'a bad risk of which the lists say nothing',
      reviewOf({ risks: { new: [riskOf()] } }),
      'stop',
      'Permissions may change: ServiceAccount platform/keeper may give itself any right',
    ],
    [
      'a wider group',
      reviewOf({ reach: [scopeChangeOf({ severity: 'warning' })], risks: { new: [riskOf()] } }),
      'stop',
      'Grants more: OperatorGroup orders-operators/orders targets all namespaces instead of orders-production, orders-staging',
    ],
    [
      'a narrower group',
      reviewOf({ reach: [scopeChangeOf({ id: 'targets-narrowed', severity: 'info', message: 'no longer targets b' })] }),
      'less',
      'No new permissions. OperatorGroup orders-operators/orders: no longer targets b',
    ],
    [
      'a broken operator',
      reviewOf({ checks: { new: [CONFLICT] } }),
      'stop',
      'Breaks: ClusterServiceVersion team-b/stonedb.v1.9.0: OperatorGroup team-a/team-a already provides Database.v1.stonedb.example.com',
    ],
    ['a risk less', reviewOf({ risks: { fixed: [MILD] } }), 'less', 'No new permissions. Removes a risk: User x may read Secrets'],
    [
      'a mended operator',
      reviewOf({ checks: { fixed: [CONFLICT] } }),
      'less',
      'No new permissions. Fixes ClusterServiceVersion team-b/stonedb.v1.9.0: OperatorGroup team-a/team-a already provides Database.v1.stonedb.example.com',
    ],
    ['what was there before', reviewOf({ risks: { unchanged: [riskOf()] } }), 'same', 'No change in meaning'],
  ])('of %s', (_, review, tone, headline) => {
    const summary = summarise(review);
    expect([summary.tone, summary.headline]).toEqual([tone, headline]);
  });

  it('says first what is granted, then what breaks, and of that what does not follow from something else', () => {
    const ambiguous = { ...CONFLICT, id: 'ambiguous-outcome' as const, message: 'whether it runs depends' };
    const { headline, breaks } = summarise(reviewOf({ checks: { new: [ambiguous, CONFLICT] }, reach: [scopeChangeOf()] }));
    expect(headline).toMatch(/^Grants more: OperatorGroup orders-operators\/orders targets all namespaces/);
    expect(breaks).toEqual([expect.stringContaining('already provides'), expect.stringContaining('whether it runs depends')]);
  });

  it('says third what nobody looked at', () => {
    const unread = riskOf({ id: 'unread-file', subject: { kind: 'File', name: 'a.yaml' }, message: 'the file a.yaml was not read' });
    const { headline, perhaps, notReviewed } = summarise(
      reviewOf({ gained: [grantOf()], risks: { new: [unread] }, changes: [changeOf({})] }),
    );
    expect(headline).toMatch(/^Grants more/);
    expect([perhaps, notReviewed]).toEqual([[], ['the file a.yaml was not read', 'ConfigMap op/settings']]);
  });

  it('says what else there is, worst first, but no more than fits a screen', () => {
    const risks = Array.from({ length: 9 }, (_, index) => riskOf({ severity: index === 8 ? 'error' : 'info', message: `risk ${index}` }));
    const { headline, points } = summarise(reviewOf({ risks: { new: risks } }));
    expect([headline, points.map(({ text }) => text)]).toEqual([
      'Permissions may change: risk 8',
      ['New risk: risk 0', 'New risk: risk 1', 'New risk: risk 2', 'New risk: risk 3'],
    ]);
  });

  it('counts what there is', () => {
    expect(summarise(FULL).counts).toEqual([
      ...['1 change of reach', '1 new risk', '4 gained grants', '1 lost grant', '1 new finding', '1 fixed risk'],
      ...['1 unchanged risk', '1 accepted risk'],
    ]);
  });

  it('mentions objects that only look different', () => {
    expect(summarise(reviewOf({ objects: { added: 1, removed: 0, changed: 12 } })).advice).toBe(
      'All permissions, target namespaces and verdicts are unchanged. 1 object added, 12 objects changed, with the same effect.',
    );
  });
});

describe('a permission that two risks are about', () => {
  const permissions = ['create pods', 'update pods'];
  const about = { permissions, scope: 'cluster' as const, subject: { kind: 'ServiceAccount', namespace: 'op', name: 'db' } };
  const first = riskOf({ ...about, id: 'pod-create', severity: 'error', message: 'ServiceAccount op/db can create and update pods' });
  const second = riskOf({ ...about, id: 'rbac-write', severity: 'warning', message: 'it writes pods' });
  const pointsWith = (other: Partial<typeof second>) =>
    summarise(reviewOf({ gained: [grantOf()], risks: { new: [first, { ...second, ...other }] } })).points.map(({ text }) => text);

  it('is said once on the first screen', () => {
    expect(pointsWith({})).not.toContain('Grants more: it writes pods');
  });

  it('is said again where it is held by somebody else, in another place, or with another one', () => {
    for (const other of [{ subject: { kind: 'User', name: 'x' } }, { scope: ['a'] }, { permissions: [...permissions, 'delete pods'] }])
      expect(pointsWith(other)).toContain('Grants more: it writes pods');
  });
});

describe('the first words of the verdict', () => {
  const SUBSCRIPTION = { kind: 'Subscription', namespace: 'op', name: 'db' };
  const channel = changeOf({ id: 'unknown-version', subject: SUBSCRIPTION, message: 'channel a → b; OLM upgrades it by itself' });
  const known = changeOf({ id: 'source-changed', subject: SUBSCRIPTION, message: 'upgrades follow another channel' });
  const manual = changeOf({ id: 'upgrades-approved', subject: SUBSCRIPTION, message: 'a person approves each upgrade from now on' });
  const unknown = changeOf({ id: 'source-added', severity: 'warning', subject: SUBSCRIPTION, message: 'its permissions are not known' });
  const image = (name: string) =>
    changeOf({ id: 'image-changed', subject: { kind: 'Deployment', namespace: 'op', name }, message: 'runs x:2 in place of x:1' });

  it('say that nothing is granted, where images change, and no more than a note of it', () => {
    expect(summarise(reviewOf({ changes: ['a', 'b', 'c'].map(image) }))).toMatchObject({
      tone: 'less',
      headline: 'No new permissions. Images change in 3 objects: Deployment op/a, Deployment op/b and Deployment op/c',
    });
  });

  it('say that nothing is granted, where a known operator follows another channel, or a person approves upgrades', () => {
    const headlines = [known, manual].map((change) => summarise(reviewOf({ changes: [change] })).headline);
    expect(headlines).toEqual([
      'No new permissions. Subscription op/db: upgrades follow another channel',
      'No new permissions. Subscription op/db: a person approves each upgrade from now on',
    ]);
  });

  it('name an operator that is not known before what comes with it', () => {
    const setting = riskOf({ id: 'cluster-setting', severity: 'warning', message: 'Proxy cluster is new' });
    expect(summarise(reviewOf({ changes: [unknown], risks: { new: [setting] } })).headline).toBe(
      'Permissions may change: Subscription op/db: its permissions are not known',
    );
  });

  it('leave open what another version of an operator may do', () => {
    expect(summarise(reviewOf({ changes: [channel] }))).toMatchObject({
      tone: 'less',
      headline: 'Permissions may change: Subscription op/db: channel a → b; OLM upgrades it by itself',
      advice: 'Check what the other version can do.',
    });
  });

  it('promise nothing where an operator is not known', () => {
    expect(summarise(reviewOf({ changes: [unknown] }))).toMatchObject({
      tone: 'look',
      headline: 'Permissions may change: Subscription op/db: its permissions are not known',
      advice: 'Check the new operators and catalogs: their content is not known.',
    });
  });

  it('name an object that nobody looked at as a change, if it holds no permissions', () => {
    const { headline, advice, tone } = summarise(reviewOf({ changes: [changeOf({ presence: 'added' })] }));
    expect([tone, headline]).toEqual(['less', 'No new permissions. 1 changed object was not reviewed: ConfigMap op/settings']);
    expect(advice).toBe('Check what was not reviewed: its effect is not known.');
    const role = changeOf({ severity: 'error', presence: 'added', subject: { kind: 'Role', namespace: 'op', name: 'reader' } });
    expect(summarise(reviewOf({ changes: [role] })).headline).toMatch(/^Permissions may change: .*Role op\/reader/);
  });

  it('are a new operator, before a kind that nobody knows', () => {
    const unknown = riskOf({
      id: 'unknown-kind',
      severity: 'warning',
      subject: { kind: 'Kind', name: 'A.example.com' },
      message: 'kind A',
    });
    const installs = changeOf({ id: 'source-added', severity: 'warning', message: 'installs stonedb' });
    const { headline, points } = summarise(reviewOf({ risks: { new: [unknown] }, changes: [installs] }));
    expect(headline).toContain('installs stonedb');
    expect(points.map(({ text }) => text)).toContain('kind A');
  });

  it('are what an object says, before lines of a file that was not read', () => {
    const lines = changeOf({ id: 'file-changed', severity: 'info', subject: { kind: 'File', name: 'values.yaml' }, message: 'changes' });
    const version = changeOf({ id: 'unknown-version', severity: 'info', message: 'channel a → b' });
    expect(summarise(reviewOf({ changes: [lines, version] })).headline).toContain('channel a → b');
  });

  it('are a second OperatorGroup, before what it takes the effect of and no more', () => {
    const groups = [
      { kind: 'OperatorGroup', namespace: 'op', name: 'a' },
      { kind: 'OperatorGroup', namespace: 'op', name: 'b' },
    ] as const;
    const crowded = { ...CONFLICT, id: 'multiple-operator-groups' as const, severity: 'warning' as const, verdict: false };
    const several = { ...crowded, subject: groups[0], related: [groups[1]], message: 'OLM fails every CSV' };
    const beyond = changeOf({ id: 'group-beyond-input', severity: 'error', subject: groups[1], message: 'now targets c' });
    const installs = changeOf({ id: 'source-added', severity: 'warning', message: 'installs stonedb' });
    const headlineOf = (...changes: ReturnType<typeof changeOf>[]): string =>
      summarise(reviewOf({ checks: { new: [several] }, changes })).headline;
    expect(headlineOf(beyond, installs)).toBe('Breaks: OperatorGroup op/a: OLM fails every CSV');
    expect(headlineOf(changeOf({ ...beyond, subject: { ...groups[1], namespace: 'other' } }))).toMatch(/^Grants more/);
    expect(headlineOf()).toBe('Breaks: OperatorGroup op/a: OLM fails every CSV');
  });

  it('are what is granted, before a warning about something else', () => {
    const setting = riskOf({ severity: 'warning', subject: { kind: 'ConsolePlugin', name: 'x' }, message: 'ConsolePlugin x is new' });
    const { headline, points } = summarise(reviewOf({ gained: [grantOf()], risks: { new: [setting] } }));
    expect(headline).toContain('Grants more: ServiceAccount platform/keeper');
    expect(points[0]?.text).toBe('New risk: ConsolePlugin x is new');
  });
});

describe('many CRDs that change in the same way', () => {
  const crd = (name: string) =>
    changeOf({
      id: 'crd-changed',
      severity: 'warning',
      subject: { kind: 'CustomResourceDefinition', name },
      message: 'the new version breaks stored objects',
    });

  it('are one statement, after what somebody gains', () => {
    const { headline, points } = summarise(reviewOf({ gained: [grantOf()], changes: ['a.x', 'b.x', 'c.x', 'd.x', 'e.x'].map(crd) }));
    expect(headline).toContain('Grants more');
    expect(points).toEqual([
      { severity: 'warning', text: '5 CustomResourceDefinitions may break stored objects or clients: a.x, b.x, c.x and 2 more' },
    ]);
  });

  it('are said as they are where there is one', () => {
    expect(summarise(reviewOf({ changes: [crd('a.x')] })).headline).toBe(
      'Breaks: CustomResourceDefinition a.x: the new version breaks stored objects',
    );
  });
});

describe('what changes, without new permissions', () => {
  const image = (name: string, after: string) => ({
    object: { kind: 'Deployment', namespace: 'op', name },
    fields: [{ field: 'image', before: '1.2', after }],
  });
  const file = (name: string) => ({ object: { kind: 'File', name }, fields: [{ field: 'lines', before: '1 removed', after: '2 new' }] });
  const headlineOf = (...parts: Parameters<typeof reviewOf>): string => summarise(reviewOf(...parts)).headline;

  it('is one sentence about objects', () => {
    const channel = (name: string) => ({
      object: { kind: 'Subscription', name },
      fields: [{ field: 'spec.channel', before: name, after: 'b' }],
    });
    expect(headlineOf({ differing: [image('web', '1.3'), channel('x'), channel('y')] })).toBe(
      'No new permissions. Changes: Deployment op/web: image 1.2 → 1.3; 2 Subscriptions: spec.channel',
    );
  });

  it('is about files only if a finding is about one of them; documents leave the meaning as it is', () => {
    const told = changeOf({ id: 'file-changed', severity: 'info', subject: { kind: 'File', name: 'apply.sh' }, message: 'changes: a' });
    expect(headlineOf({ differing: [file('README.md'), file('apply.sh')], changes: [told] })).toBe(
      'No new permissions. Changes: File apply.sh: lines 1 removed → 2 new; and 1 more file',
    );
    expect(headlineOf({ differing: [file('README.md')] })).toBe('No change in meaning');
  });

  it('shows an image as a whole, whose parts alone say nothing', () => {
    const [before, after] = ['22', '23'].map(
      (version) => `registry.example.com/automation-platform-${version}/ee-supported-rhel8:latest`,
    ) as [string, string];
    const change = { object: { kind: 'Deployment', name: 'web' }, fields: [{ field: 'image', before, after }] };
    expect(headlineOf({ differing: [change] })).toBe(`No new permissions. Changes: Deployment web: image ${before} → ${after}`);
  });

  it('ends with operators that keep running without a Subscription, unless they are named before', () => {
    const gone = (name: string) =>
      changeOf({
        id: 'subscription-removed',
        subject: { kind: 'Subscription', namespace: 'op', name },
        message: 'is removed',
        presence: 'removed',
      });
    const warning = changeOf({ id: 'file-changed', severity: 'warning', subject: { kind: 'Thing', name: 'a' }, message: 'is odd' });
    const end = /; Subscription op\/x is removed, and its operator keeps running$/;
    expect(headlineOf({ changes: [warning, gone('x')] })).toMatch(end);
    expect(headlineOf({ lost: [grantOf()], changes: [gone('x')] })).toMatch(/^Grants less: /);
    expect(headlineOf({ lost: [grantOf()], changes: [gone('x')] })).toMatch(end);
    expect(headlineOf({ lost: [grantOf()], changes: [gone('x'), gone('y')] })).toMatch(
      /; Subscription op\/x and Subscription op\/y are removed, and their operators keep running$/,
    );
    expect(headlineOf({ changes: [gone('x')] })).not.toMatch(/keeps running$/);
    expect(headlineOf({ gained: [grantOf()], changes: [gone('x')] })).not.toContain('op/x');
  });

  it('comes after a break, a warning and a rename', () => {
    const differing = [image('web', '1.3')];
    const warning = (id: string) => changeOf({ id, severity: 'warning', subject: { kind: 'Thing', name: 'a' }, message: 'is odd' });
    expect(headlineOf({ differing, changes: [warning('cluster-setting')] })).not.toContain('Changes');
    expect(headlineOf({ differing, checks: { new: [CONFLICT] } })).toMatch(/^Breaks: /);
  });

  it('comes before what was only not read, which keeps its line', () => {
    const differing = [image('web', '1.3')];
    const one = (id: string, severity: Severity) => changeOf({ id, severity, subject: { kind: 'Thing', name: id }, message: 'is odd' });
    for (const severity of ['info', 'warning'] as const) {
      const { headline, notReviewed } = summarise(reviewOf({ differing, changes: [one('file-changed', severity)] }));
      expect(headline).toMatch(/^No new permissions\. Changes: Deployment/);
      expect(notReviewed).toEqual(['Thing file-changed: is odd']);
    }
    // What was read comes first, whatever was not.
    const both = [one('file-changed', 'warning'), one('cluster-setting', 'warning')];
    expect(headlineOf({ differing, changes: both })).toBe('No new permissions. Thing cluster-setting: is odd');
    expect(headlineOf({ differing, changes: [one('file-changed', 'error')] })).toBe('No new permissions. Thing file-changed: is odd');
  });

  it.each<[string, number, number, string]>([
    ['neither', 0, 0, ''],
    ['other accounts', 2, 0, ', and 2 more permissions'],
    ['users', 0, 3, '; users get 3 permissions'],
    ['both', 1, 1, ', and 1 more permission; users get 1 permission'],
  ])('counts permissions of users apart: %s', (_, accounts, users, end) => {
    const some = (kind: 'ServiceAccount' | 'RoleHolder', length: number) =>
      Array.from({ length }, (_each, index) =>
        grantOf({
          subject: kind === 'RoleHolder' ? { kind, name: `role${index}` } : { kind, namespace: 'x', name: `account${index}` },
          scope: ['x'],
          right: { verbs: ['get'], apiGroup: 'rooms.example.com', resource: 'rooms' },
        }),
      );
    const all = [grantOf(), ...some('ServiceAccount', accounts), ...some('RoleHolder', users)];
    const start = 'escalate clusterroles.rbac.authorization.k8s.io in the whole cluster';
    expect(summarise(reviewOf({ gained: all })).headline).toBe(`Grants more: ServiceAccount platform/keeper can ${start}${end}`);
    const lost = end.replace(/more permissions/, 'more permissions are lost').replace(/more permission(?!s)/, 'more permission is lost');
    expect(summarise(reviewOf({ lost: all })).headline).toBe(
      `Grants less: ServiceAccount platform/keeper can no longer ${start}${lost.replace('users get', 'users lose')}`,
    );
  });
});
