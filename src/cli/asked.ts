/** Reads the words of a question, or says which of them nobody knows. */
import { askedAccess, type UnknownResource, unknownNamespace, unknownVerb } from '../questions/asked-access.js';
import type { AccessRequest } from '../rbac/authorizer.js';
import type { State } from '../state/state.js';

/** The words as they were typed. */
interface Words {
  readonly verb: string;
  readonly resource: string;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
}

/** What is asked; or why it cannot be told, which would only find who can do everything. */
export function readAsked({ verb, resource, name, namespace }: Words, state: State): AccessRequest | string {
  const noVerb = unknownVerb(verb, state);
  if (noVerb) return `neither Kubernetes nor a role of the input has the verb ${verb}${didYouMean(noVerb.nearest)}`;
  const noNamespace = unknownNamespaceText(namespace, state);
  if (noNamespace !== undefined) return noNamespace;
  const asked = askedAccess(verb, resource, name, state);
  return 'groups' in asked ? unknownGroup(resource, asked) : asked.request;
}

/** What to say of a namespace that is not there; nothing of one that is, and of none. */
export function unknownNamespaceText(namespace: string | undefined, state: State): string | undefined {
  const unknown = namespace === undefined ? undefined : unknownNamespace(namespace, state);
  return unknown && `the input has no namespace ${namespace}${didYouMean(unknown.nearest)}`;
}

export function didYouMean(nearest: string | undefined): string {
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

function unknownGroup(resource: string, { groups, nearest }: UnknownResource): string {
  const [name = '', subresource] = resource.split(/\/(.*)/);
  const full = (group: string): string => `${name}.${group}${subresource === undefined ? '' : `/${subresource}`}`;
  return groups.length === 0
    ? `neither Kubernetes nor the input has a resource ${name}${didYouMean(nearest)}${nearest === undefined ? '; write' : ' Otherwise write'} it with its API group, such as ${full('example.com')}`
    : `several API groups have a resource ${name}; write ${groups.map(full).join(' or ')}`;
}
