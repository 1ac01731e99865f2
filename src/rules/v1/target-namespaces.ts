/** Which namespaces OLM v1 lets an operator watch (operator-controller's render.go, validateTargetNamespaces). */
import { type InstalledCsv, supportedInstallModes } from '../../model/registry-v1.js';

/** All namespaces where the operator supports that; otherwise the user must say. */
export function defaultTargetNamespaces(csv: InstalledCsv): readonly string[] {
  return supportedInstallModes(csv).includes('AllNamespaces') ? [''] : [];
}

/** OLM's message about target namespaces that the install modes do not allow. @param targets `['']` for all namespaces */
export function invalidTargetNamespaces(csv: InstalledCsv, installNamespace: string, targets: readonly string[]): string | undefined {
  const reason = refusal(supportedInstallModes(csv), installNamespace, targets);
  return reason === undefined ? undefined : `invalid option(s): invalid target namespaces [${targets.join(' ')}]: ${reason}`;
}

function refusal(modes: readonly string[], installNamespace: string, targets: readonly string[]): string | undefined {
  const set = new Set(targets);
  const unsupported = (what: string): string => `supported install modes [${modes.join(' ')}] do not support ${what}`;
  const others = unsupported(`target namespaces [${targets.join(' ')}]`);
  const own = unsupported('targeting own namespace');

  if (set.size === 0) {
    return modes.includes('MultiNamespace')
      ? 'at least one target namespace must be specified'
      : 'exactly one target namespace must be specified';
  }
  if (set.size === 1) {
    if (set.has('')) return modes.includes('AllNamespaces') ? undefined : unsupported('targeting all namespaces');
    if (set.has(installNamespace)) return modes.includes('OwnNamespace') ? undefined : own;
    return modes.includes('SingleNamespace') ? undefined : others;
  }
  if (set.has(installNamespace) && !modes.includes('OwnNamespace')) return own;
  return modes.includes('MultiNamespace') && !set.has('') ? undefined : others;
}
