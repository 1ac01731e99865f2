/**
 * The whole way of what is rendered, on a real cluster: the folder that `render -o` writes is applied server-side in one pass, as
 * docs/applying.md says; nothing differs afterwards for kubectl, and who-can agrees with the server. For every example, and every bundle beside the checkout or
 * in the folders of CDK8S_OLM_BUNDLES, in groups of every kind, with both profiles.
 *
 * Needs KUBECONFIG of a cluster with OLM's CRDs and without OLM that may be written to; everything made is removed again.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { emitYaml } from '../../src/base/manifest/emit.js';
import { parseDocuments } from '../../src/base/manifest/parse.js';
import { readState } from '../../src/repository/read/read-state.js';
import { compareAnswers, questionsAbout } from '../support/access-questions.js';
import { apiServer } from '../support/api-server.js';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { CLUSTER, describeWith } from '../support/needs.js';
import { trialBundles, trialFolder, trialObjects, trialSubscriptions } from '../support/trials.js';

const server = apiServer();
/** Argo CD finds its own fields by the name of their manager. */
const MANAGER = '--field-manager=argocd-controller';
const PROFILES = ['documented', 'olm'] as const;

/** All but examples/unsatisfiable, which has catalogs without manifests and is for `resolve` alone. */
const EXAMPLES = ['examples/tenants', 'examples/gitops', 'examples/conflict', ...reviewExamples()];
const RENDERINGS = (trialBundles.length * 2 + EXAMPLES.length) * PROFILES.length;
const QUESTIONS = Math.ceil(1000 / RENDERINGS) + 1;
const counts = { started: 0, renderings: 0, objects: 0, questions: 0, yes: 0 };

function reviewExamples(): string[] {
  return readdirSync('examples/reviews', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => ['base', 'head'].map((state) => `examples/reviews/${name}/${state}`));
}

function call(command: string, args: readonly string[]): { status: number; text: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return { status: status ?? -1, text: `${stdout}${stderr}`.trim() };
}

function kubectl(...args: readonly string[]): string {
  const { status, text } = call('kubectl', args);
  if (status !== 0) throw new Error(`kubectl ${args.join(' ')}: ${text}`);
  return text;
}

/** A folder in which a rendering is tracked as Argo CD tracks it. @param label of this trial alone: namespaces of an earlier one go slowly */
function tracked(work: string, label: string): { kustomization: string; all: string; objects: KubernetesObject[] } {
  const kustomization = join(work, 'tracked');
  mkdirSync(kustomization, { recursive: true });
  const labels = `labels: [{ pairs: { app.kubernetes.io/instance: ${label} } }]`;
  writeFileSync(join(kustomization, 'kustomization.yaml'), `resources: [../rendered]\n${labels}\n`);
  const { stdout } = spawnSync('kubectl', ['kustomize', kustomization], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const all = join(work, 'all');
  mkdirSync(all, { recursive: true });
  writeFileSync(join(all, 'all.yaml'), stdout);
  const objects = parseDocuments({ file: 'all.yaml', text: stdout }).documents.map(({ value }) => value as KubernetesObject);
  return { kustomization, all, objects };
}

/** Takes an input the whole way. */
async function goTheWholeWay(input: readonly string[], profile: string, isAwaited: boolean): Promise<void> {
  if (!server) return;
  const work = folderOf();
  const folder = join(work, 'rendered');
  const options = ['--profile', profile, '--lenient', '--allow-failed', '--fail-on', 'never', '-o', folder];
  const { code, err } = cli(['render', ...input, ...options]);
  expect({ code, err }).toMatchObject({ code: 0, err: expect.not.stringContaining('api-server-refuses') });
  const label = `whole-way-${counts.started}-${Date.now().toString(36)}`;
  counts.started += 1;
  const { kustomization, all, objects } = tracked(work, label);
  const copy = join(work, 'before.yaml');
  writeFileSync(copy, readFileSync(join(all, 'all.yaml')));
  onTestFinished(() => {
    kubectl('delete', '-f', copy, '--ignore-not-found', `--wait=${isAwaited}`, '--timeout=120s');
  }, 300_000);

  kubectl('apply', '--server-side', MANAGER, '-k', kustomization);
  // Aggregated roles are filled one after the other, also while they are compared.
  const differences = () => call('kubectl', ['diff', '--server-side', MANAGER, '-k', kustomization]);
  await expect.poll(differences, { interval: 2000, timeout: 30_000 }).toEqual({ status: 0, text: '' });
  const users = objects.filter(({ aggregationRule }) => aggregationRule).map(({ metadata }) => metadata.name);
  const bindings = users.map((name) => ({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: `cdk8s-olm-test-${name}` },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }],
  }));
  const bound = join(work, 'bindings.yaml');
  writeFileSync(bound, bindings.map((binding) => emitYaml(binding)).join('---\n'));
  if (bindings.length > 0) {
    onTestFinished(() => {
      kubectl('delete', '-f', bound, '--ignore-not-found');
    }, 60_000);
    kubectl('apply', '--server-side', '-f', bound);
  }
  const { state } = readState([folder, bound], { profile: profile as 'olm' });
  const namespaces = objects.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name);
  if (state && objects.some(({ rules }) => Array.isArray(rules) && rules.length > 0)) {
    const questions = fc.sample(questionsAbout(objects, ['default', ...namespaces], users), QUESTIONS);
    const { wrong, yes } = await compareAnswers(server, state, questions);
    expect(wrong).toEqual([]);
    counts.questions += questions.length;
    counts.yes += yes;
  }
  counts.renderings += 1;
  counts.objects += objects.length;
  console.log(`${counts.renderings} of ${RENDERINGS}: ${input.at(-1)}, profile ${profile}, ${objects.length} objects`);
}

describeWith([CLUSTER], 'the whole way on a real cluster', () => {
  afterAll(() => console.log(JSON.stringify({ bundles: trialBundles.length, examples: EXAMPLES.length, ...counts })));

  for (const profile of PROFILES) {
    it.each(EXAMPLES)(
      `of %s, profile ${profile}`,
      async (example) => {
        await goTheWholeWay([example], profile, true);
      },
      300_000,
    );

    it.each(trialBundles.flatMap((bundle) => (['narrow', 'wide'] as const).map((kind) => [bundle, kind] as const)))(
      `of %s in ${'%s'} groups, profile ${profile}`,
      async (bundle, kind) => {
        const objects = trialObjects(kind, prefixOf(bundle, kind, profile));
        const files = folderOf({
          'groups.yaml': manifests(...objects),
          'subscriptions.yaml': manifests(...trialSubscriptions(bundle, objects)),
        });
        await goTheWholeWay([files, trialFolder(bundle)], profile, false);
      },
      300_000,
    );
  }
});

/** Namespaces go slowly, so that each trial has its own. */
function prefixOf(bundle: string, kind: string, profile: string): string {
  const number = trialBundles.indexOf(bundle);
  return `${profile.slice(0, 1)}${kind.slice(0, 1)}${number}-${Date.now().toString(36).slice(-4)}`;
}
