/** What we make of real bundles, beside what OLM v1's own renderer makes of them, where that renderer is at hand. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../src/kubernetes/object.js';
import { deploymentConfig } from '../src/model/deployment-config.js';
import type { RegistryV1 } from '../src/model/registry-v1.js';
import { certManagerV1 } from '../src/render/certificates/cert-manager.js';
import { serviceCa } from '../src/render/certificates/service-ca.js';
import { renderV1 } from '../src/render/v1/index.js';
import { GO_ENV } from './support/go-tools.js';
import { comparable } from './support/installed.js';
import { registryV1Of } from './support/registry-v1.js';

const SHARED = process.env.CDK8S_OLM_SHARED ?? join(import.meta.dirname, '../../shared');
const RUN = join(SHARED, 'real/run');
const haveRenderer = existsSync(RUN);

/** Without it, OLM v1 has no package name and reads no bundle. */
const isDescribed = (folder: string): boolean => existsSync(join(folder, 'metadata/annotations.yaml'));

const folders = haveRenderer
  ? ['bundles', 'upgrades'].flatMap((of) =>
      readdirSync(join(SHARED, of), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .flatMap(({ name }) => readdirSync(join(SHARED, of, name)).map((version) => join(SHARED, of, name, version))),
    )
  : [];

/** Parsing takes longest, so it is done once. */
const bundles = new Map(folders.filter(isDescribed).map((folder) => [folder, registryV1Of(folder)]));

const PROVIDERS = { 'cert-manager': certManagerV1, 'service-ca': serviceCa, none: undefined };

interface Setting {
  readonly watch: readonly string[];
  readonly certs: keyof typeof PROVIDERS;
  readonly config?: Readonly<Record<string, unknown>>;
}

const EVERYTHING = {
  env: [
    { name: 'A', value: 'a' },
    { name: 'WATCH_NAMESPACE', value: 'b' },
  ],
  envFrom: [{ secretRef: { name: 's' } }],
  volumes: [{ name: 'webhook-cert', emptyDir: {} }],
  volumeMounts: [{ name: 'webhook-cert', mountPath: '/tmp' }],
  tolerations: [{ key: 'k', operator: 'Exists' }],
  resources: { limits: { cpu: '1000m' } },
  nodeSelector: { n: '1' },
  affinity: { nodeAffinity: {}, podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
  annotations: { new: 'x', capabilities: 'y' },
};

const SETTINGS: readonly Setting[] = [
  { watch: [], certs: 'cert-manager' },
  { watch: ['op'], certs: 'none' },
  { watch: ['t1'], certs: 'service-ca' },
  { watch: ['t2', 't1'], certs: 'cert-manager' },
  { watch: ['op', 't1'], certs: 'none' },
  { watch: ['', 't1'], certs: 'none' },
  { watch: [], certs: 'none', config: EVERYTHING },
  { watch: ['op'], certs: 'cert-manager', config: { affinity: {}, resources: {}, nodeSelector: {} } },
];

/** Answers of the renderer, one for each bundle. */
function askOlm(setting: Setting): { objects?: KubernetesObject[]; error?: string }[] {
  const input = folders.map((bundle) => `${JSON.stringify({ id: bundle, bundle, namespace: 'op', ...setting })}\n`).join('');
  const { stdout } = spawnSync(RUN, ['olmv1-render'], { input, encoding: 'utf8', maxBuffer: 1 << 30, env: GO_ENV });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { objects?: KubernetesObject[]; error?: string });
}

function renderHere(bundle: RegistryV1, { watch, certs, config }: Setting): ReturnType<typeof renderV1> {
  const certificates = PROVIDERS[certs];
  return renderV1({
    bundle,
    installNamespace: 'op',
    targetNamespaces: watch,
    ...(certificates ? { certificates } : {}),
    ...(config ? { config: deploymentConfig(config).config } : {}),
  });
}

describe.skipIf(!haveRenderer)('real bundles, beside OLM v1’s own renderer', () => {
  it.each(SETTINGS)('give equal objects and equal refusals: %j', (setting) => {
    const answers = askOlm(setting);
    expect(answers).toHaveLength(folders.length);
    for (const [index, folder] of folders.entries()) {
      const { objects = [], error } = answers[index] ?? {};
      const bundle = bundles.get(folder);
      const rendered = bundle && renderHere(bundle, setting);
      if (!rendered) expect(error).toContain('annotations.yaml: no such file');
      else if (error !== undefined) expect(rendered, folder).toEqual({ refusal: error });
      else expect('objects' in rendered && comparable(rendered.objects), folder).toEqual(comparable(objects));
    }
  });
});
