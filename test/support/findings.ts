/** Findings about small clusters. */

import { formatReference, type KubernetesObject, type ObjectReference } from '../../src/base/kubernetes/object.js';
import { resolutionFindings } from '../../src/olm/checks/index.js';
import { type CsvRule, surroundingsOf } from '../../src/olm/checks/surroundings.js';
import { EMPTY_CLUSTER } from '../../src/olm/model/cluster-of-parts.js';
import { type Finding, report } from '../../src/olm/model/finding.js';
import type { Resolution, ResolvedCsv } from '../../src/olm/rules/resolution.js';
import { resolve } from '../../src/olm/rules/resolve.js';
import { clusterOf } from './build.js';

export const FOO = 'Foo.v1.example.com';
export const BAR = 'Bar.v1.example.com';

/** All findings about the cluster of these objects. */
export function findings(...objects: readonly KubernetesObject[]): Finding[] {
  const cluster = clusterOf(...objects);
  return resolutionFindings(cluster, resolve(cluster));
}

/** What a rule finds about a CSV that is all alone. */
export function findingsAbout(rule: CsvRule, csv: Partial<ResolvedCsv>): Finding[] {
  return report(rule, csv as ResolvedCsv, surroundingsOf(EMPTY_CLUSTER, { csvs: [], groups: [] }));
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
  return withFingerprint({ severity: 'error', subject: OPERATOR, verdict: true, ...finding });
}

/** A warning, about no verdict. */
export function warning(finding: Pick<Finding, 'id' | 'message' | 'fix'> & Partial<Finding>): Finding {
  return withFingerprint({ severity: 'warning', subject: GROUP, verdict: false, ...finding });
}

function withFingerprint({
  related = [],
  ...finding
}: Omit<Finding, 'related' | 'references' | 'fingerprint'> & Partial<Finding>): Finding {
  const about = [finding.subject, ...related].map(formatReference).join('\n');
  return { references: [], fingerprint: `${finding.id}:${about}`, related, ...finding };
}
