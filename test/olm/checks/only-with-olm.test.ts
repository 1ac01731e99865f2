import { expect, it } from 'vitest';
import { holdsWithoutOlm } from '../../../src/olm/checks/index.js';
import type { Finding } from '../../../src/olm/model/finding.js';
import { FINDING_RULES } from '../../../src/review/rules/all-rules.js';

it('what OLM would do is not said of a cluster without it', () => {
  const ids = FINDING_RULES.map(({ id }) => id).filter((id) => !holdsWithoutOlm({ id } as Finding));
  expect(ids.sort()).toEqual([
    'approval-shared',
    'bundle-kind-refused',
    'certificate-bindings-shared',
    'cluster-wide-rights-unused',
    'csv-without-subscription',
    'install-plan-fails',
    'namespace-not-resolved',
    'operator-cannot-run',
    'operators-share-namespace',
    'provided-apis-emptied',
    'starting-csv-no-pin',
    'upgrade-plan-fails',
    'upgrade-waits',
  ]);
});
