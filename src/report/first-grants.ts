/** The first sentence about gained or lost permissions: those of the first subject, and the number of others. */

import { formatReference, type ObjectReference } from '../base/kubernetes/object.js';
import type { Grant, GrantPath } from '../base/rbac/grant.js';
import { permissionTexts, subjectText, whereText } from '../base/wording/permissions.js';
import { counted } from '../base/wording/phrases.js';
import type { Sentence } from './first-line.js';
import { byDanger } from './grant-rows.js';

/** Permissions with a longer text are only counted. */
const LONGEST_PERMISSION = 160;

/** From this number of permissions through one role on, the text names the role. */
const MANY_PERMISSIONS = 20;
const ROLES: ReadonlySet<string> = new Set(['Role', 'ClusterRole']);

export const NO_LONGER = 'can no longer';

/** The permissions that the first subject gains or loses, and the number of others. */
export function firstOf(grants: readonly Grant[], can: string, gets: string): Sentence {
  const [own, ...others] = byDanger(grants);
  if (!own) return { text: '' };
  const [{ subject, scope }] = own;
  const rights = own.map(({ right }) => right);
  const [first = '', ...further] = permissionTexts(rights);
  const where = whereText(scope, rights);
  const more = othersText(others.flat(), isOfUser(own[0]), can === NO_LONGER);
  const through = new Map(own.flatMap(({ paths }) => paths.map(meansOf)).map((means) => [means ? formatReference(means) : '', means]));
  const [[name, only] = []] = through.size === 1 ? through : [];
  const isByRole = subject.kind !== 'RoleHolder' && only !== undefined && ROLES.has(only.kind) && own.length >= MANY_PERMISSIONS;
  if (first.length <= LONGEST_PERMISSION && !isByRole)
    return { text: `${subjectText(subject)} ${can} ${first}${further.length > 0 ? ' and more' : ''} ${where}${more}`, name: subject.name };
  const means = subject.kind === 'RoleHolder' || name === undefined ? '' : ` through ${name}`;
  const [sample = ''] = permissionTexts([own[0].right]);
  const text = `${subjectText(subject)} ${gets} ${counted(own.length, 'permission')} ${where}${means}, such as ${sample}${more}`;
  return { text, name: subject.name };
}

/** Whether a permission is one of users: of a user, a group, or anyone bound to a role. */
function isOfUser({ subject }: Grant): boolean {
  return subject.kind !== 'ServiceAccount';
}

/** The number of further permissions; those of users are apart from those of accounts. */
function othersText(others: readonly Grant[], isUser: boolean, areLost: boolean): string {
  const alike = others.filter((grant) => isOfUser(grant) === isUser).length;
  const rest = others.length - alike;
  const lost = areLost ? ` ${alike === 1 ? 'is' : 'are'} lost` : '';
  return [
    alike > 0 ? `, and ${counted(alike, 'more permission')}${lost}` : '',
    rest > 0 ? `; ${isUser ? 'accounts' : 'users'} ${areLost ? 'lose' : 'get'} ${counted(rest, 'permission')}` : '',
  ].join('');
}

/** The origin of a permission: the role that people are bound to, or the object that the role was created for. */
function meansOf({ roles, owner }: GrantPath): ObjectReference | undefined {
  return owner && roles.length === 1 ? owner : roles[0];
}
