import { expect, it } from 'vitest';
import { namespacesIn } from '../../../src/repository/units/olm-namespaces.js';

it('the namespaces of objects of OLM are found', () => {
  const text = [
    'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: ops}\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: other}\n',
    'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a}\n',
  ].join('---\n');
  const file = { file: 'a.yaml', text: () => ({ text }), bytes: () => undefined };
  expect(namespacesIn({ name: 'a', files: [file], near: () => undefined })).toEqual(['ops']);
});
