import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { KubernetesObject } from '../src/base/kubernetes/object.js';
import { parseDocuments } from '../src/base/manifest/parse.js';
import { cli } from './support/command-line.js';
import { contentOf, folderOf } from './support/files.js';
import { names } from './support/render.js';

function parsed(text: string): KubernetesObject[] {
  const { documents, problems } = parseDocuments({ file: 'out', text });
  expect(problems).toEqual([]);
  return documents.map(({ value }) => value as KubernetesObject);
}

describe('examples/tenants', () => {
  it('has no findings but that its CSVs need their CRDs: every operator runs', () => {
    const { code, out, err } = cli(['check', 'examples/tenants', '--fail-on', 'info', '--format', 'json']);
    // The example has CSVs alone, and no CRDs.
    expect({ code, err }).toEqual({ code: 1, err: '' });
    const { verdicts, findings, problems } = JSON.parse(out) as {
      verdicts: Record<string, string>[];
      findings: { id: string }[];
      problems: [];
    };
    expect({ ids: findings.map(({ id }) => id), problems }).toEqual({ ids: ['own-crds-absent'], problems: [] });
    expect(verdicts.map(({ namespace, name, operatorGroup, phase }) => [`${namespace}/${name}`, operatorGroup, phase])).toEqual([
      ['orders-operators/courier.v3.2.0', 'orders', 'Succeeded'],
      ['orders-operators/stonedb.v1.8.2', 'orders', 'Succeeded'],
      ['payments-operators/stonedb.v1.9.0', 'payments', 'Succeeded'],
      ['platform-monitoring/lookout.v2.4.1', 'monitoring', 'Succeeded'],
      ['platform-operators/ballast.v4.0.1', 'platform', 'Succeeded'],
      ['platform-operators/gatewarden.v0.9.3', 'platform', 'Succeeded'],
      ['platform-operators/sealwright.v1.16.0', 'platform', 'Succeeded'],
    ]);
  });

  describe('as manifests and as constructs', () => {
    let made:
      | Promise<Record<'asConstructs' | 'asManifests' | 'documented' | 'documentedManifests' | 'withoutOlm', Record<string, string>>>
      | undefined;

    /** The files of both ways, made once. */
    function bothWays(): NonNullable<typeof made> {
      made ??= (async () => {
        const synthesised = folderOf();
        const render = (...options: string[]): Record<string, string> => {
          const written = folderOf();
          expect(cli(['render', 'examples/tenants', '-o', written, ...options]).code).toBe(0);
          // The list of files is for kustomize; cdk8s leaves that to its user.
          const { '.cdk8s-olm': _, 'kustomization.yaml': __, ...files } = contentOf(written);
          return files;
        };
        const taken = (folder: string): Record<string, string> => {
          const files = contentOf(join(synthesised, folder));
          rmSync(join(synthesised, folder), { recursive: true });
          return files;
        };
        vi.stubEnv('CDK8S_OUTDIR', synthesised);
        await import('../src/main.js');
        vi.unstubAllEnvs();
        const [withoutOlm, documented] = [taken('without-olm'), taken('documented')];
        const [asManifests, documentedManifests] = [render(), render('--profile', 'documented')];
        return { asConstructs: contentOf(synthesised), asManifests, documented, documentedManifests, withoutOlm };
      })();
      return made;
    }

    it('gives the same files for the namespaces, to the byte', async () => {
      const { asConstructs, asManifests, documented, documentedManifests } = await bothWays();
      for (const [constructs, manifests, count] of [
        [asConstructs, asManifests, 8],
        [documented, documentedManifests, 7],
      ] as const) {
        const { 'access.k8s.yaml': _, 'cluster.k8s.yaml': __, ...namespaced } = constructs;
        const { 'cluster.k8s.yaml': ___, ...expected } = manifests;
        expect(Object.keys(namespaced)).toHaveLength(count);
        expect(namespaced).toEqual(expected);
      }
    });

    it('gives the same cluster-scoped objects, the Namespaces among them', async () => {
      const { asConstructs, asManifests } = await bothWays();
      const constructs = parsed(asConstructs['cluster.k8s.yaml'] ?? '');
      expect(constructs).toEqual(parsed(asManifests['cluster.k8s.yaml'] ?? ''));
      expect(names(constructs.filter(({ kind }) => kind === 'Namespace'))).toEqual(
        [
          'orders-operators',
          'orders-production',
          'orders-staging',
          'payments-operators',
          'payments-production',
          'platform-monitoring',
          'platform-operators',
        ].map((name) => `Namespace ${name}`),
      );
    });

    it('gives the same cluster without OLM, but for settings that only a Subscription has', async () => {
      const { withoutOlm } = await bothWays();
      const { code, out } = cli(['render', 'examples/without-olm', '--install', '--format', 'json']);
      expect(code).toBe(0);
      const objects = JSON.parse(out) as KubernetesObject[];
      const synthesised = Object.values(withoutOlm).flatMap(parsed);
      expect(names(synthesised).sort()).toEqual(names(objects).sort());
      const ofKind = (all: readonly KubernetesObject[], kind: string) => all.filter((object) => object.kind === kind);
      for (const kind of ['CustomResourceDefinition', 'ValidatingWebhookConfiguration', 'Certificate', 'RoleBinding'])
        expect(ofKind(synthesised, kind)).toEqual(ofKind(objects, kind));
      const settings = { 'node-role.kubernetes.io/infra': '' };
      expect(
        ofKind(objects, 'Deployment').map(
          ({ spec }) => (spec as { template: { spec: { nodeSelector?: object } } }).template.spec.nodeSelector,
        ),
      ).toEqual([settings, undefined]);
    });

    it('binds the developers of each team to a role that the rendering has', async () => {
      const { asConstructs, documented } = await bothWays();
      for (const [files, roles] of [
        [asConstructs, [/^olm\.og\.orders\.edit-\w+$/, /^olm\.og\.payments\.edit-\w+$/]],
        [documented, [/^orders-edit$/, /^payments-edit$/]],
      ] as const) {
        const bindings = parsed(files['access.k8s.yaml'] ?? '') as (KubernetesObject & { readonly roleRef: { readonly name: string } })[];
        expect(bindings.map(({ metadata, roleRef }) => [metadata.namespace, roleRef])).toEqual([
          ['orders-staging', { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: expect.stringMatching(roles[0]) }],
          ['payments-production', { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: expect.stringMatching(roles[1]) }],
        ]);
        expect(names(parsed(files['cluster.k8s.yaml'] ?? ''))).toEqual(
          expect.arrayContaining(bindings.map(({ roleRef }) => `ClusterRole ${roleRef.name}`)),
        );
      }
    });
  });
});

