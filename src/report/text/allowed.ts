/** Writes tables of who can do something, and of who perhaps can: an unknown role does not mean no access. */
import { formatReference, namespacedName } from '../../base/kubernetes/object.js';
import type { AccessRequest } from '../../base/rbac/authorizer.js';
import type { Right } from '../../base/rbac/grant.js';
import { scopeText, subjectText } from '../../base/wording/permissions.js';
import { joined, listed } from '../../base/wording/phrases.js';
import type { Allowed, AllowedVerbs, OperatorAccount, Perhaps, UnknownAccounts } from '../../review/index.js';
import { pathText } from '../steps.js';
import { columns } from './layout.js';

const HEAD = ['SUBJECT', 'WHERE', 'PATH'];

/** A row, with the operators that own the account if operators are asked for. */
type OfAny<T> = T & Partial<Pick<OperatorAccount, 'operators'>>;

/** The table of subjects that can; empty if nobody can. */
export function allowedText(allowed: readonly OfAny<AllowedVerbs>[], request: AccessRequest): string {
  const where = (scope: Allowed['scope']): string => scopeText(scope, [permissionOf(request)]);
  const [hasOperators, hasVerbs] = [allowed.some(({ operators }) => operators), allowed.some(({ verbs }) => verbs)];
  const rows = allowed.flatMap(({ subject, scope, paths, verbs = [], operators = [] }) => {
    const cells = [
      ...(hasOperators ? [listed(operators)] : []),
      subjectText(subject),
      where(scope),
      ...(hasVerbs ? [verbs.join(', ')] : []),
    ];
    // Several rules of one role can each allow one verb on the same path.
    const texts = [...new Set(paths.map(pathText))];
    return texts.map((text, index) => [...(index === 0 ? cells : cells.map(() => '')), text]);
  });
  const head = [...(hasOperators ? ['OPERATOR'] : []), 'SUBJECT', 'WHERE', ...(hasVerbs ? ['VERBS'] : []), 'PATH'];
  return rows.length === 0 ? '' : `${columns(head, rows).join('\n')}\n`;
}

/** The tables of subjects that perhaps can; empty if everything is known. */
export function perhapsText(perhaps: readonly Perhaps[]): string {
  const row = ({ subject, scope, binding, role }: Perhaps): string[] => [
    subjectText(subject),
    scopeText(scope),
    `${formatReference(binding)} → ${formatReference(role)}`,
  ];
  const unknown = perhaps.filter(({ dependsOn, isPlaceOpen }) => !dependsOn && !isPlaceOpen).map(row);
  const elsewhere = perhaps.filter(({ isPlaceOpen }) => isPlaceOpen).map(row);
  const open = perhaps.flatMap((entry) => (entry.dependsOn ? [[...row(entry), dependenceText(entry.dependsOn)]] : []));
  const table = (why: string, head: readonly string[], rows: readonly string[][]): string =>
    rows.length === 0 ? '' : `\nperhaps, because ${why}:\n${columns(head, rows).join('\n')}\n`;
  return (
    table('the role is neither in the input nor a default one', HEAD, unknown) +
    table('OLM creates it only in some orders', [...HEAD, 'DEPENDS ON'], open) +
    table('the binding has no namespace and can be applied there', HEAD, elsewhere)
  );
}

/** The order of CSVs that the permission depends on. */
export function dependenceText({ csv, rivals }: NonNullable<Perhaps['dependsOn']>): string {
  const others = listed(rivals.map(namespacedName), 'CSVs');
  return `whether OLM processes ${namespacedName(csv)}${rivals.length === 0 ? '' : ` or ${others}`} first`;
}

/** Introduces unknown operators that may own the account. */
export const MORE = 'perhaps more: it may be an account of';

/**
 * A line about unknown operators; empty if all are known.
 * @param whose the beginning of the sentence
 */
export function unknownText(operators: readonly UnknownAccounts[], whose = 'perhaps also the accounts of'): string {
  if (operators.length === 0) return '';
  const names = operators.map(({ namespace, package: name }) => `${name} in ${namespace}`);
  const [is, them] = operators.length === 1 ? ['an operator that is not known', 'it'] : ['operators that are not known', 'them'];
  return `\n${whose} ${is}: ${joined(names)}; --catalog PATH makes ${them} known\n`;
}

function permissionOf(request: AccessRequest): Right {
  const verbs = [request.verb];
  return 'path' in request ? { verbs, nonResourceURL: request.path } : { verbs, apiGroup: request.apiGroup, resource: request.resource };
}
