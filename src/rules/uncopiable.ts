/** Uncopiable: the reasons for which OLM does not copy a CSV into its target namespaces (its uncopiableReasons). */

const UNCOPIABLE: ReadonlySet<string> = new Set([
  '',
  'InvalidInstallModes',
  'NoTargetNamespaces',
  'UnsupportedOperatorGroup',
  'NoOperatorGroup',
  'TooManyOperatorGroups',
  'InterOperatorGroupOwnerConflict',
  'CannotModifyStaticOperatorGroupProvidedAPIs',
]);

/** Whether OLM leaves a CSV with this reason where it is. @param reason `status.reason` */
export function isUncopiable(reason: string): boolean {
  return UNCOPIABLE.has(reason);
}
