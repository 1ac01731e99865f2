import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/olm/model/finding.js';
import { ACCEPTABLE_RULES, FINDING_RULES } from '../../../src/review/rules/all-rules.js';
import { CHANGE_RULES, isChange } from '../../../src/review/rules/changed/index.js';
import { cli } from '../../support/command-line.js';
import { type Files, reviewFolder } from '../../support/reviewed-files.js';

const { path, write } = reviewFolder();

/** A Deployment with one container, and what else is in its Pod. */
const deployment = (name: string, container: object, pod: object = {}): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'shop' },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { ...pod, containers: [{ name: 'main', image: 'acme/web:1', ...container }] } },
  },
});
const webhook = (name: string, resources: readonly string[], failurePolicy = 'Fail'): object => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name },
  webhooks: [
    {
      name: 'a.example.com',
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      failurePolicy,
      clientConfig: { url: 'https://example.com' },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources }],
    },
  ],
});
const apiService = (group: string, service: string): object => ({
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  metadata: { name: `v1.${group}` },
  spec: { group, version: 'v1', groupPriorityMinimum: 100, versionPriority: 10, service: { name: service, namespace: 'shop' } },
});
const catalog = (name: string, image: string): object => ({
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'CatalogSource',
  metadata: { name, namespace: 'shop' },
  spec: { sourceType: 'grpc', image },
});
const files = (...objects: readonly object[]): Files => ({
  'all.yaml': [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }, ...objects]
    .map((object) => JSON.stringify(object))
    .join('\n---\n'),
});

const PRIVILEGED = { securityContext: { privileged: true } };
const SHOP = files(deployment('web', {}));
const PRIVILEGED_SHOP = files(deployment('web', PRIVILEGED));

interface Json {
  readonly schemaVersion: number;
  readonly findings: { readonly new: readonly Finding[]; readonly accepted: readonly { readonly finding: Finding }[] };
}

const review = (format: string, ...more: readonly string[]): string =>
  cli(['review', path('base'), path('head'), '--format', format, ...more]).out;
const changes = (): readonly Finding[] => (JSON.parse(review('json')) as Json).findings.new;

function between(base: Files, head: Files): void {
  for (const folder of ['base', 'head']) rmSync(path(folder), { recursive: true, force: true });
  write('base', base);
  write('head', head);
}

describe('a Deployment that becomes privileged', () => {
  it('is told with its rule in all five formats', () => {
    between(SHOP, PRIVILEGED_SHOP);
    expect(cli(['review', path('base'), path('head')]).code).toBe(1);
    for (const format of ['text', 'md', 'html', 'json', 'sarif'])
      expect(review(format)).toMatch(/pod-security[\s\S]*privileged|privileged[\s\S]*pod-security/);
    const { runs } = JSON.parse(review('sarif')) as {
      runs: { results: { ruleId: string; level: string; partialFingerprints: Record<string, string> }[] }[];
    };
    expect(runs[0]?.results).toMatchObject([
      { ruleId: 'pod-security', level: 'error', partialFingerprints: { primaryLocationLineHash: changes()[0]?.fingerprint } },
    ]);
  });

  it('can be accepted in the baseline, by the entry that the reports print, and nothing more with it', () => {
    between(SHOP, PRIVILEGED_SHOP);
    const [, entry = ''] = /(accept:\n(?: .*\n)*)/.exec(review('text', '--accept-entries')) ?? [];
    expect(entry).toContain('id: pod-security');
    writeFileSync(path('accepted.yaml'), entry);
    const run = cli(['review', path('base'), path('head'), '--baseline', path('accepted.yaml'), '--format', 'json']);
    expect([run.code, run.err.includes('baseline-')]).toEqual([0, false]);
    const { schemaVersion, findings } = JSON.parse(run.out) as Json;
    expect([schemaVersion, findings.new, findings.accepted.map(({ finding: { id } }) => id)]).toEqual([1, [], ['pod-security']]);
    between(SHOP, files(deployment('web', PRIVILEGED, { hostPID: true })));
    expect(review('text', '--baseline', path('accepted.yaml'))).toMatch(/hostPID/);
    expect(review('text', '--baseline', path('accepted.yaml'))).not.toMatch(/anything to its node/);
  });

  it('is accepted as a whole by an entry without a fingerprint, which is an error where it has no subject', () => {
    between({ ...SHOP, '.cdk8s-olm.yaml': 'accept: [{id: pod-security, reason: it is meant}]' }, PRIVILEGED_SHOP);
    const run = cli(['review', path('base'), path('head'), '--format', 'json']);
    expect(run.code).toBe(0);
    between(SHOP, { ...SHOP, '.cdk8s-olm.yaml': 'accept: [{id: pod-security, reason: it is meant}]' });
    expect(changes()).toMatchObject([{ id: 'baseline-changed', severity: 'error' }]);
  });

  it('is as severe as the configuration of BASE says', () => {
    between({ ...SHOP, '.cdk8s-olm.yaml': 'severities: {pod-security: info}' }, PRIVILEGED_SHOP);
    expect(changes()).toMatchObject(
      [{ id: 'pod-security', severity: 'info' }, { id: 'baseline-changed' }].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  });
});

describe('every change', () => {
  it('has an id, documentation, a fix and a fingerprint of its own, and can be accepted', () => {
    between(
      files(
        deployment('web', {}),
        deployment('gone', {}),
        webhook('gone', ['pods']),
        webhook('wider', ['pods']),
        webhook('open', ['pods']),
        apiService('gone.example.com', 'a'),
        apiService('moved.example.com', 'a'),
        catalog('moved', 'acme/catalog:1'),
      ),
      files(
        deployment(
          'web',
          { command: ['sh'], ...PRIVILEGED, env: [{ name: 'RELATED_IMAGE_X', value: 'acme/x:1' }] },
          { serviceAccountName: 'other' },
        ),
        deployment('new', {}),
        webhook('new', ['secrets']),
        webhook('wider', ['pods', 'secrets']),
        webhook('open', ['pods'], 'Ignore'),
        apiService('new.example.com', 'a'),
        apiService('moved.example.com', 'b'),
        catalog('moved', 'evil/catalog:1'),
        catalog('new', 'evil/catalog:1'),
      ),
    );
    const told = changes().filter(isChange);
    const ids = new Set(told.map(({ id }) => id));
    expect([...ids].sort()).toEqual([
      'account-changed',
      'api-service-added',
      'api-service-changed',
      'api-service-removed',
      'command-changed',
      'image-added',
      'pod-security',
      'source-added',
      'source-changed',
      'webhook-added',
      'webhook-changed',
      'webhook-removed',
      'webhook-widened',
      'workload-added',
      'workload-removed',
    ]);
    expect(new Set(told.map(({ id, subject, fingerprint }) => JSON.stringify([id, subject, fingerprint]))).size).toBe(told.length);
    for (const { id, fix } of told) {
      expect(FINDING_RULES.find((rule) => rule.id === id)?.documentation.meaning).toBeTruthy();
      expect(fix).not.toBe('');
      expect(ACCEPTABLE_RULES.map((rule) => rule.id)).toContain(id);
    }
  });

  it('has a rule of its own kind, none of which is left out of docs/findings.md', () => {
    expect(CHANGE_RULES.filter((rule) => !FINDING_RULES.includes(rule))).toEqual([]);
  });
});
