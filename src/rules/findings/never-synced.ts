/** The wording about a CSV that OLM never gives a phase. */
import { OPERATOR_NAMESPACE_ANNOTATION } from '../../model/cluster-service-version.js';
import type { ResolvedCsv } from '../resolve.js';

/** Why OLM passes over the CSV. */
export function neverSyncedMessage({ verdict, csv, group }: ResolvedCsv): string {
  switch (verdict.neverSynced) {
    case 'IsCopied':
      return `the annotation ${OPERATOR_NAMESPACE_ANNOTATION} names ${csv.annotations[OPERATOR_NAMESPACE_ANNOTATION]}, so OLM takes the CSV for a copy and does nothing with it`;
    case 'MalformedCrdName':
      return 'an owned or required CRD has a name without a group, and OLM gives up on the CSV';
    case 'TargetsContainAllNamespaces':
      return `spec.targetNamespaces of OperatorGroup ${group?.group.name} holds the empty string, and OLM never syncs such a group`;
    default:
      return `the ServiceAccount ${group?.group.serviceAccountName} of OperatorGroup ${group?.group.name} does not exist, and OLM does not sync the group without it`;
  }
}

/** What to do about it. */
export function neverSyncedFix({ verdict, group }: ResolvedCsv): string {
  switch (verdict.neverSynced) {
    case 'IsCopied':
      return 'remove the annotation; OLM sets it';
    case 'MalformedCrdName':
      return 'write the full name of the CRD, such as etcdclusters.etcd.database.coreos.com';
    case 'TargetsContainAllNamespaces':
      return 'leave spec.targetNamespaces out to select all namespaces, or list names only';
    default:
      return `add the ServiceAccount ${group?.group.namespace}/${group?.group.serviceAccountName} to the input, or remove spec.serviceAccountName`;
  }
}
