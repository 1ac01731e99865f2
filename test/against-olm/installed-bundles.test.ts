/** Real bundles, installed without OLM in every mode that they support, and held against the schemas of an API server. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { objectKey } from '../../src/base/kubernetes/object.js';
import { supportedInstallModes } from '../../src/olm/model/csv-parts.js';
import { registryV1 } from '../../src/olm/model/registry-v1-of-bundle.js';
import { certManager } from '../../src/olm/render/certificates.js';
import { install } from '../../src/olm/render/install/generators.js';
import { DOCUMENTED_INSTALL } from '../../src/olm/render/install/rules.js';
import { misfitRefusals } from '../../src/olm/rules/install/misfits.js';
import { installRefusals } from '../../src/olm/rules/install/refusals.js';
import { describeWith, inShared, SHARED } from '../support/needs.js';
import { manifestsOf } from '../support/registry-v1.js';
import { OLM_INSTALL } from '../support/render.js';

const SCHEMA = join(SHARED, 'schema/kubernetes-1.32.json');
const NEEDS = ['schema/kubernetes-1.32.json', 'bundles', 'upgrades'].map(inShared);
const haveBundles = NEEDS.every(({ isThere }) => isThere);

const folders = haveBundles
  ? ['bundles', 'upgrades'].flatMap((of) =>
      readdirSync(join(SHARED, of), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .flatMap(({ name }) => readdirSync(join(SHARED, of, name)).map((version) => join(of, name, version))),
    )
  : [];

const TARGETS: Readonly<Record<string, string[]>> = {
  OwnNamespace: ['op'],
  SingleNamespace: ['t1'],
  MultiNamespace: ['t1', 't2'],
  AllNamespaces: [''],
};

const OLD_CRD = 'no cluster since Kubernetes 1.22 takes a CRD of this version';
const UNKNOWN = 'Kubernetes does not know the field';

/** Why bundles are refused: what Kubernetes does not accept. */
const REFUSED: Readonly<Record<string, string[]>> = {
  'bundles/cockroachdb/2.1.1': [OLD_CRD],
  'bundles/dynatrace-operator/0.7.1': [`${UNKNOWN} containers`],
  'bundles/multicluster-operators-subscription/0.4.1': ['defaultMode', 'secretName', 'items'].map((field) => `${UNKNOWN} ${field}`),
  'upgrades/jaeger/1.11.0': [OLD_CRD],
  'upgrades/strimzi-kafka-operator/0.11.0': [OLD_CRD],
};

/** A CSV without Deployments, beside no other manifests. */
const EMPTY = 'bundles/gitlab-operator-kubernetes/2.2.3';

interface Schema {
  readonly kinds: Readonly<Record<string, string>>;
  readonly $defs: Readonly<Record<string, object>>;
}

describeWith(NEEDS, 'real bundles without OLM', () => {
  const { kinds, $defs } = (haveBundles ? JSON.parse(readFileSync(SCHEMA, 'utf8')) : { kinds: {}, $defs: {} }) as Schema;
  const ajv = new Ajv({ strict: false, validateFormats: false, schemas: [{ $id: 'k8s', $defs }] });

  it.each(folders)('%s is refused for what Kubernetes does not accept, or installed in each mode and profile', (folder) => {
    const { bundle, misfits } = registryV1(manifestsOf(join(SHARED, folder)));
    const refusals = [...misfitRefusals(misfits), ...installRefusals(bundle)];
    expect([...new Set(refusals.map(({ message }) => message))]).toEqual(REFUSED[folder] ?? []);
    for (const mode of supportedInstallModes(bundle.csv)) {
      for (const rules of [DOCUMENTED_INSTALL, OLM_INSTALL]) {
        const targets = TARGETS[mode] ?? [];
        const made = install({ bundle, namespace: 'op', group: { name: 'og', targets }, certificates: certManager() }, rules);
        const wrong = made.flatMap(({ object }) => {
          const schema = kinds[`${object.apiVersion} ${object.kind}`];
          const validate = schema && ajv.getSchema(`k8s${schema}`);
          const plain = JSON.parse(JSON.stringify(object, (_key, value) => (typeof value === 'bigint' ? Number(value) : value)));
          return !validate || validate(plain) ? [] : [`${objectKey(object)}: ${ajv.errorsText(validate.errors)}`];
        });
        expect(wrong, `${mode} ${rules === OLM_INSTALL ? 'olm' : 'documented'}`).toEqual([]);
        expect(made.length > 0).toBe(folder !== EMPTY);
      }
    }
  });
});
