import { describe, expect, it } from 'vitest';
import { deploymentNamesAreSubdomains, deploymentNamesAreUnique } from '../../../src/rules/v1/deployments.js';
import { deployment, registry } from '../../support/registry.js';

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
