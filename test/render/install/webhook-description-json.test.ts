import { expect, it } from 'vitest';
import { goWebhookDescription } from '../../../src/render/install/webhook-description-json.js';
import { webhook } from '../../support/registry.js';

it('a webhook definition is written as Go writes it', () => {
  const {
    containerPort: _,
    admissionReviewVersions: __,
    ...definition
  } = webhook({
    webhookPath: '/a?b=<c>',
    rules: [{ resources: ['x'], apiGroups: ['g'], operations: ['CREATE'] }],
    objectSelector: { matchExpressions: [{ key: 'k', operator: 'Exists' }], matchLabels: { b: '1', a: '2' } },
  });
  expect(goWebhookDescription(definition)).toBe(
    '{"generateName":"vdb.kb.io","type":"ValidatingAdmissionWebhook","deploymentName":"db","containerPort":443,"targetPort":9443,' +
      '"rules":[{"operations":["CREATE"],"apiGroups":["g"],"resources":["x"]}],' +
      '"objectSelector":{"matchLabels":{"a":"2","b":"1"},"matchExpressions":[{"key":"k","operator":"Exists"}]},' +
      '"admissionReviewVersions":null,"webhookPath":"/a?b=\\u003cc\\u003e"}',
  );
});
