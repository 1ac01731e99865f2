import { describe, expect, it } from 'vitest';
import { sortedOnce } from '../../../../src/base/kubernetes/object.js';
import {
  conversionIsForAllNamespaces,
  conversionIsUnique,
  convertedCrdsAreOwned,
  crdNamesAreUnique,
  deploymentNamesAreSubdomains,
  deploymentNamesAreUnique,
  duplicates,
  manifestKindsAreSupported,
  ownedCrdsAreThere,
  packageNameIsThere,
  subdomainErrors,
  unconvertible,
  webhookDeploymentsAreThere,
  webhookNamesAreSubdomains,
  webhookNamesAreUnique,
  webhookRulesAreAllowed,
} from '../../../../src/olm/rules/v1/validators.js';
import { crd, deployment, registry, webhook } from '../../../support/registry.js';

const conversion = (generateName: string, ...conversionCRDs: string[]) =>
  webhook({ generateName, type: 'ConversionWebhook', conversionCRDs });

describe('conversion webhooks that OLM v1 refuses', () => {
  it('are of an operator that can be installed for single namespaces', () => {
    expect(conversionIsForAllNamespaces(registry({ modes: ['AllNamespaces'], webhooks: [conversion('c')] }))).toEqual([]);
    expect(conversionIsForAllNamespaces(registry({ webhooks: [webhook(), conversion('c')] }))).toEqual([
      'bundle contains conversion webhook "c" and supports install modes [AllNamespaces OwnNamespace] - conversion webhooks are only supported for bundles that only support AllNamespaces install mode',
    ]);
    expect(conversionIsForAllNamespaces(registry({ modes: [], webhooks: [webhook()] }))).toEqual([]);
  });

  it('convert a CRD that another converts', () => {
    expect(conversionIsUnique(registry({ webhooks: [conversion('b', 'x', 'y'), conversion('a', 'y', 'z')] }))).toEqual([
      "conversion webhooks [a,b] reference same custom resource definition 'y'",
    ]);
  });

  it('convert a CRD that the operator does not own', () => {
    const webhooks = [conversion('b', 'x', 'a'), conversion('a', 'o')];
    expect(convertedCrdsAreOwned(registry({ webhooks, ownedCRDs: [{ name: 'o' }] }))).toEqual([
      "conversion webhook 'b' references custom resource definition 'a' not owned bundle",
      "conversion webhook 'b' references custom resource definition 'x' not owned bundle",
    ]);
  });

  it('convert a CRD that preserves unknown fields', () => {
    const crds = [crd('x', { preserveUnknownFields: true }), crd('y')];
    expect(unconvertible(registry({ crds, webhooks: [conversion('c', 'y')] }))).toBeUndefined();
    expect(unconvertible(registry({ crds, webhooks: [conversion('c', 'x')] }))).toBe(
      "custom resource definition 'x' must have .spec.preserveUnknownFields set to false to let API Server call webhook to do the conversion",
    );
  });
});

describe('CRDs that OLM v1 refuses', () => {
  it('are two of one name', () => {
    expect(crdNamesAreUnique(registry({ crds: [crd('a'), crd('b')] }))).toEqual([]);
    expect(crdNamesAreUnique(registry({ crds: [crd('a'), crd('b'), crd('a')] }))).toEqual([
      "bundle contains duplicate custom resource definition 'a'",
    ]);
  });

  it('are owned but not there', () => {
    const ownedCRDs = [{ name: 'z' }, { name: 'a' }, { name: 'y' }, { name: 'z' }];
    expect(ownedCrdsAreThere(registry({ crds: [crd('a')], ownedCRDs }))).toEqual([
      "cluster service definition references owned custom resource definition 'y' not found in bundle",
      "cluster service definition references owned custom resource definition 'z' not found in bundle",
    ]);
  });
});

const bundle = (...names: string[]) => registry({ deployments: names.map(deployment) });

describe('Deployments that OLM v1 refuses', () => {
  it('are two of one name', () => {
    expect(deploymentNamesAreUnique(bundle('b', 'a'))).toEqual([]);
    expect(deploymentNamesAreUnique(bundle('b', 'a', 'b', 'a', 'b'))).toEqual([
      "cluster service version contains duplicate strategy deployment spec 'a'",
      "cluster service version contains duplicate strategy deployment spec 'b'",
    ]);
  });

  it('have a name that Kubernetes does not accept', () => {
    expect(deploymentNamesAreSubdomains(bundle('a.b'))).toEqual([]);
    expect(deploymentNamesAreSubdomains(bundle('B', 'B', ''))).toEqual([
      expect.stringMatching(/^invalid cluster service version strategy deployment name '': a lowercase RFC 1123 subdomain/),
      expect.stringMatching(/^invalid cluster service version strategy deployment name 'B': a lowercase RFC 1123 subdomain/),
    ]);
  });
});

