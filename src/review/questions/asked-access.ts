/** Reads a question about access, in the words that kubectl uses. */

import { compareText } from '../../base/kubernetes/object.js';
import { roleOf } from '../../base/kubernetes/rbac.js';
import type { AccessRequest } from '../../base/rbac/authorizer.js';
import { namespacesOf, objectsOrCopies } from '../../base/rbac/rbac-objects.js';
import { groupsWithResource, knownPlurals, knownResource } from '../../base/tools/resources.js';
import { nearest } from '../../olm/model/nearest.js';
import type { State } from '../state/state.js';
import { VERB_GROUPS } from './verb-groups.js';

/** The request, or the reason why it is not clear. */
export type AskedAccess = { readonly request: AccessRequest } | UnknownResource;

/** No group or several groups have the resource; `nearest` suggests a similar name. */
export interface UnknownResource {
  readonly groups: readonly string[];
  readonly nearest?: string;
}

/** Other names that kubectl accepts for a resource: the short names of Kubernetes, OLM and OpenShift. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    cm: 'configmaps',
    cj: 'cronjobs',
    crd: 'customresourcedefinitions',
    crds: 'customresourcedefinitions',
    csr: 'certificatesigningrequests',
    deploy: 'deployments',
    ds: 'daemonsets',
    ep: 'endpoints',
    ev: 'events',
    hpa: 'horizontalpodautoscalers',
    ing: 'ingresses',
    limits: 'limitranges',
    netpol: 'networkpolicies',
    no: 'nodes',
    ns: 'namespaces',
    pc: 'priorityclasses',
    pdb: 'poddisruptionbudgets',
    po: 'pods',
    psp: 'podsecuritypolicies',
    pv: 'persistentvolumes',
    pvc: 'persistentvolumeclaims',
    quota: 'resourcequotas',
    rc: 'replicationcontrollers',
    rs: 'replicasets',
    sa: 'serviceaccounts',
    sc: 'storageclasses',
    sts: 'statefulsets',
    svc: 'services',
    catsrc: 'catalogsources',
    csv: 'clusterserviceversions',
    csvs: 'clusterserviceversions',
    ip: 'installplans',
    og: 'operatorgroups',
    sub: 'subscriptions',
    subs: 'subscriptions',
    dc: 'deploymentconfigs',
    bc: 'buildconfigs',
    is: 'imagestreams',
    scc: 'securitycontextconstraints',
  }),
);

/**
 * Parses a verb and a resource into a request for `whoCan` and `canI`.
 *
 * A resource without an API group is looked up among those of Kubernetes, then those that the input defines, then other known ones.
 *
 * @param what such as `pods`, `pods/exec`, `deployments.apps`, `deployments.apps/scale`, `*`, or a URL path such as `/metrics`
 * @param name the name of one object (default: all objects)
 * @example
 * askedAccess('get', 'deployments', undefined, state) // { request: { verb: 'get', apiGroup: 'apps', resource: 'deployments' } }
 */
export function askedAccess(
  verb: string,
  what: string,
  name: string | undefined,
  state: Pick<State, 'cluster' | 'resolution' | 'objects' | 'copied'>,
): AskedAccess {
  if (what.startsWith('/')) return { request: { verb, path: what } };
  const slash = what.indexOf('/');
  const [typed = '', part] = slash === -1 ? [what] : [what.slice(0, slash), what.slice(slash + 1)];
  if (part !== undefined && name === undefined && !isSubresource(what, part, state)) return askedAccess(verb, typed, part, state);
  const subresource = part;
  const short = typed.toLowerCase();
  const whole = SHORT_NAMES.get(short) ?? typed;
  const rest = { ...(subresource ? { subresource } : {}), ...(name === undefined ? {} : { name }) };
  const dot = whole.indexOf('.');
  if (dot !== -1) return { request: { verb, apiGroup: whole.slice(dot + 1), resource: whole.slice(0, dot), ...rest } };
  if (whole === '*') return { request: { verb, apiGroup: '*', resource: '*', ...rest } };
  const known = knownResource(whole.toLowerCase()) ?? impersonated(whole.toLowerCase());
  if (known) return { request: { verb, ...known, ...rest } };
  const custom = customResources(whole.toLowerCase(), state);
  if (custom.length > 0) {
    const [only] = custom;
    return custom.length === 1 && only ? { request: { verb, ...only, ...rest } } : { groups: custom.map(({ apiGroup }) => apiGroup) };
  }
  const groups = groupsWithResource(whole.toLowerCase());
  const [apiGroup] = groups;
  return groups.length === 1 && apiGroup !== undefined
    ? { request: { verb, apiGroup, resource: whole.toLowerCase(), ...rest } }
    : { groups, ...nearestResource(groups, whole, state) };
}

