/** A ClusterExtension that OLM v1 takes only where an administrator switched something on. */
import type { ObjectReference } from '../../kubernetes/object.js';
import type { Finding } from '../../model/finding.js';
import { installFinding } from '../../model/install-finding.js';
import { listed } from '../../wording/phrases.js';

/** A warning about the feature gates of operator-controller that it needs; none for none. */
export function featureGates(extension: ObjectReference, gates: readonly string[]): Finding[] {
  if (gates.length === 0) return [];
  const what = `the feature ${gates.length === 1 ? 'gate' : 'gates'} ${listed(gates)}`;
  const message = `OLM v1 takes this ClusterExtension only with ${what} of operator-controller, off by default`;
  return [installFinding('feature-gate-needed', 'warning', extension, message, `switch on ${what}, or remove the setting`)];
}
