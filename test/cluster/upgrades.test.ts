/**
 * What a review says was gained and lost, held against SubjectAccessReview on a real cluster before and after: for real upgrades,
 * about every permission that either state mentions. Needs KUBECONFIG of a cluster that may be written to; everything made is
 * removed again.
 */
import { afterEach, expect, it } from 'vitest';
import { formatReference, type KubernetesObject, referenceTo } from '../../src/base/kubernetes/object.js';
import { bindingOf, roleOf } from '../../src/base/kubernetes/rbac.js';
import { type Atom, atomKey, atomSet, atomsOf, isCovered } from '../../src/base/rbac/atoms.js';
import type { Grant, GrantSubject } from '../../src/base/rbac/grant.js';
import { allObjects } from '../../src/base/rbac/rbac-objects.js';
import { subjectKey } from '../../src/base/rbac/subject.js';
import { review } from '../../src/review/compare/compare.js';
import { allGrants } from '../../src/review/questions/all-grants.js';
import type { State } from '../../src/review/state/state.js';
import { type Answer, apiServer, applyServerSide, collectionPath } from '../support/api-server.js';
import { CLUSTER, describeWith, inShared } from '../support/needs.js';
import { stateWith, UPGRADED } from '../support/upgrades.js';

const server = apiServer();
const RBAC = 'rbac.authorization.k8s.io';
const AT_ONCE = 16;

/** One permission of one subject, in a namespace or in all. */
interface Question {
  readonly subject: GrantSubject;
  readonly namespace: string | undefined;
  readonly atom: Atom;
}

const questionKey = ({ subject, namespace, atom }: Question): string => JSON.stringify([placeKey({ subject, namespace }), atomKey(atom)]);
const placeKey = ({ subject, namespace }: Pick<Question, 'subject' | 'namespace'>): string =>
  JSON.stringify([subjectKey(subject), namespace ?? null]);

function questionsOf(grants: readonly Grant[]): Question[] {
  return grants.flatMap(({ subject, scope, right: { verbs, apiGroup = '', resource = '', resourceNames, nonResourceURL } }) => {
    const rule =
      nonResourceURL === undefined
        ? { verbs, apiGroups: [apiGroup], resources: [resource], ...(resourceNames ? { resourceNames } : {}) }
        : { verbs, nonResourceURLs: [nonResourceURL] };
    const places = typeof scope === 'string' ? [undefined] : scope;
    return [...atomsOf(rule, true)].flatMap((atom) => places.map((namespace) => ({ subject, namespace, atom })));
  });
}

/** Whoever is bound to a role is asked about as a user who is bound to it. */
const userOf = (role: string): string => `cdk8s-olm-test-${role}`;

function bindingsOfHolders(roles: readonly string[]): KubernetesObject[] {
  return roles.map((name) => ({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: userOf(name) },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
    subjects: [{ apiGroup: RBAC, kind: 'User', name: userOf(name) }],
  }));
}

function askedOf({ kind, namespace, name }: GrantSubject): object {
  if (kind === 'RoleHolder') return { user: userOf(name) };
  if (kind === 'Group') return { user: 'cdk8s-olm-test', groups: [name] };
  return { user: kind === 'ServiceAccount' ? `system:serviceaccount:${namespace}:${name}` : name };
}

function reviewOf({ subject, namespace, atom }: Question): object {
  if ('url' in atom) return { ...askedOf(subject), nonResourceAttributes: { verb: atom.verb, path: atom.url } };
  const [resource, subresource] = atom.resource.split('/');
  const { verb, apiGroup: group, name } = atom;
  return { ...askedOf(subject), resourceAttributes: { verb, group, resource, subresource, name, namespace } };
}

async function answers(questions: readonly Question[]): Promise<Map<string, boolean>> {
  const left = [...questions];
  const found = new Map<string, boolean>();
  const work = async (): Promise<void> => {
    for (let question = left.pop(); question && server; question = left.pop()) {
      const { body } = await server.ask('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        spec: reviewOf(question),
      });
      found.set(questionKey(question), (body.status as { allowed: boolean }).allowed);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

/** The roles and bindings of a state, and the namespaces that they are in. */
function rbacObjects(state: State): KubernetesObject[] {
  const found = [...allObjects(state)].filter((object) => roleOf(object) ?? bindingOf(object));
  const objects = found.map((object) => ({ ...object, apiVersion: `${RBAC}/v1` }));
  const namespaces = [...new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []))];
  return [...namespaces.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })), ...objects];
}

let made: KubernetesObject[] = [];

