import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../../src/base/kubernetes/object.js';
import { namespace } from '../../../../support/build.js';
import { bundleFiles } from '../../../../support/bundle-files.js';
import { cli, manifests } from '../../../../support/command-line.js';
import { crdOf, field } from '../../../../support/crd-pairs.js';
import { folderOf } from '../../../../support/files.js';
import { installing } from '../../../../support/installing.js';
import { validatorOf } from '../../../../support/output-schema.js';

const text = { type: 'string' };
const folder = (schema: Record<string, unknown>) => folderOf(installing({ fields: { others: [crdOf({ v1: field(schema) })] } }));

interface Changed {
  readonly id: string;
  readonly severity: string;
  readonly message: string;
}

function changes(before: Record<string, unknown>, after: Record<string, unknown>): Changed[] {
  const { out } = cli(['review', folder(before), folder(after), '--format', 'json']);
  return (JSON.parse(out) as { findings: { new: Changed[] } }).findings.new.filter(({ id }) => id === 'crd-changed');
}

describe('a CRD of a bundle', () => {
  it('that breaks stored objects is an error', () => {
    expect(changes(text, { type: 'integer' })).toMatchObject([
      {
        severity: 'error',
        message: 'may break stored objects or clients, and OLM v1 would refuse it: spec.x of v1: type "string" → "integer"',
      },
    ]);
  });

  it('that drops what no property names, or refuses more, is a warning', () => {
    const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    expect(changes(open, { type: 'object' })).toMatchObject([
      {
        severity: 'warning',
        message:
          'may break stored objects or clients, and OLM v1 would refuse it: spec.x of v1: x-kubernetes-preserve-unknown-fields true → none: objects lose the fields that the schema does not name',
      },
    ]);
    const checked = { ...text, 'x-kubernetes-validations': [{ rule: 'self == "a"' }] };
    expect(changes(text, checked)).toMatchObject([{ severity: 'warning' }]);
    expect(changes(checked, text)).toMatchObject([{ severity: 'info' }]);
    expect(changes({ 'x-kubernetes-int-or-string': true }, {})).toMatchObject([{ severity: 'warning' }]);
  });

  it('that only OLM v1 minds is a note', () => {
    expect(changes(text, { ...text, default: 'a' })).toMatchObject([
      {
        severity: 'info',
        message:
          'makes no stored object invalid, but OLM v1 would refuse it: spec.x of v1: default none → "a": objects without it are read with the new value',
      },
    ]);
    expect(changes(text, text)).toEqual([]);
  });
});

describe('a CRD that nothing checks', () => {
  const v1beta1 = (more: Record<string, unknown>): KubernetesObject =>
    ({
      ...crdOf({}),
      apiVersion: 'apiextensions.k8s.io/v1beta1',
      spec: { ...(crdOf({}).spec as object), version: 'v1', versions: [{ name: 'v1', served: true, storage: true }], ...more },
    }) as KubernetesObject;
  const reviewed = (before: KubernetesObject, after: KubernetesObject): [string, string[]] => {
    const of = (crd: KubernetesObject) => folderOf(installing({ fields: { others: [crd], spec: { customresourcedefinitions: {} } } }));
    const { out } = cli(['review', of(before), of(after), '--format', 'json']);
    const { summary, findings } = JSON.parse(out) as { summary: { headline: string }; findings: { new: Changed[] } };
    return [summary.headline, findings.new.map(({ id }) => id)];
  };

  it.each([
    ['in its columns', 'additionalPrinterColumns', [{ name: 'Age', JSONPath: '.a', type: 'date' }]],
    ['in its schema of v1beta1', 'validation', { openAPIV3Schema: { type: 'object', description: 'new' } }],
  ])('differs %s, and grants nothing', (_, field, value) => {
    const [headline, ids] = reviewed(v1beta1({}), v1beta1({ [field]: value }));
    expect(headline).toMatch(/^No new permissions/);
    expect(ids).toEqual(['crd-compatible']);
  });
});

