/** Operators whose Subscription is in another repository. */
import type { Fields } from '../kubernetes/pod-spec.js';

/** A Subscription that is not at hand. Nothing stands for what nobody says here. */
export interface Elsewhere {
  /** As the kustomization names it. */
  readonly url: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** The fields of its `spec` that patches set. */
  readonly spec: Fields;
}
