/** Powerful accounts where tenants work: whoever may start Pods beside an operator may run as it. */
import { compareText } from '../../model/kubernetes-object.js';
import { subjectKey } from '../holders.js';
import type { Access, Holding } from './access.js';
import { matches, type Want } from './held.js';
import { placeOf } from './held-risk.js';
import { type Discovery, NSA_NAMESPACES, NSA_TOKENS, type RiskRule } from './rule.js';
import { TOKEN_CREATE } from './token-create.js';
import { asBound, formatScope, formatSubject, formatWay, shortList, subjectReference } from './wording.js';
import { POD_MAKERS } from './workload-create.js';

/** Ways to an account of one's own namespace. */
const TAKE_OVER: readonly Want[] = [
  ...POD_MAKERS,
  ...TOKEN_CREATE,
  { apiGroup: '', resources: ['pods/exec', 'pods/attach'], verbs: ['create'] },
  { apiGroup: '', resources: ['serviceaccounts'], verbs: ['impersonate'] },
];

export const accountInTenantNamespace: RiskRule = {
  id: 'account-in-tenant-namespace',
  severity: 'error',
  title: 'An operator with rights elsewhere lives where tenants work',
  references: ['CIS Kubernetes 5.1.4', NSA_NAMESPACES, NSA_TOKENS],
  documentation: {
    meaning:
      "The ServiceAccount of an operator holds rights outside its namespace, and in that namespace somebody else is bound, by the input, to a role that may create Pods, execute commands in them, or make tokens. Kubernetes' admin and edit are such roles.",
    attack:
      "A tenant starts a Pod with `serviceAccountName` set to the operator's account, or takes a token from its Pod, and holds its rights in all other namespaces.",
    fix: 'Install the operator in a namespace of its own, and let its OperatorGroup target those of the tenants.',
  },
  find: (access) => {
    const tenants = tenantsByNamespace(access);
    return [...reachOfOperators(access)]
      .sort(([a], [b]) => compareText(a, b))
      .flatMap(([, holding]) => accountRisk(access, holding, tenants));
  },
};

/** One of the rights that each operator account has outside its namespace; the whole cluster first. */
function reachOfOperators({ holdings, operators }: Access): Map<string, Holding> {
  const reach = new Map<string, Holding>();
  for (const holding of holdings) {
    const { subject, scope, rule } = holding;
    if (subject.kind !== 'ServiceAccount' || !operators.has(subjectKey(subject))) continue;
    const known = reach.get(subjectKey(subject));
    if (known?.scope === 'cluster' || isReview(holding) || !rule.resources?.length) continue;
    if (scope === 'cluster' || (!known && typeof scope !== 'string' && scope.some((namespace) => namespace !== subject.namespace))) {
      reach.set(subjectKey(subject), holding);
    }
  }
  return reach;
}

/** Asking the API server who somebody is, or what they may do, is harmless. */
function isReview({ rule: { apiGroups = [] } }: Holding): boolean {
  return apiGroups.every((group) => group === 'authentication.k8s.io' || group === 'authorization.k8s.io');
}

/** Who but operators may get at the accounts of a namespace, by namespace. */
function tenantsByNamespace({ holdings, operators }: Access): Map<string, Map<string, Holding>> {
  const tenants = new Map<string, Map<string, Holding>>();
  for (const holding of holdings) {
    const { subject, scope, rule } = holding;
    if (typeof scope === 'string' || rule.resourceNames?.length) continue;
    if (operators.has(subjectKey(subject)) || matches(rule, TAKE_OVER).length === 0) continue;
    for (const namespace of scope) {
      const known = tenants.get(namespace) ?? new Map<string, Holding>();
      if (!known.has(formatSubject(subject))) known.set(formatSubject(subject), holding);
      tenants.set(namespace, known);
    }
  }
  return tenants;
}

function accountRisk(access: Access, reach: Holding, tenants: ReadonlyMap<string, ReadonlyMap<string, Holding>>): Discovery[] {
  const { subject, scope } = reach;
  const home = subject.namespace ?? '';
  const here = [...(tenants.get(home) ?? [])].sort(([a], [b]) => compareText(a, b));
  const [first] = here;
  if (!first) return [];
  const names = here.map(([name]) => name);
  const beyond = typeof scope === 'string' ? scope : scope.filter((namespace) => namespace !== home);
  const account = formatSubject(subject);
  return [
    {
      severity: 'error',
      subject: subjectReference(subject),
      message: `${shortList(names, 'subjects')} may run Pods or commands in ${home} as ${account}, which holds rights ${formatScope(beyond)}`,
      path: formatWay(asBound(first[1]), `a Pod or token of ${account} → rights ${formatScope(beyond)}`),
      fix: `move the operator out of ${home} into a namespace where only those who run the cluster may create Pods`,
      place: placeOf(access, reach),
      identity: names,
    },
  ];
}
