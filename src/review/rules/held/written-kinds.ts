/** Permissions to write objects of the kinds that the table knows: which rule looks for them follows from what the kinds do. */
import { groupBy } from '../../../base/kubernetes/object.js';
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import { ROWS } from '../../../base/tools/kinds.js';
import type { KindRow } from '../../../base/tools/row.js';
import { SECRETS_OUT, TOKENS } from '../../../base/tools/setting.js';
import { WRITE } from '../risk-rule.js';

/** A rule for each API group. */
function permissions(isMeant: (row: KindRow) => boolean, verbs: readonly string[] = WRITE): PolicyRule[] {
  return [...groupBy(ROWS.filter(isMeant), ({ group }) => group)].map(([group, rows]) => ({
    apiGroups: [group],
    resources: rows.map(({ plural }) => plural),
    verbs,
  }));
}

/** Kinds by which a controller deploys anything, from elsewhere or from inside of their objects. */
export const WRITE_DEPLOYED = permissions(({ deploys, applies, carries }) => deploys ?? (applies === true || carries !== undefined));

const isPod = ({ group, kind }: KindRow): boolean => group === '' && kind === 'Pod';

/** Kinds that make Pods. An update of a Pod cannot change its ServiceAccount. */
export const MAKE_PODS: readonly PolicyRule[] = [
  ...permissions(isPod, ['create']),
  ...permissions((row) => row.runs === true && !isPod(row)),
];

/** Policies for the whole cluster, of tools: those of Kubernetes have rules of their own. */
export const WRITE_POLICIES = permissions(({ isPolicy }) => isPolicy === true);

/** Kinds that copy Secrets to places that they name. */
export const COPY_SECRETS = permissions(({ setting }) => setting === SECRETS_OUT);

/** Kinds whose objects are tokens: who reads one is its user. */
export const READ_TOKENS = permissions(({ setting }) => setting === TOKENS, ['get', 'list', 'watch']);