describe('CRDs that come and go', () => {
  const crds = (before: readonly KubernetesObject[], after: readonly KubernetesObject[], of = withBundle, ...options: string[]) => {
    const { out } = cli(['review', of(before), of(after), '--format', 'json', ...options]);
    return (JSON.parse(out) as { findings: { new: Changed[] } }).findings.new
      .filter(({ id }) => id.startsWith('crd-') || id === 'object-not-reviewed')
      .map(({ id, severity, message }) => `${severity} ${id}: ${message}`);
  };
  const withBundle = (others: readonly KubernetesObject[]) =>
    folderOf(installing({ fields: { others, spec: { customresourcedefinitions: {} } } }));
  const alone = (objects: readonly KubernetesObject[]) => folderOf({ 'all.yaml': manifests(namespace('a'), ...objects) });
  const crd = crdOf({ v1: field(text) });

  it('add an API', () => {
    expect(crds([], [crd])).toEqual(['info crd-added: adds the API Database of db.example.com']);
  });

  it('are kept by OLM, and pruned by other tools with all of their objects', () => {
    const pruned = ['warning crd-removed: is removed: a tool that prunes it deletes all of its objects'];
    expect(crds([crd], [])).toEqual(['info crd-removed: is in no bundle any more: OLM leaves it and its objects in the cluster']);
    expect(crds([crd], [], alone)).toEqual(pruned);
    expect(crds([crd], [], withBundle, '--install')).toEqual(pruned);
  });

  it('are compatible where nothing but their versions differs, and every check passes', () => {
    const compatible = ['info crd-compatible: differs in its schemas, and passes every upgrade check'];
    const described = crdOf({ v1: field({ ...text, description: 'a' }) });
    expect(crds([crd], [described])).toEqual(compatible);
    const generated = {
      ...described,
      metadata: { ...described.metadata, annotations: { 'controller-gen.kubebuilder.io/version': 'v0.14.0' } },
    };
    expect(crds([crd], [generated])).toEqual(compatible);
  });

  it('fail programs that ask for a version that is no longer served, or is gone', () => {
    const told = ['error crd-changed: no longer serves v1alpha1: programs that ask for that version fail'];
    const both = { v1alpha1: field(text), v1: field(text) };
    expect(crds([crdOf(both)], [crdOf(both, {}, ['v1alpha1'])], alone)).toEqual(told);
    expect(crds([crdOf(both)], [crdOf({ v1: field(text) })], alone)).toEqual(told);
    expect(crds([crdOf(both, {}, ['v1alpha1'])], [crdOf({ v1: field(text) })], alone)).toEqual([
      'info object-not-reviewed: differs in spec.versions[v1alpha1]; the review does not cover this',
    ]);
  });

  it('store objects in another version', () => {
    const [v1, v2] = ['v1', 'v2'].map((name) => ({ name, served: true, schema: { openAPIV3Schema: field(text) } }));
    const stored = (name: string) => crdOf({}, { versions: [v1, v2].map((version) => ({ ...version, storage: version?.name === name })) });
    expect(crds([stored('v1')], [stored('v2')], alone)).toEqual(['info crd-changed: stores objects as v2 instead of v1']);
  });

  it('add a version, and say whether they serve it', () => {
    const version = (name: string, served = true) => ({ name, served, storage: name === 'v1', schema: { openAPIV3Schema: field(text) } });
    const having = (...versions: readonly object[]) => crdOf({}, { versions });
    expect(crds([having(version('v1'))], [having(version('v1'), version('v2'))], alone)).toEqual(['info crd-changed: adds the version v2']);
    expect(crds([having(version('v1'))], [having(version('v1'), version('v2', false))], alone)).toEqual([
      'info crd-changed: adds the version v2, which it does not serve',
    ]);
    const { versions: _, ...older } = having().spec as Record<string, unknown>;
    const single = { ...having(), apiVersion: 'apiextensions.k8s.io/v1beta1', spec: { ...older, version: 'v1' } };
    expect(crds([single], [having(version('v1'))], alone).join()).not.toContain('adds the version');
  });

  it('lose what clients and the operator write to', () => {
    const having = (subresources: object) =>
      crdOf({}, { versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: field(text) }, subresources }] });
    expect(crds([having({ status: {}, scale: {} })], [having({})], alone)).toEqual([
      'warning crd-changed: v1 no longer has the subresource status and scale: programs that ask for it fail, and anyone who can write objects can write their status',
    ]);
    expect(crds([having({})], [having({ status: {} })], alone)).toEqual([
      'info crd-changed: v1 has the subresource status: writes of the whole object leave the status as it is',
    ]);
  });

  it('may lose what another version does not name, where no webhook converts any more', () => {
    const webhook = crdOf({ v1: field(text) }, { conversion: { strategy: 'Webhook' } });
    expect(crds([webhook], [crd], alone)).toContain(
      'warning crd-changed: no longer converts by webhook: objects lose fields that another version does not have',
    );
    expect(crds([crd], [crdOf({ v1: field(text) }, { conversion: { strategy: 'None' } })], alone).join()).not.toContain('convert');
  });

  it('are refused by the API server with another kind, and drop unknown fields that were kept', () => {
    const kind = crdOf({ v1: field(text) }, { names: { plural: 'databases', kind: 'Db' } });
    expect(crds([crd], [kind], alone)).toEqual([
      'error crd-changed: renames its kind: the API server refuses it as long as the CRD exists',
    ]);
    const keeping = crdOf({ v1: field(text) }, { preserveUnknownFields: true });
    expect(crds([keeping], [crd], alone)).toEqual([
      'warning crd-changed: no longer keeps unknown fields: objects lose fields that are not in the schema',
    ]);
  });

  it('tell fields that can no longer be selected by, and versions that are deprecated', () => {
    const having = (more: object) =>
      crdOf({}, { versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: field(text) }, ...more }] });
    expect(crds([having({ selectableFields: [{ jsonPath: '.spec.x' }] })], [having({})], alone)).toEqual([
      'warning crd-changed: objects of v1 can no longer be selected by .spec.x: programs that do so fail',
    ]);
    expect(crds([having({})], [having({ deprecated: true })], alone)).toEqual(['info crd-changed: v1 is deprecated: clients are warned']);
  });

  it('are compared by their schemas where anything else differs, too', () => {
    const described = crdOf(
      { v1: field({ ...text, description: 'a' }) },
      { names: { plural: 'databases', kind: 'Database', categories: ['all'] } },
    );
    expect(crds([crd], [described], alone)).toEqual(['info crd-compatible: differs in its schemas, and passes every upgrade check']);
  });
});

