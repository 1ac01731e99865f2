import { describe, expect, it } from 'vitest';
import { webhookInstallation } from '../../../src/olm/rules/install-rules.js';
import { type CsvFields, clusterOf, crd, csv } from '../../support/build.js';
import { runRule } from '../../support/run-rule.js';

const FOO = 'Foo.v1.example.com';
const ALL = ['AllNamespaces'];

function message(webhook: Readonly<Record<string, unknown>>, fields: CsvFields = {}): string | undefined {
  const webhookdefinitions = [{ generateName: 'hook', deploymentName: 'manager', ...webhook }];
  const given = csv('op/foo', { owns: [FOO], modes: ALL, deployments: ['manager'], spec: { webhookdefinitions }, ...fields });
  return runRule(webhookInstallation, clusterOf(given, crd('Bar.v1.example.com')))['op/foo']?.verdict?.message;
}

const conversion = (...conversionCRDs: string[]) => ({ type: 'ConversionWebhook', conversionCRDs });

describe('a webhook that OLM never comes to install', () => {
  it('names a Deployment that is not the own', () => {
    expect(message({ deploymentName: 'unknown' })).toBe('calculated deployment install is bad');
  });

  it('converts for an operator that does not support all namespaces alone', () => {
    expect(message(conversion('foos.example.com'), { modes: ['OwnNamespace', 'AllNamespaces'] })).toContain(
      'must support only AllNamespaces',
    );
  });

  it('converts no CRD, one that is not there, or one of another CSV', () => {
    expect(message(conversion())).toContain('at least one CRD');
    expect(message(conversion('bazs.example.com'))).toContain('"bazs.example.com" not found');
    expect(message(conversion('bars.example.com'))).toContain('does not own CRD bars.example.com');
  });
});

it('installs the others', () => {
  expect(message({})).toBeUndefined();
  expect(message(conversion('foos.example.com'))).toBeUndefined();
});