async function apply(objects: readonly KubernetesObject[]): Promise<void> {
  for (const object of objects) {
    const { status, body } = (await (server && applyServerSide(server, object, false))) as Answer;
    expect(status, `${formatReference(referenceTo(object))}: ${body.message}`).toBeLessThan(300);
    made.push(object);
  }
  await settled();
}

async function remove(objects: readonly KubernetesObject[]): Promise<void> {
  // A namespace takes its time to go, and holds no more than what is removed here.
  for (const object of objects.toReversed())
    if (object.kind !== 'Namespace') await server?.ask('DELETE', `${collectionPath(object)}/${object.metadata.name}`);
  made = [];
  await settled();
}

/** Waits until the controller has aggregated, and the authorizer has seen it. */
async function settled(): Promise<void> {
  for (let [before, after, same] = ['', '-', 0]; same < 3; same = before === after ? same + 1 : 0) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    before = after;
    if (!server) return;
    const { body } = await server.ask('GET', `/apis/${RBAC}/v1/clusterroles`);
    after = JSON.stringify((body.items as KubernetesObject[]).map(({ rules }) => rules));
  }
}

const covers = (grants: readonly Grant[]): ((question: Question) => boolean) => {
  const sets = new Map<string, Atom[]>();
  for (const question of questionsOf(grants)) sets.set(placeKey(question), [...(sets.get(placeKey(question)) ?? []), question.atom]);
  const indexed = new Map([...sets].map(([key, atoms]) => [key, atomSet(atoms)]));
  // What is held in all namespaces is held in each.
  return (question) =>
    [question.namespace, undefined].some((namespace) => {
      const set = indexed.get(placeKey({ subject: question.subject, namespace }));
      return set !== undefined && isCovered(question.atom, set);
    });
};

describeWith([CLUSTER, inShared('upgrades')], 'a real upgrade, of which a real cluster says the same', () => {
  afterEach(async () => {
    await remove(made);
  }, 120_000);

  it.each(Object.entries(UPGRADED))(
    '%s',
    async (operator, [before, after]) => {
      const [base, head] = [stateWith(operator, before), stateWith(operator, after)];
      const { gained, lost, renames } = review(base, head);
      const was = new Map(renames.map(({ from, to }) => [subjectKey(to as GrantSubject), from as GrantSubject]));
      const now = new Map(renames.map(({ from, to }) => [subjectKey(from as GrantSubject), to as GrantSubject]));
      const asIn = (names: ReadonlyMap<string, GrantSubject>, question: Question): Question => ({
        ...question,
        subject: names.get(subjectKey(question.subject)) ?? question.subject,
      });
      // All questions are about the accounts as they are called after the change.
      const all = [...questionsOf(allGrants(base)).map((question) => asIn(now, question)), ...questionsOf(allGrants(head))];
      const more = [...questionsOf(gained), ...questionsOf(lost).map((question) => asIn(now, question))];
      const questions = [...new Map([...all, ...more].map((question) => [questionKey(question), question])).values()];
      const holders = bindingsOfHolders([
        ...new Set(questions.flatMap(({ subject }) => (subject.kind === 'RoleHolder' ? [subject.name] : []))),
      ]);

      await apply([...rbacObjects(base), ...holders]);
      const asked = questions.map((question) => asIn(was, question));
      const answersBefore = await answers(asked);
      await remove(made);
      await apply([...rbacObjects(head), ...holders]);
      const answersAfter = await answers(questions);

      const [isGained, isLost] = [covers(gained), covers(lost)];
      const [saidGained, saidLost] = [gained, lost].map((grants) => new Set(questionsOf(grants).map(questionKey)));
      const counts = { gained: 0, lost: 0 };
      const wrong = questions.flatMap((question) => {
        const old = asIn(was, question);
        const [could, can] = [answersBefore.get(questionKey(old)), answersAfter.get(questionKey(question))];
        if (!could && can) counts.gained += 1;
        if (could && !can) counts.lost += 1;
        const isWrong =
          (!could && can && !isGained(question)) ||
          (could && !can && !isLost(old)) ||
          (saidGained?.has(questionKey(question)) && (could || !can)) ||
          (saidLost?.has(questionKey(old)) && (!could || can));
        return isWrong ? [`${JSON.stringify(question)}: before ${could}, after ${can}`] : [];
      });
      console.log(`${operator}: ${questions.length} questions twice, ${counts.gained} gained, ${counts.lost} lost`);
      expect(questions.length).toBeGreaterThan(10);
      expect(wrong).toEqual([]);
    },
    300_000,
  );
});