describe('check --previous', () => {
  const validate = validatorOf('check');
  const check = (...options: string[]) => cli(['check', folder({ type: 'integer' }), '--previous', folder(text), ...options]);

  it('gives the verdict of each check, and fails for what breaks', () => {
    const { code, out } = check();
    expect(code).toBe(1);
    expect(out).toContain(`OLM v1 would refuse the upgrade of the CRD databases.db.example.com:
  error    type  v1.^.spec.x: type changed : "string" -> "integer"
`);
    expect(check('--fail-on', 'never').code).toBe(0);
    expect(out).toContain('1 CRD compared, OLM v1 would refuse 1\n');
    const json: unknown = JSON.parse(check('--format', 'json').out);
    expect([validate(json), validate.errors]).toEqual([true, null]);
    expect(json).toMatchObject({
      crdUpgrades: [{ crd: 'databases.db.example.com', verdicts: [{ check: 'type', severity: 'error', version: 'v1', path: '^.spec.x' }] }],
    });
  });

  it('compares two versions of a bundle, or CRDs alone, without a cluster around them', () => {
    const bundle = (schema: Record<string, unknown>) => folderOf(bundleFiles('db/1.0.0', { others: [crdOf({ v1: field(schema) })] }));
    const crds = (schema: Record<string, unknown>) => folderOf({ 'crd.yaml': manifests(crdOf({ v1: field(schema) })) });
    for (const of of [bundle, crds]) {
      const { code, out, err } = cli(['check', of({ type: 'integer' }), '--previous', of(text)]);
      expect({ code, err }).toEqual({ code: 1, err: '' });
      expect(out).toContain('OLM v1 would refuse the upgrade of the CRD databases.db.example.com');
    }
    const empty = folderOf({ 'cluster.yaml': manifests(namespace('a')) });
    expect(cli(['check', crds(text), '--previous', empty])).toMatchObject({
      code: 0,
      out: expect.stringContaining('no CRD is in both states, so none was compared'),
    });
  });

  it('refuses CRDs alone without an older state', () => {
    const alone = folderOf({ 'crd.yaml': manifests(crdOf({ v1: field(text) })) });
    expect(cli(['check', alone])).toMatchObject({ code: 2, err: expect.stringContaining('NO_MANIFESTS') });
  });

  it('reads a bundle folder as the older state, and refuses one that it cannot read', () => {
    const old = folderOf({ 'crd.yaml': manifests(crdOf({ v1: field(text) })) });
    expect(cli(['check', folder({ type: 'integer' }), '--previous', old]).code).toBe(1);
    expect(cli(['check', folder(text), '--previous', `${old}/none`]).code).toBe(2);
  });
});