/** The subresources of Kubernetes' own kinds; those of other kinds are known from roles. */
const SUBRESOURCES: ReadonlySet<string> = new Set([
  ...['approval', 'attach', 'binding', 'ephemeralcontainers', 'eviction', 'exec', 'finalize', 'finalizers', 'log', 'portforward', 'proxy'],
  ...['resize', 'rollback', 'scale', 'status', 'token', '*'],
]);

/** Whether the part after a slash is a subresource, as in roles; kubectl reads the name of an object there. */
function isSubresource(what: string, part: string, state: Pick<State, 'objects' | 'copied'>): boolean {
  if (SUBRESOURCES.has(part)) return true;
  const [plural = ''] = what.split(/[./]/);
  return objectsOrCopies(state).some(({ object }) =>
    roleOf(object)?.rules.some(({ resources = [] }) => resources.includes(`${plural}/${part}`) || resources.includes(`*/${part}`)),
  );
}

/** The most similar resource, if no group has the requested one. */
function nearestResource(groups: readonly string[], typed: string, { cluster }: Pick<State, 'cluster'>): { readonly nearest?: string } {
  const custom = cluster.customResourceDefinitions.map(({ name, group }) => name.slice(0, -group.length - 1));
  const found = groups.length === 0 ? nearest(typed.toLowerCase(), [...new Set([...knownPlurals(), ...custom])]) : undefined;
  return found === undefined ? {} : { nearest: found };
}

/** Names that are no objects, but can be impersonated. */
function impersonated(resource: string): { apiGroup: string; resource: string } | undefined {
  if (resource === 'users' || resource === 'groups') return { apiGroup: '', resource };
  return resource === 'userextras' || resource === 'uids' ? { apiGroup: 'authentication.k8s.io', resource } : undefined;
}

/** The resources with this plural or kind that the input defines, by group. */
function customResources(
  name: string,
  { cluster, resolution }: Pick<State, 'cluster' | 'resolution'>,
): { readonly apiGroup: string; readonly resource: string }[] {
  const provided = resolution.csvs.flatMap(({ providedApis }) => providedApis);
  const defined = cluster.customResourceDefinitions.map(({ name: full, group, kind }) => ({
    group,
    kind,
    plural: full.slice(0, -group.length - 1),
  }));
  const found = [...provided, ...defined].filter(({ kind, plural }) => plural.toLowerCase() === name || kind.toLowerCase() === name);
  return [...new Map(found.map(({ group, plural }) => [group, { apiGroup: group, resource: plural }])).values()].sort((a, b) =>
    compareText(a.apiGroup, b.apiGroup),
  );
}

/** The verbs of the API, and verbs that only RBAC and some resources have. */
const VERBS = [
  ...['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'],
  ...['bind', 'escalate', 'impersonate', 'use', 'approve', 'sign', 'attest', 'proxy', 'post', 'put', 'head', 'options', '*'],
];

/** The most similar verb, if neither Kubernetes nor a role of the input knows this one; undefined for a known verb. */
export function unknownVerb(verb: string, state: Pick<State, 'objects' | 'copied'>): { readonly nearest: string | undefined } | undefined {
  if (VERBS.includes(verb) || VERB_GROUPS.includes(verb)) return undefined;
  const isNamed = objectsOrCopies(state).some(({ object }) => roleOf(object)?.rules.some(({ verbs = [] }) => verbs.includes(verb)));
  return isNamed ? undefined : { nearest: nearest(verb, VERBS) };
}

/** The most similar namespace, if neither the input nor Kubernetes has this one; undefined for an existing namespace. */
export function unknownNamespace(
  namespace: string,
  { cluster, objects, copied }: State,
): { readonly nearest: string | undefined } | undefined {
  const known = new Set([
    ...['default', 'kube-system', 'kube-public', 'kube-node-lease'],
    ...cluster.namespaces.map(({ name }) => name),
    ...objectsOrCopies({ objects, copied }).flatMap((item) => (item.copies || item.object.metadata.namespace ? namespacesOf(item) : [])),
  ]);
  return known.has(namespace) ? undefined : { nearest: nearest(namespace, [...known]) };
}
