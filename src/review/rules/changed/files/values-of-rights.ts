/**
 * Finds values of a chart that hold rights: parts of a rule of RBAC, and names of roles and of those who get them, wherever a chart puts
 * them. Its templates are not rendered, so that no role shows them.
 */
import { ROWS } from '../../../../base/tools/kinds.js';
import type { TextChange } from './text-changes.js';

/** Fields of a rule; any change can widen it, because fewer `resourceNames` allow more. */
const OF_RULE = /(?:^|[.\]])(?:apiGroups|nonResourceURLs|resourceNames|resources\[\d+\]|verbs)(?:$|[.[])/;
/** Names of roles, and of those who get them. */
const OF_BINDING = /(?:^|[.\]])(?:\w*[cC]lusterRoles?(?:Name|Ref)?|\w*[rR]oleRef|roles?(?:Name|Kind)?|\w*RoleName|subjects)(?:$|[.[])/;

const PLURALS: ReadonlySet<string> = new Set(ROWS.flatMap(({ plural }) => (plural === '*' ? [] : [plural])));
/** Words that are also everyday values of charts, so that the field has to name a right. */
const VERBS: ReadonlySet<string> = new Set(['bind', 'deletecollection', 'escalate', 'impersonate']);

/** Whether a value names a resource: a list that a template makes a rule of can have any name. */
function isResource(text: string | undefined): boolean {
  return text !== undefined && (VERBS.has(text) || PLURALS.has(text.replace(/\/[a-z]+$/, '')) || text === '*');
}

export function holdsRights({ field, before, after }: TextChange): boolean {
  if (OF_RULE.test(field)) return true;
  if (OF_BINDING.test(field)) return after !== undefined;
  return isResource(after) && (before === undefined ? /\[\d+\]$/.test(field) : isResource(before));
}
