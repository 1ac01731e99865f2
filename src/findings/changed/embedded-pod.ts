/** Pods inside of other objects, such as custom resources, that reach their node: whoever makes them of it gives them that. */

import { groupOf } from '../../kubernetes/kinds.js';
import type { KubernetesObject } from '../../kubernetes/object.js';
import { fieldsOf, podSpecOf, textOf } from '../../kubernetes/pod-spec.js';
import { type FieldPath, formatFieldPath, walk } from '../../manifest/field-path.js';
import { listed } from '../../wording/phrases.js';
import { riskRule } from '../risk-rule.js';
import { settingOfKind } from './kind-effects.js';
import { POD_FIELDS } from './pods/pod-fields.js';

/** What has examples, schemas or the Pods of an operator in it. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set(['ClusterServiceVersion', 'CustomResourceDefinition', 'Subscription']);
/** Fields that give access where they are true, those of security contexts among them. */
const SWITCHES: ReadonlySet<string> = new Set([...POD_FIELDS.flatMap(({ field, opens }) => (opens ? [field] : [])), 'privileged']);

export const embeddedPod = riskRule({
  id: 'embedded-pod',
  severity: 'error',
  title: 'An object that is not a workload asks for access to nodes',
  references: ['CWE-250: Execution with Unnecessary Privileges', 'CIS Kubernetes 5.2'],
  documentation: {
    meaning:
      'The change adds an object, such as a custom resource or workflow, that sets `hostPath`, `privileged`, `hostPID`, `hostIPC` or `hostNetwork` without being a workload of Kubernetes. A controller creates Pods from it, which the review does not follow.',
    attack: "A RayCluster's workers mount / of their node. Its operator creates the Pods, and no Deployment changes.",
    fix: 'Read what its controller creates, and accept it in the baseline if it is intended.',
  },
  pair: ({ before, after }) => {
    const known = new Set(before ? accessIn(before).map(({ what }) => what) : []);
    const found = accessIn(after).filter(({ what }) => !known.has(what));
    if (found.length === 0) return [];
    const places = found.map(({ at, what }) => `${what} (${formatFieldPath(at)})`);
    return [
      {
        says: `has ${listed([...new Set(places)])}: whatever makes Pods of it gives them access to their nodes`,
        at: found[0]?.at,
        identity: [...new Set(found.map(({ what }) => what))].sort(),
      },
    ];
  },
});

/** One field that asks for access. */
interface Access {
  readonly at: FieldPath;
  /** Without its place, which another order changes. */
  readonly what: string;
}

/** Workloads, and what decides which Pods there can be, are judged by their own rules. */
function accessIn(object: KubernetesObject): Access[] {
  const { apiVersion, kind } = object;
  if (typeof apiVersion !== 'string' || READ_ELSEWHERE.has(kind)) return [];
  const group = groupOf(apiVersion);
  const setting = settingOfKind(object);
  if ((group === '' && kind === 'PersistentVolume') || setting?.gone === 'error' || kind === 'PodSecurityPolicy') return [];
  const pod = podSpecOf(object)?.at;
  const found: Access[] = [];
  walk(object, (value, at) => {
    if (pod && pod.length === at.length && pod.every((step, index) => step === at[index])) return true;
    const field = String(at.at(-1));
    const path = field === 'hostPath' ? (textOf(value) ?? textOf(fieldsOf(value).path)) : undefined;
    if (path !== undefined) found.push({ at, what: `hostPath ${path}` });
    else if (SWITCHES.has(field) && value === true) found.push({ at, what: field });
    return path !== undefined;
  });
  return found;
}
