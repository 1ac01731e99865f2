/**
 * The part of a rule that a request can match (RuleAllows in Kubernetes' pkg/apis/rbac/v1/evaluation_helpers.go, with the attributes that
 * k8s.io/apiserver's RequestInfo gives a request).
 */
import type { PolicyRule } from '../kubernetes/policy-rule.js';
import { pluralMeant } from '../tools/kinds.js';

/** An entry of a rule that no request matches, and the entry that was probably meant. */
export interface VoidEntry {
  readonly field: 'verbs' | 'apiGroups' | 'resources';
  readonly value: string;
  /** Absent if the entry has no effect together with the others of its rule alone. */
  readonly meant?: string;
}

/** The verbs that the API server derives from requests. A custom verb of a program that asks for itself can have any case. */
const REQUEST_VERBS: ReadonlySet<string> = new Set(['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection']);

/**
 * The rule without its void entries. A list stays, even if it is empty then: an index of a rule and its fields are places in a file.
 *
 * @example
 * requested({ verbs: ['GET', 'list'], apiGroups: [''], resources: ['secret', 'pods'] })
 * // { verbs: ['list'], apiGroups: [''], resources: ['pods'] }
 */
export function requested(rule: PolicyRule): PolicyRule {
  const found = voidEntries(rule);
  if (found.length === 0) return rule;
  const isVoid = (name: VoidEntry['field']): ReadonlySet<string> =>
    new Set(found.flatMap(({ field, value }) => (field === name ? [value] : [])));
  const left = (field: VoidEntry['field']): Partial<PolicyRule> => {
    const gone = isVoid(field);
    const values = rule[field];
    return values && gone.size > 0 ? { [field]: values.filter((value) => !gone.has(value)) } : {};
  };
  return { ...rule, ...left('verbs'), ...left('apiGroups'), ...left('resources') };
}

/** The entries of a rule that no request matches. */
export function voidEntries(rule: PolicyRule): VoidEntry[] {
  const { verbs = [], apiGroups = [], resources = [] } = rule;
  return [
    ...verbs.flatMap((value) => voidVerb(value, rule)),
    ...apiGroups.flatMap((value) => voidGroup(value)),
    ...resources.flatMap((value) => voidResource(value, apiGroups)),
  ];
}

function voidVerb(value: string, rule: PolicyRule): VoidEntry[] {
  const lower = value.toLowerCase();
  if (lower !== value && (REQUEST_VERBS.has(lower) || lower === 'post')) return [{ field: 'verbs', value, meant: lower }];
  return isNameless(value, rule) ? [{ field: 'verbs', value }] : [];
}

/**
 * Whether requests of this verb have no object name, although the rule is limited to names. A creating server-side apply asks for `create`
 * with the name, after `patch` (the handlers of k8s.io/apiserver), and so do writes of subresources.
 */
function isNameless(verb: string, { verbs = [], resources = [], resourceNames = [] }: PolicyRule): boolean {
  if (resourceNames.length === 0 || resourceNames.includes('')) return false;
  if (verb === 'deletecollection') return true;
  return verb === 'create' && !verbs.includes('patch') && resources.every((one) => one !== '*' && !one.includes('/'));
}

/** An API group is a domain, or one of Kubernetes' own without a dot; the core group is the empty text. */
function voidGroup(value: string): VoidEntry[] {
  if (value === 'core' || /^v\d+((alpha|beta)\d+)?$/.test(value)) return [{ field: 'apiGroups', value, meant: '' }];
  if (value.includes('/')) return [{ field: 'apiGroups', value, meant: value.slice(0, value.indexOf('/')).replace(/^v\d+$/, '') }];
  return value === value.toLowerCase() ? [] : [{ field: 'apiGroups', value, meant: value.toLowerCase() }];
}

function voidResource(value: string, apiGroups: readonly string[]): VoidEntry[] {
  const [whole = '', part] = value.split('/');
  const entry = (meant: string): VoidEntry[] => [{ field: 'resources', value, meant }];
  // `*/scale` matches that subresource of everything; nothing matches a subresource that is called `*`.
  if (part === '*') return entry(whole);
  const lower = whole.toLowerCase();
  const plurals = apiGroups.map((group) => pluralMeant(group, lower));
  const plural = plurals.find((one) => one !== undefined);
  const rest = part === undefined ? '' : `/${part}`;
  if (lower !== whole) return entry(`${plural ?? lower}${rest}`);
  // Another API group of the rule can have a resource of this name.
  return plural === undefined || plurals.includes(undefined) ? [] : entry(`${plural}${rest}`);
}
