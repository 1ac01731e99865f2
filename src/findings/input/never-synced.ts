/** The wording about a CSV that OLM never gives a phase. */

import { OPERATOR_NAMESPACE_ANNOTATION } from '../../model/cluster-service-version.js';
import type { Discovery } from '../../model/finding.js';
import type { ResolvedCsv } from '../../rules/resolution.js';
import type { NeverSynced } from '../../rules/verdict.js';

type Words = Pick<Discovery, 'message' | 'fix'>;

const BY_CAUSE = {
  IsCopied: ({ csv }) => ({
    message: `the annotation ${OPERATOR_NAMESPACE_ANNOTATION} names ${csv.annotations[OPERATOR_NAMESPACE_ANNOTATION]}, so OLM treats the CSV as a copied CSV and ignores it`,
    fix: 'remove the annotation; OLM sets it',
  }),
  MalformedCrdName: () => ({
    message: 'the name of an owned or required CRD has no group, and OLM stops processing the CSV',
    fix: 'write the full name of the CRD, such as etcdclusters.etcd.database.coreos.com',
  }),
  TargetsContainAllNamespaces: ({ group }) => ({
    message: `spec.targetNamespaces of OperatorGroup ${group?.group.name} contains the empty string, and OLM never syncs such a group`,
    fix: 'omit spec.targetNamespaces to select all namespaces, or list names only',
  }),
  InvalidSelector: ({ group }) => ({
    message: `spec.selector of OperatorGroup ${group?.group.name} is not valid, and OLM never syncs such a group`,
    fix: 'correct spec.selector',
  }),
  ServiceAccountNotFound: ({ group }) => ({
    message: `the ServiceAccount ${group?.group.serviceAccountName} of OperatorGroup ${group?.group.name} does not exist, and OLM does not sync the group without it`,
    fix: `add the ServiceAccount ${group?.group.namespace}/${group?.group.serviceAccountName} to the input, or remove spec.serviceAccountName`,
  }),
} satisfies Readonly<Record<NeverSynced, (csv: ResolvedCsv) => Words>>;

/** A status that was read from a rendering does not contain the cause. */
const UNKNOWN: Words = {
  message: 'its status contains no phase and no reason',
  fix: 'render the CSV again, or look into the logs of OLM',
};

/** Why OLM ignores the CSV, and what to do about it. */
export function neverSyncedWords(csv: ResolvedCsv): Words {
  const cause = csv.verdict.neverSynced;
  return cause === undefined ? UNKNOWN : BY_CAUSE[cause](csv);
}
