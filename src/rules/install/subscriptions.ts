/** A Subscription beside an operator that is installed without OLM: where OLM runs, the operator would be there twice. */
import type { ObjectReference } from '../../kubernetes/object.js';
import type { Finding } from '../../model/finding.js';
import { installFinding } from '../../model/install-finding.js';

export function subscriptionBesideInstall(
  subscription: { readonly namespace: string; readonly name: string },
  csv: ObjectReference,
): Finding {
  return installFinding(
    'subscription-beside-install',
    'info',
    { kind: 'Subscription', namespace: subscription.namespace, name: subscription.name },
    `the operator ${csv.name} is installed without OLM, but the Subscription has OLM install it too, wherever OLM runs`,
    'keep the Subscription out of what is applied to the cluster; it still chooses the version',
    [csv],
  );
}