describe('examples/conflict', () => {
  it.each(['check', 'render'])('makes %s fail with exit code 1, and names the rivals', (command) => {
    const { code, out, err } = cli([command, 'examples/conflict']);
    expect(code).toBe(1);
    const said = command === 'check' ? out : err;
    expect(said).toMatch(
      /^error\[inter-operator-group-owner-conflict\] ClusterServiceVersion team-b\/stonedb\.v1\.9\.0 .*OperatorGroup team-a\/team-a/m,
    );
    expect(said).toMatch(
      /^error\[ambiguous-outcome\] ClusterServiceVersion team-a\/stonedb\.v1\.8\.2 .* team-b\/stonedb\.v1\.9\.0 first; this report assumes/m,
    );
    expect(said).toMatch(
      /^error\[ambiguous-outcome\] ClusterServiceVersion team-b\/stonedb\.v1\.9\.0 .* team-a\/stonedb\.v1\.8\.2 first; this report assumes/m,
    );
  });

  it('is rendered with --allow-failed: the loser has neither API roles nor copies', () => {
    const { code, out } = cli(['render', 'examples/conflict', '--allow-failed', '--profile', 'documented']);
    expect(code).toBe(0);
    const objects = parsed(out);
    const copies = objects.filter(({ metadata }) => metadata.labels?.['olm.copiedFrom']);
    expect(new Set(copies.map(({ metadata }) => metadata.labels?.['olm.copiedFrom']))).toEqual(new Set(['team-a']));
    const apiRoles = objects.filter(({ metadata }) => metadata.labels?.['olm.opgroup.permissions/aggregate-to-admin']);
    expect(new Set(apiRoles.map(({ metadata }) => metadata.labels?.['olm.opgroup.permissions/aggregate-to-admin']))).toEqual(
      new Set(['team-a']),
    );
  });
});

describe('examples/gitops', () => {
  it('runs the bundles that its Subscriptions pin, and has no findings', () => {
    const { code, out, err } = cli(['check', 'examples/gitops', '--fail-on', 'info', '--format', 'json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { verdicts, findings, problems } = JSON.parse(out) as {
      verdicts: { namespace: string; name: string; phase: string; place: { file: string } }[];
      findings: [];
      problems: [];
    };
    expect({ findings, problems }).toEqual({ findings: [], problems: [] });
    expect(verdicts.map(({ namespace, name, phase, place }) => [namespace, name, phase, place.file])).toEqual([
      [
        'sealwright',
        'sealwright.v1.16.0',
        'Succeeded',
        'examples/gitops/catalog/sealwright/1.16.0/manifests/sealwright.clusterserviceversion.yaml',
      ],
      [
        'stonedb-operator',
        'stonedb.v1.9.0',
        'Succeeded',
        'examples/gitops/catalog/stonedb/1.9.0/manifests/stonedb.clusterserviceversion.yaml',
      ],
    ]);
  });

  it('renders neither the Subscriptions nor what else the bundles hold', () => {
    const { code, out } = cli(['render', 'examples/gitops', '--only', 'olm,rbac']);
    expect(code).toBe(0);
    const kinds = new Set(parsed(out).map(({ kind }) => kind));
    expect(kinds).toContain('ClusterServiceVersion');
    for (const kind of ['Subscription', 'Namespace', 'Service', 'CustomResourceDefinition']) expect(kinds).not.toContain(kind);
  });
});
