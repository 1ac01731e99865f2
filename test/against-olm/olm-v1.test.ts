import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { deploymentConfig } from '../../src/olm/model/deployment-config.js';
import { certManagerV1, serviceCa } from '../../src/olm/render/certificates.js';
import { renderV1, v1Context } from '../../src/olm/render/v1/generators.js';
import { comparable } from '../support/installed.js';
import { registryV1Of } from '../support/registry-v1.js';

const FOLDER = join(import.meta.dirname, '../golden/install');
const PROVIDERS = { 'cert-manager': certManagerV1, 'service-ca': serviceCa, none: undefined };

interface Case {
  readonly bundle: string;
  readonly namespace: string;
  readonly watch: string[] | null;
  readonly certificates: keyof typeof PROVIDERS;
  readonly deploymentConfig: unknown;
  readonly objects?: KubernetesObject[];
  readonly error?: string;
}

const CASES = JSON.parse(readFileSync(join(FOLDER, 'cases.json'), 'utf8')) as Case[];

function render(wanted: Case) {
  const certificates = PROVIDERS[wanted.certificates];
  const admitted = v1Context({
    bundle: registryV1Of(join(FOLDER, 'bundles', wanted.bundle)),
    installNamespace: wanted.namespace,
    ...(wanted.watch ? { targetNamespaces: wanted.watch } : {}),
    ...(certificates ? { certificates } : {}),
    ...(wanted.deploymentConfig ? { config: deploymentConfig(wanted.deploymentConfig).config } : {}),
  });
  return 'context' in admitted ? { objects: renderV1(admitted.context) } : admitted;
}

describe('what OLM v1’s own renderer made of a bundle', () => {
  it('is there to be compared', () => expect(CASES).toHaveLength(29));

  it.each(
    CASES.map((wanted): [string, Case] => [
      `${wanted.bundle}, ${wanted.watch ?? 'default targets'}, ${wanted.certificates}, ${JSON.stringify(wanted.deploymentConfig)}`,
      wanted,
    ]),
  )('is made here too: %s', (_, wanted) => {
    const rendered = render(wanted);
    if (wanted.error !== undefined) expect(rendered).toEqual({ refusal: wanted.error });
    else expect('objects' in rendered && comparable(rendered.objects)).toEqual(comparable(wanted.objects ?? []));
  });
});
