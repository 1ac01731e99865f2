/**
 * The differences between the default ClusterRoles of Kubernetes 1.32 and other versions: from the Kubernetes copies in OpenShift 4.12
 * to 5.0, 1.25 to 1.36; compared with Kubernetes itself at 1.31 and 1.32. Rules behind a feature gate are left out.
 */
import type { Role } from '../../kubernetes/rbac.js';
import { type Policy, parsePolicy } from './parse-policy.js';

/** One rule that some versions have. */
interface Difference {
  /** The first minor version that has it. */
  readonly since?: number;
  /** The first minor version that no longer has it. */
  readonly until?: number;
  /** Whether only OpenShift has it. */
  readonly isOpenShifts?: true;
  readonly role: string;
  /** In the notation of parse-policy.ts. */
  readonly rule: string;
}

const WRITE = 'create,delete,deletecollection,patch,update';

const HEALTH = '/healthz,/healthz/*,/livez,/livez/*,/metrics';
const READY = '/readyz,/readyz/*';

const DIFFERENCES: readonly Difference[] = [
  { until: 26, role: 'system:monitoring', rule: `get ${HEALTH},${READY}` },
  { since: 26, role: 'system:monitoring', rule: `get ${HEALTH},/metrics/slis,${READY}` },
  { until: 27, role: 'system:kubelet-api-admin', rule: '* nodes/spec core' },
  { since: 28, role: 'system:basic-user', rule: 'create selfsubjectreviews authentication.k8s.io' },
  { since: 33, role: 'system:kubelet-api-admin', rule: '* nodes/configz,nodes/healthz,nodes/pods core' },
  { until: 34, isOpenShifts: true, role: 'system:aggregate-to-edit', rule: `${WRITE} endpoints core` },
  {
    since: 34,
    role: 'system:aggregate-to-view',
    rule: 'get,list,watch resourceclaims,resourceclaims/status,resourceclaimtemplates resource.k8s.io',
  },
  { since: 34, role: 'system:aggregate-to-edit', rule: `${WRITE} resourceclaims,resourceclaimtemplates resource.k8s.io` },
  { since: 34, role: 'system:monitoring', rule: 'get nodes/metrics core' },
  { since: 35, role: 'system:aggregate-to-view', rule: 'get,list,watch events events.k8s.io' },
  { since: 35, role: 'system:aggregate-to-edit', rule: `${WRITE} events events.k8s.io` },
  { since: 36, role: 'system:monitoring', rule: 'get /flagz,/statusz' },
];

/** The policy of a minor version. @param policy the policy of 1.32 */
export function policyOfVersion(policy: Policy, minor: number, isOpenShift: boolean): Policy {
  const found = DIFFERENCES.filter(({ isOpenShifts }) => isOpenShift || !isOpenShifts);
  const roles = policy.roles.map((role): Role => {
    const own = found.filter(({ role: name }) => name === role.metadata.name);
    if (own.length === 0) return role;
    const texts = new Set((role.rules ?? []).map((rule) => JSON.stringify(rule)));
    const parsed = own.map((difference) => ({ ...difference, parsed: ruleOf(difference) }));
    const has = ({ since = 0, until = Number.POSITIVE_INFINITY }: Difference): boolean => minor >= since && minor < until;
    const gone = new Set(parsed.filter((one) => !has(one)).map((one) => JSON.stringify(one.parsed)));
    const added = parsed.filter((one) => has(one) && !texts.has(JSON.stringify(one.parsed))).map((one) => one.parsed);
    return { ...role, rules: [...(role.rules ?? []).filter((rule) => !gone.has(JSON.stringify(rule))), ...added] };
  });
  return { ...policy, roles };
}

function ruleOf({ role, rule }: Difference): NonNullable<Role['rules']>[number] {
  const [parsed] = parsePolicy(`ClusterRole ${role}\n  ${rule}`).roles;
  return (parsed?.rules ?? [])[0] as NonNullable<Role['rules']>[number];
}
