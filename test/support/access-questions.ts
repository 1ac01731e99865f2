/** Questions of who can do what, put to a real API server (SubjectAccessReview) and to who-can. */
import fc from 'fast-check';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import type { AccessRequest } from '../../src/base/rbac/authorizer.js';
import { whoCan } from '../../src/review/questions/who-can.js';
import type { State } from '../../src/review/state/state.js';
import type { ApiServer } from './api-server.js';

/** A ServiceAccount, or a user without a namespace. */
export interface Asked {
  readonly namespace?: string;
  readonly name: string;
}

export interface Question {
  readonly account: Asked;
  readonly namespace: string;
  readonly request: Extract<AccessRequest, { resource: string }>;
}

/** Where the answers differ, and how many of the server's are yes. The controllers of the server get some seconds for each. */
export async function compareAnswers(
  server: ApiServer,
  state: State,
  questions: readonly Question[],
): Promise<{ wrong: string[]; yes: number }> {
  const wrong: string[] = [];
  let yes = 0;
  for (const question of questions) {
    const ours = whoCanSays(state, question);
    let theirs = await serverSays(server, question);
    for (let patience = 20; theirs !== ours && patience > 0; patience -= 1) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      theirs = await serverSays(server, question);
    }
    if (theirs) yes += 1;
    const { account, namespace, request } = question;
    if (theirs !== ours)
      wrong.push(
        `${account.namespace ?? ''}/${account.name} ${request.verb} ${request.resource}.${request.apiGroup} in ${namespace}: cluster ${theirs}, who-can ${ours}`,
      );
  }
  return { wrong, yes };
}

function groupsOf({ namespace }: Asked): string[] {
  return namespace === undefined
    ? ['system:authenticated']
    : ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
}

function whoCanSays(state: State, { account, namespace, request }: Question): boolean {
  return whoCan(state, request, { namespace }).some(({ subject: { kind, ...subject } }) => {
    if (kind === 'Group') return groupsOf(account).includes(subject.name);
    const isKind = kind === (account.namespace === undefined ? 'User' : 'ServiceAccount');
    return isKind && subject.name === account.name && ('namespace' in subject ? subject.namespace : undefined) === account.namespace;
  });
}

async function serverSays(server: ApiServer, { account, namespace, request }: Question): Promise<boolean> {
  const { verb, apiGroup: group, resource, subresource, name } = request;
  const user = account.namespace === undefined ? account.name : `system:serviceaccount:${account.namespace}:${account.name}`;
  const { body } = await server.ask('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec: { user, groups: groupsOf(account), resourceAttributes: { verb, group, resource, subresource, name, namespace } },
  });
  return (body.status as { allowed: boolean }).allowed;
}

/** Questions about the permissions that the rendered roles have, and about what is near them. @param users who are bound besides */
export function questionsAbout(
  all: readonly KubernetesObject[],
  inNamespaces: readonly string[],
  users: readonly string[] = [],
): fc.Arbitrary<Question> {
  const rules = all.flatMap(({ rules }) =>
    Array.isArray(rules) ? (rules as { verbs: string[]; apiGroups?: string[]; resources?: string[] }[]) : [],
  );
  const accounts = all
    .flatMap(({ subjects }) => (Array.isArray(subjects) ? (subjects as { kind: string; name: string; namespace?: string }[]) : []))
    .filter(({ kind }) => kind === 'ServiceAccount')
    .map(({ namespace = '', name }): Asked => ({ namespace, name }));
  const resources = [
    ...new Set(
      rules.flatMap((rule) => (rule.resources ?? []).flatMap((resource) => (rule.apiGroups ?? []).map((group) => `${group} ${resource}`))),
    ),
  ];
  const verbs = [...new Set([...rules.flatMap((rule) => rule.verbs), 'delete', 'escalate'])].filter((verb) => verb !== '*');
  return fc
    .record({
      account: fc.constantFrom(...accounts, ...users.map((name): Asked => ({ name }))),
      namespace: fc.constantFrom(...inNamespaces),
      what: fc.constantFrom(...resources),
      verb: fc.constantFrom(...verbs),
    })
    .map(({ account, namespace, what, verb }) => {
      const [apiGroup = '', whole = ''] = what.split(' ');
      const [resource = '', subresource] = whole.split('/');
      return {
        account,
        namespace,
        request: {
          verb,
          apiGroup: apiGroup === '*' ? 'apps' : apiGroup,
          resource: resource === '*' ? 'deployments' : resource,
          ...(subresource ? { subresource } : {}),
        },
      };
    });
}
