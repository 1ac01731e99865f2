/** Reports approvals that OLM reads otherwise than they are written. */
import { fieldsOf } from '../../../base/kubernetes/pod-spec.js';
import { subscriptionReference } from '../../model/finding.js';
import { clusterRule } from '../surroundings.js';

export const approvalUnknown = clusterRule('approval-unknown', 'warning', 'OLM does not know the approval of a Subscription', {
  class: 'other',
  needsOlm: true,
  meaning:
    'The `spec.installPlanApproval` of a Subscription is neither Manual nor Automatic, such as `manual`. For OLM all but Manual is Automatic: it installs each version by itself.',
  fix: 'Write Manual or Automatic.',
  // OLM asks for ApprovalManual alone (its catalog operator's syncResolvingNamespace).
  find: ({ subscriptions }) =>
    subscriptions.flatMap((subscription) => {
      const written = fieldsOf(fieldsOf(subscription.manifest).spec).installPlanApproval;
      if (!written || written === 'Manual' || written === 'Automatic') return [];
      const subject = subscriptionReference(subscription);
      return [
        {
          subject,
          message: `spec.installPlanApproval is ${written}, which is Automatic for OLM: it installs each version without asking`,
          fix: /^manual$/i.test(String(written)) ? 'write Manual' : 'write Manual or Automatic',
          at: { object: subject, field: ['spec', 'installPlanApproval'] },
        },
      ];
    }),
});
