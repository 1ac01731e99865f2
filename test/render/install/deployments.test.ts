import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DeploymentSpec } from '../../../src/kubernetes/deployment.js';
import type { KubernetesObject } from '../../../src/kubernetes/object.js';
import { typed } from '../../../src/kubernetes/typed/typed.js';
import { deploymentConfig } from '../../../src/model/deployment-config.js';
import { deployments } from '../../../src/render/install/deployments.js';
import { DOCUMENTED_INSTALL } from '../../../src/render/install/documented-rules.js';
import { comparable } from '../../support/installed.js';
import { installation, registry } from '../../support/registry.js';
import { OLM_INSTALL } from '../../support/render.js';

interface Case {
  readonly name: string;
  readonly config: unknown;
  readonly proxy: Record<string, string>;
  readonly deployment: KubernetesObject;
  readonly expected: KubernetesObject;
}

const CASES = JSON.parse(readFileSync(join(import.meta.dirname, '../../golden/install/overrides.json'), 'utf8')) as Case[];

/** What OLM's overrides alone do: the annotations of the Deployment are the bundle's, which no bundle can say. */
function overridden({ config, proxy, deployment }: Case): KubernetesObject {
  const spec = typed<DeploymentSpec>('DeploymentSpec', deployment.spec).value;
  const [installed] = deployments({
    ...installation(registry({ deployments: [{ name: 'db', spec }] }), 'ops'),
    rules: { ...OLM_INSTALL, labels: () => ({}), podAnnotations: () => spec.template?.metadata?.annotations ?? {} },
    config: deploymentConfig(config).config,
    proxy: {
      ...(proxy.HTTP_PROXY ? { httpProxy: proxy.HTTP_PROXY } : {}),
      ...(proxy.HTTPS_PROXY ? { httpsProxy: proxy.HTTPS_PROXY } : {}),
      ...(proxy.NO_PROXY ? { noProxy: proxy.NO_PROXY } : {}),
    },
  });
  if (!installed) throw new Error('no Deployment');
  const { metadata, ...rest } = installed.object;
  const { revisionHistoryLimit: _, ...kept } = rest.spec as Record<string, unknown>;
  const annotations = { ...metadata.annotations, ...deployment.metadata.annotations };
  return { ...rest, metadata: { ...metadata, annotations }, spec: kept } as KubernetesObject;
}

describe('a Deployment with the settings of a Subscription', () => {
  it('is there to be compared', () => expect(CASES).toHaveLength(21));

  it.each(CASES.map((wanted): [string, Case] => [wanted.name, wanted]))('is what OLM v0 makes of it: %s', (_, wanted) => {
    const { revisionHistoryLimit: __, ...spec } = wanted.expected.spec as Record<string, unknown>;
    expect(comparable([overridden(wanted)])).toEqual(comparable([{ ...wanted.expected, spec } as KubernetesObject]));
  });
});

describe('a Deployment without OLM', () => {
  const spec: DeploymentSpec = {
    template: {
      metadata: { annotations: { own: 'template', both: 'template' } },
      spec: {
        containers: [{ name: 'a', env: [{ name: 'V', valueFrom: { fieldRef: { fieldPath: "metadata.annotations['both']" } } }] }],
      },
    },
  };
  const annotations = { both: 'csv', 'alm-examples': '[]' };
  const bundle = registry({ deployments: [{ name: 'db', label: { part: 'db' }, spec }], annotations });

  it('has the annotations of the CSV that its pods read, and those of its group', () => {
    const [made] = deployments({ ...installation(bundle, 'ops', ['a', 'b']), rules: DOCUMENTED_INSTALL });
    expect(made?.object).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'db', namespace: 'ops', labels: { part: 'db' } },
      spec: {
        revisionHistoryLimit: 1,
        template: {
          metadata: {
            annotations: {
              own: 'template',
              both: 'csv',
              'olm.operatorGroup': 'og',
              'olm.operatorNamespace': 'ops',
              'olm.targetNamespaces': 'a,b',
            },
          },
          spec: spec.template?.spec,
        },
      },
    });
    expect(made?.field).toEqual(['spec', 'install', 'spec', 'deployments', 0]);
  });

  it('has all of them, OLM’s labels and the name of its OperatorCondition in the profile olm', () => {
    const [made] = deployments({ ...installation(bundle, 'ops', ['a', 'b']), rules: OLM_INSTALL });
    expect(made?.object.metadata.labels).toEqual({
      part: 'db',
      'olm.managed': 'true',
      'olm.owner': 'db.v1.0.0',
      'olm.owner.kind': 'ClusterServiceVersion',
      'olm.owner.namespace': 'ops',
    });
    const template = (made?.object.spec as DeploymentSpec | undefined)?.template;
    expect(template?.metadata?.annotations).toMatchObject({ both: 'csv', 'alm-examples': '[]' });
    expect(template?.spec?.containers?.[0]?.env).toContainEqual({ name: 'OPERATOR_CONDITION_NAME', value: 'db.v1.0.0' });
  });
});
