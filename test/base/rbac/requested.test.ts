/** Rules without entries that no request has: they allow the same requests as the rules as written. */
import { describe, expect, it } from 'vitest';
import type { PolicyRule } from '../../../src/base/kubernetes/policy-rule.js';
import { ruleAllows } from '../../../src/base/rbac/authorizer.js';
import { requested, voidEntries } from '../../../src/base/rbac/requested.js';
import { ROWS } from '../../../src/base/tools/kinds.js';

const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];
const CORE = ROWS.filter(({ group, kind }) => group === '' && kind !== '*');

/** Requests as the API server derives them: creations and requests for collections have no name. */
const REQUESTS = CORE.flatMap(({ plural }) =>
  VERBS.flatMap((verb) =>
    ['', '/status'].map((part) => ({
      verb,
      apiGroup: '',
      resource: `${plural}${part}`,
      name: (verb === 'create' && part === '') || verb === 'deletecollection' ? '' : 'gate',
    })),
  ),
);

const allowed = (rule: PolicyRule): string[] =>
  REQUESTS.filter((request) => ruleAllows(rule, request)).map(({ verb, resource, name }) => `${verb} ${resource} ${name}`);

const RULES: PolicyRule[] = [
  ...VERBS.map((verb) => ({ verbs: [verb.toUpperCase(), 'get'], apiGroups: [''], resources: ['pods'] })),
  ...CORE.map(({ kind }) => ({ verbs: ['*'], apiGroups: [''], resources: [kind, kind.toLowerCase(), 'pods'] })),
  ...CORE.map(({ plural }) => ({ verbs: ['*'], apiGroups: [''], resources: [`${plural}/*`, `${plural}/status`] })),
  ...['v1', 'v1beta1', 'core', 'apps/v1', 'Apps'].map((group) => ({ verbs: ['get'], apiGroups: [group, ''], resources: ['pods'] })),
  ...VERBS.map((verb) => ({ verbs: [verb], apiGroups: [''], resources: ['pods', 'pods/status'], resourceNames: ['gate'] })),
  ...VERBS.map((verb) => ({ verbs: [verb, 'get'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['gate'] })),
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['get'], apiGroups: [''], resources: ['*/status'] },
];

describe('the part of a rule that a request can match', () => {
  it.each(RULES)('allows what the whole rule allows: %j', (rule) => {
    expect(allowed(requested(rule))).toEqual(allowed(rule));
  });

  it.each(CORE.filter(({ kind, plural }) => kind.toLowerCase() !== plural))('has no singular of $kind', ({ kind, plural }) => {
    const rule = { verbs: ['get'], apiGroups: [''], resources: [kind.toLowerCase()] };
    expect(voidEntries(rule)).toEqual([{ field: 'resources', value: kind.toLowerCase(), meant: plural }]);
    expect(requested(rule).resources).toEqual([]);
  });

  it('keeps what a request of another kind has', () => {
    const kept: PolicyRule[] = [
      { verbs: ['use', 'Approve'], apiGroups: ['example.com'], resources: ['things'] },
      { verbs: ['create', 'patch'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['gate'] },
      { verbs: ['create'], apiGroups: [''], resources: ['pods/exec'], resourceNames: ['gate'] },
      { verbs: ['get'], apiGroups: ['', 'example.com'], resources: ['secret'] },
      { verbs: ['get'], nonResourceURLs: ['/Metrics'] },
    ];
    for (const rule of kept) expect([rule, requested(rule)]).toEqual([rule, rule]);
  });
});
