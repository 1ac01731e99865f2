/** References to the objects in findings. */
import type { ObjectReference } from '../kubernetes/object.js';

interface Named {
  readonly namespace: string;
  readonly name: string;
}

/** Names a CSV. */
export function csvReference({ namespace, name }: Named): ObjectReference {
  return { kind: 'ClusterServiceVersion', namespace, name };
}

/** Names a Subscription. */
export function subscriptionReference({ namespace, name }: Named): ObjectReference {
  return { kind: 'Subscription', namespace, name };
}

/** Names an OperatorGroup. */
export function groupReference({ namespace, name }: Named): ObjectReference {
  return { kind: 'OperatorGroup', namespace, name };
}
