/** Reports Subscriptions of unknown operators whose CatalogSource the input has in another namespace only. */

import { joined } from '../../../base/wording/phrases.js';
import { subscriptionReference } from '../../model/finding.js';
import { clusterRule } from '../surroundings.js';

export const catalogSourceElsewhere = clusterRule('catalog-source-elsewhere', 'warning', 'A CatalogSource is in another namespace', {
  needsOlm: true,
  meaning:
    'The `spec.source` and `spec.sourceNamespace` of a Subscription name a CatalogSource that the input has in another namespace only. OLM looks in `spec.sourceNamespace` alone, and resolves nothing if the cluster has no such CatalogSource, too. An error where the operator is known.',
  fix: 'Correct spec.sourceNamespace, or move the CatalogSource.',
  find: ({ unknownOperators, catalogs }) =>
    unknownOperators.flatMap(({ subscription, neededBy }) => {
      const { catalogSource, catalogSourceNamespace, namespace } = subscription;
      const wanted = catalogSourceNamespace || namespace;
      const places = catalogs.filter(({ name, source }) => source && name === catalogSource).map((found) => found.namespace);
      if (neededBy || places.length === 0 || places.includes(wanted)) return [];
      const subject = subscriptionReference(subscription);
      return [
        {
          subject,
          message: `the CatalogSource ${catalogSource} is not in the namespace ${wanted}, where the Subscription looks for it; the input has it in ${joined(places)}`,
          fix: `set spec.sourceNamespace to ${joined(places, 'or')}, or move the CatalogSource`,
          at: { object: subject, field: ['spec', 'sourceNamespace'] },
        },
      ];
    }),
});
