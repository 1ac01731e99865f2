/** Grants and their comparison against Kubernetes' authorizer, over a small closed universe of requests. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupBy, type KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { PolicyRule } from '../../../src/base/kubernetes/policy-rule.js';
import { type AccessRequest, isAllowed, ruleAllows } from '../../../src/base/rbac/authorizer.js';
import type { Rbac } from '../../../src/base/rbac/bound.js';
import { uncoveredGrants } from '../../../src/base/rbac/compare-grants.js';
import { rolesFor } from '../../../src/base/rbac/default-roles.js';
import type { Grant, GrantPath, GrantSubject } from '../../../src/base/rbac/grant.js';
import { grantsOf } from '../../../src/base/rbac/grants.js';
import { rbacOf } from '../../../src/base/rbac/rbac.js';
import { type Identity, serviceAccount } from '../../../src/base/rbac/subject.js';
import { EMPTY_CLUSTER } from '../../../src/olm/model/cluster-of-parts.js';
import type { AskedIdentity } from '../../../src/review/questions/asked-identity.js';
import { canI, rightsOf } from '../../../src/review/questions/can-i.js';
import { whoCan } from '../../../src/review/questions/who-can.js';
import type { State } from '../../../src/review/state/state.js';
import { authorizerOf, effectiveRbac, isSubject, type Rbac as OracleRbac, isAllowed as oracleAllows } from '../../support/oracle.js';
import { anyRbac } from '../../support/rbac.js';
import { alone } from '../../support/review.js';
import { runs } from '../../support/runs.js';

const IDENTITIES: readonly Identity[] = [
  serviceAccount({ namespace: 'a', name: 'robot' }),
  serviceAccount({ namespace: 'b', name: 'robot' }),
  { user: 'apple', groups: ['growers', 'system:authenticated'] },
  { user: 'nobody', groups: [] },
];

/** What no rule names stands for everything else. */
const RESOURCES: readonly { resource: string; subresource?: string }[] = [
  { resource: 'pods' },
  { resource: 'pods', subresource: 'status' },
  { resource: 'pods', subresource: 'other' },
  { resource: 'jobs' },
  { resource: 'other' },
  { resource: 'other', subresource: 'status' },
  { resource: 'other', subresource: 'other' },
];

const REQUESTS: readonly AccessRequest[] = ['get', 'list', 'other'].flatMap((verb) => [
  ...['', 'apps', 'other'].flatMap((apiGroup) =>
    RESOURCES.flatMap((resource) =>
      [undefined, 'x', 'y', 'other'].map((name) => ({ verb, apiGroup, ...resource, ...(name ? { name } : {}) })),
    ),
  ),
  ...['/metrics', '/metrics/a', '/metrics/', '/m', '/other', '/'].map((path) => ({ verb, path })),
]);

const pathOf = (): GrantPath => ({ roles: [], rule: 0 });

const NAMESPACES = [undefined, 'a', 'b', 'other'];

/** The same request in every place that it can be made in; a URL stands in no namespace. */
const QUESTIONS = REQUESTS.flatMap((request) =>
  ('path' in request ? [undefined] : NAMESPACES).map((namespace) => ({ namespace, request })),
).map((question) => ({ ...question, text: JSON.stringify(question) }));

function asRule({ right: { verbs, apiGroup, resource, resourceNames, nonResourceURL } }: Grant): PolicyRule {
  if (nonResourceURL !== undefined) return { verbs, nonResourceURLs: [nonResourceURL] };
  return { verbs, apiGroups: [apiGroup as string], resources: [resource as string], ...(resourceNames ? { resourceNames } : {}) };
}

type Answer = (namespace: string | undefined, request: AccessRequest) => boolean;

/** What grants say together. */
function answerOf(grants: readonly Grant[]): Answer {
  const rules = grants.map((grant) => ({ scope: grant.scope, rule: asRule(grant) }));
  const isHere = (scope: Grant['scope'], namespace: string | undefined): boolean =>
    scope === 'cluster' || (namespace !== undefined && scope.includes(namespace));
  return (namespace, request) => rules.some(({ scope, rule }) => isHere(scope, namespace) && ruleAllows(rule, request));
}

/** What the oracle says of an identity: its rules are the same for all questions of a namespace. */
function oracleAnswer(oracle: OracleRbac, identity: Identity): Answer {
  const authorizers = new Map(NAMESPACES.map((namespace) => [namespace, authorizerOf(oracle, identity, namespace)]));
  return (namespace, request) => authorizers.get(namespace)?.(request) === true;
}

const means = ({ kind, name, namespace }: GrantSubject, identity: Identity): boolean =>
  isSubject({ kind, name, namespace }, identity, undefined);

/** The questions that an answer says yes to, as texts. */
function yes(answer: Answer): string[] {
  return QUESTIONS.filter(({ namespace, request }) => answer(namespace, request)).map(({ text }) => text);
}

const all = (rbac: Rbac): Grant[] => grantsOf([...rbac.bySubject.values()], rbac, pathOf);

describe('grants', () => {
  it("allow exactly what Kubernetes' authorizer allows", () => {
    let allowed = 0;
    fc.assert(
      fc.property(anyRbac, (objects) => {
        const oracle = effectiveRbac(objects);
        const grants = all(rbacOf(alone(objects)));
        for (const identity of IDENTITIES) {
          const expected = yes(oracleAnswer(oracle, identity));
          const own = grants.filter(({ subject }) => means(subject, identity));
          expect(yes(answerOf(own))).toEqual(expected);
          allowed += expected.length;
        }
      }),
      runs(16),
    );
    expect(allowed).toBeGreaterThan(2_500);
  });
});

