/** Reports operators whose settings name other namespaces than those of their OperatorGroup. */
import { isMapping } from '../../../base/manifest/plain-data.js';
import { targetsText } from '../../../base/wording/phrases.js';
import type { Cluster } from '../../model/cluster.js';
import { csvReference, type Finding, rule, toFinding } from '../../model/finding.js';
import type { Resolution, ResolvedCsv } from '../../rules/resolution.js';

const VARIABLE = 'WATCH_NAMESPACE';

export const watchesOtherNamespaces = rule('watches-other-namespaces', 'warning', 'WATCH_NAMESPACE contradicts the OperatorGroup', {
  needsOlm: true,
  meaning:
    "The environment variable WATCH_NAMESPACE of an operator is fixed, or set by `spec.config.env` of its Subscription, to other namespaces than its OperatorGroup's. OLM gives permissions in the namespaces of the group; the operator acts in those of the variable.",
  fix: "Take WATCH_NAMESPACE from `metadata.annotations['olm.targetNamespaces']`, or change the target namespaces of the OperatorGroup.",
});

/** Finds them. OLM writes the namespaces of the group into the annotation `olm.targetNamespaces` of each Pod, and into nothing else. */
export function otherNamespacesWatched({ subscriptions }: Cluster, { csvs }: Resolution): Finding[] {
  return csvs.flatMap((resolved): Finding[] => {
    const { csv, verdict, targets } = resolved;
    if (verdict.phase !== 'Succeeded' || !targets) return [];
    const asking = subscriptions.find((one) => one.namespace === csv.namespace && one.csv === csv.name);
    const [set] = variablesIn(asking?.config ?? {});
    const found = set ? [{ variable: set, by: `spec.config.env of Subscription ${asking?.name}` }] : ofDeployments(resolved);
    const differing = found.flatMap(({ variable, by }) => {
      const watched = namespacesOf(variable, csv.namespace);
      return watched && textOf(watched) !== textOf(targets) ? [{ watched, by }] : [];
    });
    const [first] = differing;
    if (!first) return [];
    return [
      toFinding(watchesOtherNamespaces, {
        subject: csvReference(csv),
        message: `${VARIABLE} by ${first.by} names ${targetsText(first.watched)}, and the OperatorGroup targets ${targetsText(targets)}: the operator has its permissions there, and acts in ${targetsText(first.watched)}`,
        fix: `take ${VARIABLE} from metadata.annotations['olm.targetNamespaces'], or let the OperatorGroup target ${targetsText(first.watched)}`,
      }),
    ];
  });
}

type Variable = Readonly<Record<string, unknown>>;

function ofDeployments({ csv }: ResolvedCsv): { readonly variable: Variable; readonly by: string }[] {
  return csv.deployments.flatMap(({ name, spec: { template } }) => {
    const pod = isMapping(template) && isMapping(template.spec) ? template.spec : {};
    const containers = Array.isArray(pod.containers) ? pod.containers.filter(isMapping) : [];
    return containers.flatMap(variablesIn).map((variable) => ({ variable, by: `the Deployment ${name}` }));
  });
}

function variablesIn({ env }: Readonly<Record<string, unknown>>): Variable[] {
  return (Array.isArray(env) ? env : []).filter(isMapping).filter(({ name }) => name === VARIABLE);
}

/** The namespaces of a variable; undefined where only the cluster knows them. */
function namespacesOf({ value, valueFrom }: Variable, namespace: string): readonly string[] | undefined {
  if (isMapping(valueFrom)) {
    const path = isMapping(valueFrom.fieldRef) ? valueFrom.fieldRef.fieldPath : undefined;
    return path === 'metadata.namespace' ? [namespace] : undefined;
  }
  if (value === undefined || value === null) return [''];
  if (typeof value !== 'string' || value.includes('$(')) return undefined;
  return value.split(',').map((name) => name.trim());
}

function textOf(namespaces: readonly string[]): string {
  return [...new Set(namespaces)].toSorted().join(',');
}
