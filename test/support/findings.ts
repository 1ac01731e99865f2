/** Findings about small clusters. */
import type { Finding } from '../../src/model/finding.js';
import type { KubernetesObject, ObjectReference } from '../../src/model/kubernetes-object.js';
import { resolutionFindings } from '../../src/rules/findings/resolution-findings.js';
import { type Resolution, resolve } from '../../src/rules/resolve.js';
import { clusterOf } from './build.js';

export const FOO = 'Foo.v1.example.com';
export const BAR = 'Bar.v1.example.com';

/** All findings about the cluster of these objects. */
export function findings(...objects: readonly KubernetesObject[]): Finding[] {
  const cluster = clusterOf(...objects);
  return resolutionFindings(cluster, resolve(cluster));
}

/** The cluster of these objects, resolved. */
export function resolutionOf(...objects: readonly KubernetesObject[]): Resolution {
  return resolve(clusterOf(...objects));
}

export const csvRef = (namespace: string, name: string): ObjectReference => ({ kind: 'ClusterServiceVersion', namespace, name });
export const groupRef = (namespace: string, name: string): ObjectReference => ({ kind: 'OperatorGroup', namespace, name });

/** What most of these tests are about. */
export const OPERATOR = csvRef('op', 'operator');
export const GROUP = groupRef('op', 'group');

/** An error about a CSV that does not run. */
export function failure(finding: Pick<Finding, 'id' | 'message' | 'fix'> & Partial<Finding>): Finding {
  return { severity: 'error', subject: OPERATOR, related: [], verdict: true, ...finding };
}

/** A warning, about no verdict. */
export function warning(finding: Pick<Finding, 'id' | 'message' | 'fix'> & Partial<Finding>): Finding {
  return { severity: 'warning', subject: GROUP, related: [], verdict: false, ...finding };
}
