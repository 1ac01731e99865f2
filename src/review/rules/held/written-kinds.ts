/** Builds permissions to write objects of the kinds in the table: the properties of a kind decide which rule looks for it. */
import { groupBy } from '../../../base/kubernetes/object.js';
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import { ROWS } from '../../../base/tools/kinds.js';
import { SECRETS_OUT, TOKENS } from '../../../base/tools/setting.js';
import type { KindRow } from '../../../base/tools/tool.js';
import { WRITE } from '../risk-rule.js';

/** One rule for each API group. */
function permissions(isMeant: (row: KindRow) => boolean, verbs: readonly string[] = WRITE): PolicyRule[] {
  return [...groupBy(ROWS.filter(isMeant), ({ group }) => group)].map(([group, rows]) => ({
    apiGroups: [group],
    resources: rows.map(({ plural }) => plural),
    verbs,
  }));
}

/** Kinds through which a controller deploys any objects, from elsewhere or from inside of the object. */
export const WRITE_DEPLOYED = permissions(({ deploys, applies, carries }) => deploys ?? (applies === true || carries !== undefined));

const isPod = ({ group, kind }: KindRow): boolean => group === '' && kind === 'Pod';

/** Kinds that create Pods. An update of a Pod cannot change its ServiceAccount. */
export const MAKE_PODS: readonly PolicyRule[] = [
  ...permissions(isPod, ['create']),
  ...permissions((row) => row.runs === true && !isPod(row)),
];

/** Cluster-wide policies of tools; other rules report the policies of Kubernetes. */
export const WRITE_POLICIES = permissions(({ isPolicy }) => isPolicy === true);

/** Kinds that copy Secrets to any place. */
export const COPY_SECRETS = permissions(({ setting }) => setting === SECRETS_OUT);

/** Kinds whose objects are tokens: reading one means acting as its user. */
export const READ_TOKENS = permissions(({ setting }) => setting === TOKENS, ['get', 'list', 'watch']);
