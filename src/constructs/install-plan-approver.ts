/** InstallPlanApprover: approves in the cluster the InstallPlans that a lock allows. */
import { ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { z } from 'zod';
import { formatReference, referenceTo } from '../base/kubernetes/object.js';
import { approvalList } from '../olm/lock/approval-list.js';
import { APPROVER_NAMESPACE, approverObjects, isByDigest } from '../olm/render/approver.js';
import { checkArguments, placeOf, settings, TEXT } from './arguments.js';
import { readLock } from './operators.js';
import { resolveTokens } from './tokens.js';

/** Settings of an InstallPlanApprover. */
export interface InstallPlanApproverProps {
  /** The path of the lock. */
  readonly lock: string;
  /** The image, by digest. It must contain `cdk8s-olm` and `kubectl`. */
  readonly image: string;
  /** The namespace in which it runs, which must exist. @default the namespace of the chart around it, or 'cdk8s-olm' */
  readonly namespace?: string;
  /** The schedule of a CronJob. @default none: it is a Job, which Argo CD runs after each sync */
  readonly schedule?: string;
}

const PROPS = settings({
  lock: TEXT('the path of a lock, such as olm-lock.yaml'),
  image: z.custom<string>(
    (value) => typeof value === 'string' && isByDigest(value),
    'an image by digest, such as registry.example.com/approver@sha256:… with 64 digits',
  ),
  namespace: TEXT('the name of a namespace').optional(),
  schedule: TEXT('a schedule, such as */10 * * * *').optional(),
});

/**
 * Renders the same as `cdk8s-olm render --approver`: a list of the versions that the lock allows, an account with a Role only in the
 * namespaces of the lock, and a Job or CronJob that runs `cdk8s-olm approve`. See [approvals](../approvals.md).
 *
 * @example
 * new InstallPlanApprover(chart, 'approver', { lock: 'olm-lock.yaml', image });
 */
export class InstallPlanApprover extends Construct {
  /**
   * @param scope a chart, or a construct inside of one
   * @throws Error if the lock has no version that could be approved
   * @throws ProblemError if the lock cannot be read
   * @throws TypeError for a wrong setting, such as an image without a digest
   */
  constructor(scope: Construct, id: string, props: InstallPlanApproverProps) {
    super(scope, id);
    const given = resolveTokens(props ?? {}, this);
    checkArguments(placeOf(this), PROPS, given);
    const { lock, image, schedule, namespace = Chart.of(this).namespace ?? APPROVER_NAMESPACE } = given;
    const list = approvalList(readLock(lock).lock);
    if (list.operators.length === 0)
      throw new Error(`${placeOf(this)}: the lock has no operator of a Subscription with the digest of its image`);
    for (const object of approverObjects(list, { image, namespace, schedule }))
      new ApiObject(this, formatReference(referenceTo(object)).replaceAll('/', ':'), object);
  }
}
