/** What somebody may do, and through what. */
import type { ObjectReference } from '../model/kubernetes-object.js';
import { type AccessRequest, isSubject, ruleAllows, serviceAccount } from '../rules/permissions.js';
import type { Atom } from './atoms.js';
import { pathTeller } from './grant-path.js';
import { grantsOf } from './grants.js';
import { type Holders, holdersOf } from './holders.js';
import type { Grant, GrantSubject, ReviewSide } from './review.js';
import { withoutVoid } from './void-grants.js';

/** Which rights are asked about; by default all. */
export interface WantedRights {
  readonly verb?: string;
  /** As askedAccess reads it; its verb does not count. */
  readonly request?: AccessRequest;
}

/** The rights of a subject, those of the groups that a ServiceAccount is in included; nothing where nobody of the name has any. */
export function subjectGrants(wanted: ObjectReference, side: ReviewSide, rights: WantedRights): Grant[] | undefined {
  const holders = holdersOf(side);
  const meant = [...holders.bySubject.values()].filter(({ subject }) => isMeant(subject, wanted));
  if (meant.length === 0) return undefined;
  return grants(meant, holders, side, rights);
}

function grants(meant: Parameters<typeof grantsOf>[0], holders: Holders, side: ReviewSide, rights: WantedRights): Grant[] {
  const teller = pathTeller(side);
  return teller.place(
    withoutVoid(
      grantsOf(meant, holders, teller.tell, (atom) => isWanted(atom, rights)),
      side.objects,
    ),
  );
}

function isMeant({ kind, name, namespace }: GrantSubject, wanted: ObjectReference): boolean {
  if (wanted.kind === 'ServiceAccount' && wanted.namespace !== undefined) {
    return isSubject({ kind, name, namespace }, serviceAccount({ namespace: wanted.namespace, name: wanted.name }), undefined);
  }
  return kind === wanted.kind && name === wanted.name;
}

function isWanted(atom: Atom, { verb, request }: WantedRights): boolean {
  if (verb !== undefined && atom.verb !== '*' && atom.verb !== verb) return false;
  if (!request) return true;
  const verbs = [request.verb];
  if ('url' in atom) return ruleAllows({ verbs, nonResourceURLs: [atom.url] }, request);
  const rule = { verbs, apiGroups: [atom.apiGroup], resources: [atom.resource] };
  return ruleAllows(rule, request);
}
