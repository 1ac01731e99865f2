/** Kinds of rendered objects that neither Kubernetes nor the input defines: the API server refuses such objects. */

import { groupOf, OLM_GROUP } from '../../../base/kubernetes/kinds.js';
import {
  compareText,
  formatReference,
  groupBy,
  type KubernetesObject,
  type ObjectReference,
  referenceTo,
} from '../../../base/kubernetes/object.js';
import { CERT_MANAGER_GROUP } from '../../../base/tools/cert-manager.js';
import { knownKinds } from '../../../base/tools/kinds.js';
import { type Finding, rule } from '../../model/finding.js';
import { installFinding } from '../../model/install-finding.js';

const OPENSHIFT = '.openshift.io';

/** The project that provides the CRDs of a group that OLM accepts in a bundle (`bundle.IsSupported` of its source). */
const BROUGHT_BY: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    'autoscaling.k8s.io': 'the Vertical Pod Autoscaler of kubernetes/autoscaler',
    'monitoring.coreos.com': 'the Prometheus Operator',
    [OLM_GROUP]: 'OLM',
  }),
);

/** Whether every API server has a kind, whatever the cluster contains. */
export function isOfKubernetes({ apiVersion, kind }: Pick<KubernetesObject, 'apiVersion' | 'kind'>): boolean {
  const group = groupOf(String(apiVersion));
  return group !== OLM_GROUP && (knownKinds(group)?.includes(kind) ?? false);
}

/** An object and its operator. */
interface Owned {
  readonly object: KubernetesObject;
  readonly owner: ObjectReference;
}

/**
 * A warning for each such kind.
 *
 * @param defined the CRDs of the input and of the result, as `Kind.group`
 */
export function undefinedKinds(rendered: readonly Owned[], defined: ReadonlySet<string>, isOpenShift: boolean): Finding[] {
  const lacking = rendered.filter(({ object }) => {
    const group = groupOf(String(object.apiVersion));
    const isThere = isOfKubernetes(object) || (isOpenShift && isOfOpenShift(group));
    // Another finding reports certificates that nothing makes.
    return !isThere && group !== CERT_MANAGER_GROUP && !defined.has(kindKey(object.kind, group));
  });
  return [...groupBy(lacking, ({ object }) => kindKey(object.kind, groupOf(String(object.apiVersion))))]
    .sort(([a], [b]) => compareText(a, b))
    .map(([kind, those]) => about(kind, those));
}

/** The key of a kind for comparisons. */
export function kindKey(kind: string, group: string): string {
  return `${kind}.${group}`;
}

export const kindNotInInput = rule('kind-not-in-input', 'warning', 'Nothing defines the kind of an object', {
  meaning:
    'The bundle contains a kind that neither Kubernetes nor the input defines, such as ServiceMonitor. Without the CRD, API servers refuse it, and all-or-nothing tools stop. Reported once for each kind. `--argocd` sets `SkipDryRunOnMissingResource=true`.',
  fix: 'Apply the CRD first, add it to the input, or use `--platform` with the platform that has it.',
});

function about(kind: string, [first, ...others]: readonly [Owned, ...Owned[]]): Finding {
  const [verb, them] = others.length === 0 ? [' is', 'it'] : [` and ${others.length} more are`, 'them'];
  return installFinding(
    kindNotInInput,
    'warning',
    first.owner,
    `${formatReference(referenceTo(first.object))}${verb} of the kind ${kind}, which neither Kubernetes nor the input defines: an API server without its CRD refuses ${them}`,
    `${source(groupOf(String(first.object.apiVersion)))}, or leave ${them} out`,
    [first, ...others].map(({ object }) => referenceTo(object)),
  );
}

function isOfOpenShift(group: string): boolean {
  return group.endsWith(OPENSHIFT) || group === 'monitoring.coreos.com';
}

function source(group: string): string {
  if (group.endsWith(OPENSHIFT)) return 'OpenShift has it: use --platform openshift if the cluster is OpenShift';
  return `apply ${BROUGHT_BY.get(group) ?? `what defines the API group ${group}`} first, which brings the CRD`;
}
