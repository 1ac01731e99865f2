/** Who may do what, by objects alone: rights as Kubernetes' authorizer sees them, whatever the roles are called. */
import type { PolicyRule } from '../../src/base/kubernetes/policy-rule.js';
import { type AccessRequest, ruleAllows } from '../../src/base/rbac/authorizer.js';
import { serviceAccount } from '../../src/base/rbac/subject.js';
import { type Rbac, rulesFor } from './oracle.js';

/** The rules that each holder has. */
export type Rights = ReadonlyMap<string, readonly PolicyRule[]>;

/** What each ServiceAccount may do in each namespace, and in the whole cluster. */
export function accountRights(
  rbac: Rbac,
  accounts: readonly { readonly namespace: string; readonly name: string }[],
  namespaces: readonly string[],
): Rights {
  return new Map(
    accounts.flatMap((account) =>
      [undefined, ...namespaces].map((namespace): [string, PolicyRule[]] => [
        `${account.namespace}/${account.name} in ${namespace ?? 'the whole cluster'}`,
        [...rulesFor(rbac, serviceAccount(account), namespace)],
      ]),
    ),
  );
}

/** What the holders of ClusterRoles may do. @param names of the ClusterRoles, by what the holder is called here */
export function roleRights({ clusterRoles }: Rbac, names: ReadonlyMap<string, string>): Rights {
  return new Map([...names].map(([holder, name]) => [holder, clusterRoles.get(name)?.rules ?? []]));
}

/** What the first may do and the second may not, as `holder: verb resource`. */
export function excess(rights: Rights, over: Rights): string[] {
  const found = [...rights].flatMap(([holder, rules]) =>
    rules
      .flatMap(requestsOf)
      .filter((request) => !(over.get(holder) ?? []).some((rule) => ruleAllows(rule, request)))
      .map((request) => `${holder}: ${describe(request)}`),
  );
  return [...new Set(found)].sort();
}

/** Every single thing that a rule speaks of; a wildcard stands for itself, and only a wildcard allows it. */
function requestsOf({ verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule): AccessRequest[] {
  const names = resourceNames.length === 0 ? [{}] : resourceNames.map((name) => ({ name }));
  return verbs.flatMap((verb) => [
    ...nonResourceURLs.map((path) => ({ verb, path })),
    ...apiGroups.flatMap((apiGroup) =>
      resources.flatMap((full) => {
        const [resource = '', subresource] = full.split(/\/(.*)/, 2);
        const asked = { verb, apiGroup, resource, ...(subresource === undefined ? {} : { subresource }) };
        return names.map((name) => ({ ...asked, ...name }));
      }),
    ),
  ]);
}

function describe(request: AccessRequest): string {
  if ('path' in request) return `${request.verb} ${request.path}`;
  const { verb, apiGroup, resource, subresource, name } = request;
  return `${verb} ${resource}${subresource === undefined ? '' : `/${subresource}`}.${apiGroup}${name === undefined ? '' : ` ${name}`}`;
}
