/** Dependencies: operators that OLM installs because others need them. */
import { csvReference } from '../../model/references.js';
import type { ClusterRule } from './rule.js';

export const comesAlong: ClusterRule = {
  id: 'dependency-comes-along',
  severity: 'info',
  title: 'An operator is installed as a dependency',
  references: [],
  documentation: {
    meaning:
      'No Subscription asks for an operator, and OLM installs it all the same, because another one needs it. OLM writes a Subscription for it, with Automatic approval. It is rendered and reviewed like any other.',
    fix: 'Nothing, if it is meant. A Subscription of your own fixes its channel and catalog; `--no-dependencies` leaves dependencies out.',
  },
  find: ({ clusterServiceVersions }) =>
    clusterServiceVersions.flatMap(({ namespace, name, neededBy }) =>
      neededBy === undefined
        ? []
        : [
            {
              subject: csvReference({ namespace, name }),
              message: `no Subscription asks for it; OLM installs it because ${neededBy.join(' and ')} ${neededBy.length === 1 ? 'needs' : 'need'} it`,
              fix: 'nothing, if it is meant; a Subscription of your own fixes its channel and catalog',
              related: neededBy.map((other) => csvReference({ namespace, name: other })),
            },
          ],
    ),
};
