import { describe, expect, it } from 'vitest';
import { goJson } from '../../../src/base/kubernetes/go-json.js';
import { webhook } from '../../support/registry.js';

describe('JSON as Go writes it', () => {
  it('has the fields of a type in its order, without those that say nothing', () => {
    expect(goJson([{ resources: ['pods'], nonResourceURLs: [], apiGroups: [''] }], 'PolicyRule')).toBe(
      '[{"verbs":null,"apiGroups":[""],"resources":["pods"]}]',
    );
    const {
      containerPort: _,
      admissionReviewVersions: __,
      ...definition
    } = webhook({
      webhookPath: '/a?b=<c>',
      rules: [{ resources: ['x'], apiGroups: ['g'], operations: ['CREATE'] }],
      objectSelector: { matchExpressions: [{ key: 'k', operator: 'Exists' }], matchLabels: { b: '1', a: '2' } },
    });
    expect(goJson({ ...definition, containerPort: 443 }, 'WebhookDescription')).toBe(
      '{"generateName":"vdb.kb.io","type":"ValidatingAdmissionWebhook","deploymentName":"db","containerPort":443,"targetPort":9443,' +
        '"rules":[{"operations":["CREATE"],"apiGroups":["g"],"resources":["x"]}],' +
        '"objectSelector":{"matchLabels":{"a":"2","b":"1"},"matchExpressions":[{"key":"k","operator":"Exists"}]},' +
        '"admissionReviewVersions":null,"webhookPath":"/a?b=\\u003cc\\u003e"}',
    );
  });

  it('has the keys of any other mapping in byte order', () => {
    expect(goJson({ b: [1n, null, true], a: { ä: '\u2028', Z: '&' } })).toBe('{"a":{"Z":"\\u0026","ä":"\\u2028"},"b":[1,null,true]}');
  });
});
