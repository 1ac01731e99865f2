/** Notes about a ClusterExtension: a field that OLM v1 ignores, and the versions that it installs one after the other. */
import { joined } from '../../../base/wording/phrases.js';
import type { ClusterExtension } from '../../model/cluster-extension.js';
import { type Finding, rule } from '../../model/finding.js';
import { installFinding } from '../../model/install-finding.js';
import type { OlmV1Release } from '../../model/olm-version.js';

export const accountIgnored = rule('service-account-ignored', 'info', 'OLM v1 ignores the ServiceAccount of a ClusterExtension', {
  meaning: 'From v1.11 on, OLM v1 installs with its own permissions and ignores spec.serviceAccount. A later version removes the field.',
  fix: 'Remove spec.serviceAccount, and the roles that only this account needs.',
});

export const extensionGoesOn = rule('extension-goes-on', 'info', 'OLM v1 installs several versions one after another', {
  meaning:
    'OLM v1 moves an installed bundle along upgrade edges, and resolves again after each installation. The last version is judged; the versions before it run for a while.',
  fix: 'Set spec.source.catalog.version to stay at a version.',
});

/** The notes about one extension (operator-controller's ServiceAccountDeprecationWarning and ResolveBundle). */
export function extensionNotes(extension: ClusterExtension, { behaviours, name: release }: OlmV1Release): Finding[] {
  const { name, serviceAccount, installed, chosen, watchNamespaces } = extension;
  const owner = { kind: 'ClusterExtension', name };
  const isIgnored = serviceAccount !== undefined && !behaviours.has('needsServiceAccount') && watchNamespaces === undefined;
  const via = chosen?.via ?? [];
  const ignored = `spec.serviceAccount is deprecated and ignored: OLM ${release} installs with its own permissions, not with those of ${serviceAccount}`;
  const goesOn = `from ${installed?.name} OLM v1 installs ${joined([...via, chosen?.name ?? ''])}, one after the other; ${chosen?.name} is judged`;
  return [
    ...(isIgnored ? [installFinding(accountIgnored, 'info', owner, ignored, 'remove spec.serviceAccount')] : []),
    ...(via.length > 0
      ? [installFinding(extensionGoesOn, 'info', owner, goesOn, 'set spec.source.catalog.version to stay at a version')]
      : []),
  ];
}