it('OLM v1 refuses manifests of other kinds, in the bundle’s order', () => {
  const others = ['Namespace', 'ConfigMap', 'Job'].map((kind) => ({ apiVersion: 'v1', kind, metadata: { name: 'n' } }));
  expect(manifestKindsAreSupported(registry({ others }))).toEqual([
    'unsupported resource "n" with kind "Namespace"',
    'unsupported resource "n" with kind "Job"',
  ]);
});

it('OLM v1 refuses a bundle whose package has no name', () => {
  expect(packageNameIsThere(registry())).toEqual([]);
  expect(packageNameIsThere(registry({ packageName: '' }))).toEqual(['package name is empty']);
});

describe('what validators share', () => {
  it('names what is there more than once, each once, in byte order', () => {
    expect(duplicates(['b', 'a', 'b', 'Z', 'a', 'b', 'Z', 'c'])).toEqual(['Z', 'a', 'b']);
    expect(sortedOnce(['b', 'a', 'b'])).toEqual(['a', 'b']);
  });

  it('says what is wrong with a name, both things of a long one', () => {
    expect(subdomainErrors('a.b-c')).toEqual([]);
    expect(subdomainErrors('')).toHaveLength(1);
    expect(subdomainErrors('a'.repeat(254))).toEqual(['must be no more than 253 characters']);
    expect(subdomainErrors(`${'a'.repeat(254)}_`)).toHaveLength(2);
  });
});

const refused = (apiGroups: string[], resources: string[], type = 'ValidatingAdmissionWebhook') =>
  webhookRulesAreAllowed(registry({ webhooks: [webhook({ generateName: 'w', type, rules: [{ apiGroups, resources }] })] }));

const PREFIX = 'webhook "w" contains forbidden rule: admission webhook rules cannot reference ';

describe('webhook rules that OLM v1 refuses', () => {
  it('reach all groups or OLM’s', () => {
    expect(refused(['olm.operatorframework.io', '*', 'apps'], ['*'])).toEqual([
      `${PREFIX}API group "olm.operatorframework.io"`,
      `${PREFIX}API group "*"`,
    ]);
  });

  it('reach other webhooks, in any case', () => {
    expect(
      refused(['admissionregistration.k8s.io'], ['ValidatingWebhookConfiguration', 'mutatingwebhookconfigurations', 'x', '*']),
    ).toEqual([
      `${PREFIX}resource "ValidatingWebhookConfiguration" for API group "admissionregistration.k8s.io"`,
      `${PREFIX}resource "mutatingwebhookconfigurations" for API group "admissionregistration.k8s.io"`,
      `${PREFIX}resource "*" for API group "admissionregistration.k8s.io"`,
    ]);
  });

  it('are none of conversion webhooks, nor of v0’s group', () => {
    expect(refused(['*'], ['*'], 'ConversionWebhook')).toEqual([]);
    expect(refused(['operators.coreos.com'], ['*'])).toEqual([]);
  });
});

describe('webhook definitions that OLM v1 refuses', () => {
  it('name a Deployment that is not there: by Deployment, type and name', () => {
    const webhooks = [
      webhook({ deploymentName: 'z', generateName: 'b' }),
      webhook({ deploymentName: 'z', generateName: 'a' }),
      webhook({ deploymentName: 'z', generateName: 'c', type: 'MutatingAdmissionWebhook' }),
      webhook(),
      webhook({ deploymentName: 'y' }),
    ];
    expect(webhookDeploymentsAreThere(registry({ deployments: [deployment()], webhooks }))).toEqual([
      "webhook of type 'ValidatingAdmissionWebhook' with name 'vdb.kb.io' references non-existent deployment 'y'",
      "webhook of type 'MutatingAdmissionWebhook' with name 'c' references non-existent deployment 'z'",
      "webhook of type 'ValidatingAdmissionWebhook' with name 'a' references non-existent deployment 'z'",
      "webhook of type 'ValidatingAdmissionWebhook' with name 'b' references non-existent deployment 'z'",
    ]);
  });

  it('share a name with another of their type, but not of another', () => {
    const mutating = webhook({ type: 'MutatingAdmissionWebhook' });
    expect(webhookNamesAreUnique(registry({ webhooks: [webhook(), mutating] }))).toEqual([]);
    expect(webhookNamesAreUnique(registry({ webhooks: [webhook(), mutating, webhook(), mutating] }))).toEqual([
      "duplicate webhook 'vdb.kb.io' of type 'MutatingAdmissionWebhook'",
      "duplicate webhook 'vdb.kb.io' of type 'ValidatingAdmissionWebhook'",
    ]);
  });

  it('have a name that Kubernetes does not accept, with a - at its end for one', () => {
    expect(webhookNamesAreSubdomains(registry({ webhooks: [webhook(), webhook({ generateName: 'a-' })] }))).toEqual([
      expect.stringMatching(/^webhook of type 'ValidatingAdmissionWebhook' has invalid name 'a-': a lowercase/),
    ]);
  });
});
