/** What somebody may do, and through what. */
import type { ObjectReference } from '../kubernetes/object.js';
import type { Atom } from '../rbac/atoms.js';
import { type AccessRequest, ruleAllows } from '../rbac/authorizer.js';
import { withoutDefaults } from '../rbac/default-holdings.js';
import { effectiveGrants } from '../rbac/effective-grants.js';
import type { Grant, GrantSubject } from '../rbac/grant.js';
import { grantsOf } from '../rbac/grants.js';
import { rbacOf } from '../rbac/rbac.js';
import { serviceAccount, subjectKey, subjectKeys } from '../rbac/subject.js';
import { pathTeller } from '../state/grant-path.js';
import type { State } from '../state/state.js';

/** Which permissions are asked about; by default all. */
export interface WantedRights {
  readonly verb?: string;
  /** As askedAccess reads it; its verb does not count. */
  readonly request?: AccessRequest;
}

/** The permissions of a subject, including those of the groups that a ServiceAccount is in; nothing if there is no such subject with permissions. */
export function subjectGrants(wanted: ObjectReference, state: State, rights: WantedRights): Grant[] | undefined {
  const rbac = rbacOf(state);
  const [own, ...groups] = keysOf(wanted).map((key) => rbac.bySubject.get(key));
  const isAsked = rights.verb !== undefined || rights.request !== undefined;
  const given = [own, ...groups.map((group) => group && withoutDefaults(group))].filter((holder) => holder !== undefined);
  if (given.length === 0) return undefined;
  const meant = isAsked ? [own, ...groups].filter((holder) => holder !== undefined) : given;
  const teller = pathTeller(state);
  const grants = grantsOf(meant, rbac, teller.tell, (atom) => isWanted(atom, rights));
  return teller.place(effectiveGrants(grants, state.objects));
}

function keysOf({ kind, namespace, name }: ObjectReference): string[] {
  if (kind === 'ServiceAccount' && namespace !== undefined) return subjectKeys(serviceAccount({ namespace, name }));
  return isHolderKind(kind) ? [subjectKey({ kind, name })] : [];
}

function isHolderKind(kind: string): kind is GrantSubject['kind'] {
  return kind === 'User' || kind === 'Group' || kind === 'RoleHolder';
}

function isWanted(atom: Atom, { verb, request }: WantedRights): boolean {
  if (verb !== undefined && atom.verb !== '*' && atom.verb !== verb) return false;
  if (!request) return true;
  const verbs = [request.verb];
  if ('url' in atom) return ruleAllows({ verbs, nonResourceURLs: [atom.url] }, request);
  const rule = { verbs, apiGroups: [atom.apiGroup], resources: [atom.resource] };
  return ruleAllows(rule, request);
}
