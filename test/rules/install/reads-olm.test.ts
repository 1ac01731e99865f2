import { expect, it } from 'vitest';
import { readsOlm } from '../../../src/rules/install/reads-olm.js';
import { registry } from '../../support/registry.js';

it('an operator that asks for OLM’s own objects gets a warning', () => {
  const rule = (apiGroups: string[], resources: string[]) => ({
    serviceAccountName: 'db',
    rules: [{ verbs: ['get'], apiGroups, resources }],
  });
  expect(readsOlm(registry({ permissions: [rule([''], ['operatorconditions'])] }), 'ops')).toEqual([]);
  const bundle = registry({
    permissions: [rule(['operators.coreos.com'], ['operatorconditions', 'operatorconditions/status'])],
    clusterPermissions: [rule(['', 'operators.coreos.com'], ['clusterserviceversions'])],
  });
  expect(readsOlm(bundle, 'ops')).toMatchObject([
    {
      id: 'reads-olm-objects',
      severity: 'warning',
      subject: { namespace: 'ops', name: 'db.v1.0.0' },
      message:
        'the operator asks for clusterserviceversions and operatorconditions of operators.coreos.com, which are not there without OLM: it can fail, or wait for ever',
    },
  ]);
});
