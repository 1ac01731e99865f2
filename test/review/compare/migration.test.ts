/** Moves away from OLM, on the command line: what they give and take, and the steps on the cluster. */
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { CHANGE_RULES } from '../../../src/review/rules/changed/index.js';
import { group, namespace } from '../../support/build.js';
import { bundleFiles } from '../../support/bundle-files.js';
import { cli, manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { DATABASES, databaseFields, installing, subscription } from '../../support/installing.js';

interface Reported {
  readonly scopeChanges: { id: string; message: string; severity: string }[];
  readonly changes: { id: string; message: string; severity: string; subject: { kind: string; name: string } }[];
}

const EXTENSION: KubernetesObject = {
  apiVersion: 'olm.operatorframework.io/v1',
  kind: 'ClusterExtension',
  metadata: { name: 'db' },
  spec: {
    namespace: 'ops',
    serviceAccount: { name: 'installer' },
    source: { sourceType: 'Catalog', catalog: { packageName: 'db' } },
  },
};

const underOlm = (): string => folderOf(installing());
const underV1 = (): string =>
  folderOf({ 'cluster.yaml': manifests(namespace('ops'), namespace('team'), EXTENSION), ...bundleFiles('db/1.0.0', databaseFields()) });

function review(base: string, head: string, ...options: string[]): Reported {
  const { out, err } = cli(['review', base, head, '--format', 'json', ...options]);
  expect(err).not.toContain('error');
  const { findings } = JSON.parse(out) as { findings: { new: Reported['changes'] } };
  const isReach = ({ id }: { id: string }): boolean => /^(?:group|targets|member|verdict|copies|left)-/.test(id);
  const about = findings.new.filter(({ id }) => CHANGE_RULES.some((rule) => rule.id === id));
  return { scopeChanges: about.filter(isReach), changes: about.filter((finding) => !isReach(finding)) };
}

const steps = ({ changes }: Reported): string[] =>
  changes.filter(({ id }) => id === 'migration-step').map(({ subject, message }) => `${subject.name}. ${message}`);

describe('a move from OLM to OLM v1', () => {
  const found = () => review(underOlm(), underV1(), '--profile', 'olm', '--head-profile', 'olm-v1');

  it('says where the operator watches now, in place of what happens to its group', () => {
    expect(found().scopeChanges).toMatchObject([
      { id: 'targets-widened', severity: 'warning', message: 'watches all namespaces instead of team, and so do its webhooks' },
    ]);
  });

  it('tells of a webhook that comes besides, and not of those that OLM v1 makes of the bundle', () => {
    const own = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'own' },
      webhooks: [
        {
          name: 'own.example.com',
          clientConfig: { service: { name: 'own', namespace: 'ops' } },
          rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
        },
      ],
    };
    const head = folderOf({
      'cluster.yaml': manifests(namespace('ops'), namespace('team'), EXTENSION, own as KubernetesObject),
      ...bundleFiles('db/1.0.0', databaseFields()),
    });
    const { changes } = review(underOlm(), head, '--profile', 'olm', '--head-profile', 'olm-v1');
    expect(changes.filter(({ id }) => id === 'webhook-added').map(({ subject }) => subject.name)).toEqual(['own']);
  });

  it('says what nobody makes any more', () => {
    const roles = ['admin', 'edit', 'view'].map((access) => `${DATABASES.metadata.name}-v1-${access}`);
    expect(
      found()
        .changes.filter(({ id }) => id === 'no-longer-made')
        .map(({ severity, message }) => `${severity}: ${message}`),
    ).toEqual([
      'info: 1 copied CSV is no longer made: users of the target namespaces no longer find the operator there',
      `info: nobody makes ${DATABASES.metadata.name}-v1-crdview, by which view includes the definitions of its APIs`,
      `warning: nobody makes the ClusterRoles of its APIs, ${roles.join(', ').replace(/, ([^,]*)$/, ' and $1')}: once they are gone, admin, edit and view no longer include these APIs`,
    ]);
  });

  it('gives the steps in the order in which OLM undoes nothing, and CRDs stay', () => {
    expect(
      steps(found()).map((step) =>
        step.replace(/ (?:before anything|and wait|OLM removes|its CRDs|it takes over|OLM never|when no).*/, ''),
      ),
    ).toEqual([
      '1. delete Subscription ops/db',
      '2. delete ClusterServiceVersion ops/db.v1.0.0',
      '3. delete OperatorGroup ops/og:',
      '4. apply HEAD,',
      '5. where OLM v1 itself installs a ClusterExtension,',
      `6. decide about ClusterRole ${DATABASES.metadata.name}-v1-admin, ClusterRole ${DATABASES.metadata.name}-v1-crdview, ClusterRole ${DATABASES.metadata.name}-v1-edit and ClusterRole ${DATABASES.metadata.name}-v1-view:`,
      '7. remove OLM itself last,',
    ]);
  });

  it('tells of webhooks, CRDs and Deployments only what changes', () => {
    const kinds = found().changes.map(({ id, subject }) => `${id} ${subject.kind}`);
    expect(kinds.filter((text) => /webhook|workload|not-reviewed/.test(text))).toEqual([]);
  });

  it('warns of the time without conversion', () => {
    const converting = databaseFields();
    const spec = converting.spec as { webhookdefinitions: object[] };
    const [hook] = spec.webhookdefinitions;
    const webhookdefinitions = [{ ...hook, type: 'ConversionWebhook', generateName: 'c.kb.io', conversionCRDs: [DATABASES.metadata.name] }];
    const modes = ['AllNamespaces'];
    const bundle = bundleFiles('db/1.0.0', databaseFields({ modes, spec: { webhookdefinitions } }));
    const base = folderOf({ 'cluster.yaml': manifests(namespace('ops'), group('ops/og'), subscription('ops', 'db.v1.0.0')), ...bundle });
    const head = folderOf({ 'cluster.yaml': manifests(namespace('ops'), EXTENSION), ...bundle });
    const [, , third = ''] = steps(review(base, head, '--profile', 'olm', '--head-profile', 'olm-v1'));
    expect(third).toContain(`nobody converts the objects of ${DATABASES.metadata.name}`);
  });
});

describe('a move from OLM to --install', () => {
  it('keeps group and API roles, and so has other steps', () => {
    const found = review(underOlm(), underOlm(), '--profile', 'documented', '--head-install');
    expect(found.scopeChanges).toEqual([]);
    expect(found.changes.filter(({ id }) => id === 'no-longer-made')).toMatchObject([{ message: expect.stringContaining('copied CSV') }]);
    expect(steps(found).map((step) => step.split(' ').slice(0, 3).join(' '))).toEqual([
      '1. delete Subscription',
      '2. delete ClusterServiceVersion',
      '3. delete OperatorGroup',
      '4. apply HEAD,',
      '5. remove OLM',
    ]);
  });

  it('is none where both sides are installed without OLM, or none is', () => {
    expect(steps(review(underOlm(), underOlm(), '--install'))).toEqual([]);
    expect(steps(review(underOlm(), underOlm()))).toEqual([]);
    expect(steps(review(underV1(), underV1(), '--profile', 'olm-v1'))).toEqual([]);
  });
});
