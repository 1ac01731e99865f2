/** Labels and annotations that OLM writes on CSVs, and the copies of a CSV. */

export const COPIED_FROM_LABEL = 'olm.copiedFrom';
/** The label of every role that OLM creates from a permissions entry. Roles in a bundle lack it. */
export const PERMISSIONS_HASH_LABEL = 'olm.permissions.hash';
export const OPERATOR_NAMESPACE_ANNOTATION = 'olm.operatorNamespace';
/** The annotation with the namespaces that an operator watches. */
export const TARGET_NAMESPACES_ANNOTATION = 'olm.targetNamespaces';

/** The annotations that mark the members of a group for OLM. */
export const GROUP_ANNOTATIONS = [
  'olm.operatorGroup',
  OPERATOR_NAMESPACE_ANNOTATION,
  'olm.operatorGroupNamespace',
  TARGET_NAMESPACES_ANNOTATION,
] as const;

/** Whether OLM treats a CSV as a copy and so does not install it: by its label, or by an annotation that names another namespace. */
export function isCopied({
  metadata,
}: {
  metadata: {
    namespace?: string | null | undefined;
    labels?: Readonly<Record<string, string>> | null | undefined;
    annotations?: Readonly<Record<string, string>> | null | undefined;
  };
}): boolean {
  const operatorNamespace = metadata.annotations?.[OPERATOR_NAMESPACE_ANNOTATION];
  return (
    Object.hasOwn(metadata.labels ?? {}, COPIED_FROM_LABEL) ||
    (operatorNamespace !== undefined && operatorNamespace !== (metadata.namespace ?? ''))
  );
}