describe('the authorizer', () => {
  it('says what it says of every binding by itself', () => {
    fc.assert(
      fc.property(anyRbac, (objects) => {
        const [oracle, rbac] = [effectiveRbac(objects), rbacOf(alone(objects))];
        for (const identity of IDENTITIES) {
          expect(yes((namespace, request) => isAllowed(rbac, identity, namespace, request))).toEqual(yes(oracleAnswer(oracle, identity)));
        }
      }),
      runs(12),
    );
  });
});

/** A state of these objects alone. */
function stateOf(objects: readonly KubernetesObject[]): State {
  return {
    label: '',
    cluster: EMPTY_CLUSTER,
    resolution: { groups: [], csvs: [], replaced: [] },
    ...alone(objects),
    findings: [],
    placeOf: () => undefined,
    given: [],
    documents: [],
    unread: [],
  };
}

describe('who can', () => {
  it("names exactly those whom Kubernetes' authorizer would let", () => {
    let allowed = 0;
    fc.assert(
      fc.property(anyRbac, fc.constantFrom(...QUESTIONS), (objects, { namespace, request }) => {
        const oracle = effectiveRbac(objects);
        const state = stateOf(objects);
        const found = whoCan(state, request, { namespace }).filter(({ scope }) => namespace !== undefined || typeof scope === 'string');
        for (const identity of IDENTITIES) {
          const expected = oracleAllows(oracle, identity, namespace, request);
          expect(found.some(({ subject }) => means(subject, identity))).toBe(expected);
          if (expected) allowed += 1;
        }
      }),
      runs(80),
    );
    expect(allowed).toBeGreaterThan(20);
  });
});

describe('can I', () => {
  const robot = serviceAccount({ namespace: 'a', name: 'robot' });
  const asked: AskedIdentity = { subject: { kind: 'ServiceAccount', namespace: 'a', name: 'robot' }, groups: robot.groups };

  it("answers, and lists, exactly what Kubernetes' authorizer would let an account do", () => {
    let allowed = 0;
    fc.assert(
      fc.property(anyRbac, (objects) => {
        const [oracle, state] = [effectiveRbac(objects), stateOf(objects)];
        const expected = yes(oracleAnswer(oracle, robot));
        const { grants, everyone } = rightsOf(state, asked);
        expect(yes(answerOf([...grants, ...everyone]))).toEqual(expected);
        for (const { namespace, request, text } of QUESTIONS.filter((_, index) => index % 100 === 0)) {
          const { answer } = canI(state, asked, request, namespace === undefined ? { allNamespaces: true } : { namespace });
          expect(answer === 'yes').toBe(expected.includes(text));
        }
        allowed += expected.length;
      }),
      runs(5),
    );
    expect(allowed).toBeGreaterThan(300);
  });
});

describe('gained and lost grants', () => {
  /** Without the bindings of Kubernetes, whose many subjects are the same on both sides. */
  const indexOf = (objects: readonly KubernetesObject[]): Rbac => rbacOf(alone(objects), rolesFor(alone(objects)));

  /** The questions that these grants to a subject say yes to. A role holder is asked as one who is bound in the whole cluster. */
  function answersOf(grants: readonly Grant[]): (subject: GrantSubject) => Set<string> {
    const bySubject = groupBy(grants, ({ subject }) => JSON.stringify(subject));
    return (subject) => {
      const own = (bySubject.get(JSON.stringify(subject)) ?? []).map(
        (grant): Grant => (grant.scope === 'where-bound' ? { ...grant, scope: 'cluster' } : grant),
      );
      return new Set(yes(answerOf(own)));
    };
  }

  it('are the difference of what the two sides allow, and no more than the new state allows', () => {
    let differing = 0;
    fc.assert(
      fc.property(anyRbac, anyRbac, (base, head) => {
        const [before, after] = [indexOf(base), indexOf(head)];
        const sides = [all(before), all(after), uncoveredGrants(after, before, pathOf)].map(answersOf);
        for (const { subject } of after.bySubject.values()) {
          const [old, now, more] = sides.map((answers) => answers(subject)) as [Set<string>, Set<string>, Set<string>];
          const difference = [...now].filter((question) => !old.has(question));
          expect([...more].filter((question) => !old.has(question))).toEqual(difference);
          expect([...more].filter((question) => !now.has(question))).toEqual([]);
          differing += difference.length;
        }
      }),
      runs(10),
    );
    expect(differing).toBeGreaterThan(1_500);
  });

  it('each allow something that the other state does not', () => {
    fc.assert(
      fc.property(anyRbac, anyRbac, (base, head) => {
        const [before, after] = [indexOf(base), indexOf(head)];
        const had = answersOf(all(before));
        for (const grant of uncoveredGrants(after, before, pathOf)) {
          const old = had(grant.subject);
          const isNew = [...answersOf([grant])(grant.subject)].some((question) => !old.has(question));
          expect({ grant, isNew }).toEqual({ grant, isNew: true });
        }
      }),
      runs(10),
    );
  });

  it('do not exist between a set and itself, however its rules are ordered or split', () => {
    fc.assert(
      fc.property(anyRbac, (objects) => {
        const split = objects.toReversed().map((object) => {
          const rules = ((object.rules ?? []) as PolicyRule[]).flatMap(({ verbs = [], ...rule }) =>
            verbs.map((verb) => ({ ...rule, verbs: [verb] })),
          );
          return object.rules ? { ...object, rules: rules.toReversed() } : object;
        });
        expect(uncoveredGrants(indexOf(objects), indexOf(split), pathOf)).toEqual([]);
        expect(uncoveredGrants(indexOf(split), indexOf(objects), pathOf)).toEqual([]);
      }),
    );
  });
});
