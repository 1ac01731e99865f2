/**
 * The whole way of what is rendered, on a real cluster: the folder that `render -o` writes is applied server-side in one pass, as
 * docs/applying.md says; nothing differs afterwards for kubectl and for Argo CD; who-can agrees with the server; and after the
 * operators are removed, pruning leaves what docs/applying.md names. For every example, and every bundle beside the checkout or
 * in the folders of CDK8S_OLM_BUNDLES, in groups of every kind, with both profiles.
 *
 * Needs KUBECONFIG of a cluster with OLM's CRDs and without OLM that may be written to; everything made is removed again.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { readState } from '../../src/evaluate/read-state.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../src/kubernetes/object.js';
import { emitYaml } from '../../src/manifest/emit.js';
import { parseDocuments } from '../../src/manifest/parse.js';
import { compareAnswers, questionsAbout } from '../support/access-questions.js';
import { apiServer } from '../support/api-server.js';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { trialBundles, trialFolder, trialObjects, trialSubscriptions } from '../support/trials.js';

const server = apiServer();
const REAL = join(import.meta.dirname, '../../../shared/real/run');
const hasArgo = existsSync(REAL);
/** Argo CD finds its own fields by the name of their manager. */
const MANAGER = '--field-manager=argocd-controller';
const PROFILES = ['documented', 'olm'] as const;

/** All but examples/unsatisfiable, which has catalogs without manifests and is for `resolve` alone. */
const EXAMPLES = ['examples/tenants', 'examples/gitops', 'examples/conflict', ...reviewExamples()];
const RENDERINGS = (trialBundles.length * 2 + EXAMPLES.length) * PROFILES.length;
const QUESTIONS = Math.ceil(1000 / RENDERINGS) + 1;
const counts = { started: 0, renderings: 0, objects: 0, removed: 0, pruned: 0, questions: 0, yes: 0 };

function reviewExamples(): string[] {
  return readdirSync('examples/reviews', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => ['base', 'head'].map((side) => `examples/reviews/${name}/${side}`));
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

const nameOf = (object: KubernetesObject): string => formatReference(referenceTo(object));

/** Takes an input the whole way. @param withoutOperators the input once its operators are removed */
async function goTheWholeWay(
  input: readonly string[],
  withoutOperators: readonly string[],
  profile: string,
  isAwaited: boolean,
): Promise<void> {
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
  for (const mode of hasArgo ? ['client', 'smd', 'ssd'] : []) {
    const { text } = call(REAL, ['argocd-diff', mode, all]);
    expect(text).toContain(`mode=${mode} objects=${objects.length} outOfSync=0 missing=0 errors=0`);
  }

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
  const { side } = readState([folder, bound], { profile: profile as 'olm' });
  const namespaces = objects.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name);
  if (side && objects.some(({ rules }) => Array.isArray(rules) && rules.length > 0)) {
    const questions = fc.sample(questionsAbout(objects, ['default', ...namespaces], users), QUESTIONS);
    const { wrong, yes } = await compareAnswers(server, side, questions);
    expect(wrong).toEqual([]);
    counts.questions += questions.length;
    counts.yes += yes;
  }
  counts.renderings += 1;
  counts.objects += objects.length;
  console.log(`${counts.renderings} of ${RENDERINGS}: ${input.at(-1)}, profile ${profile}, ${objects.length} objects`);
  if (!hasArgo) return;

  expect(cli(['render', ...withoutOperators, ...options, '--allow-empty']).code).toBe(0);
  const after = tracked(work, label);
  const remaining = new Set(after.objects.map(nameOf));
  const removed = objects.map(nameOf).filter((name) => !remaining.has(name));
  const { text } = call(REAL, ['argocd-prune', label, after.all]);
  const pruned = [...text.matchAll(/^ +prune (\w+)\/([^/]*)\/(.*)$/gm)].map(
    ([, kind, namespace, name]) => `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`,
  );
  // Argo CD takes the OperatorGroup for the owner of a CSV, and leaves what has an owner alone: docs/applying.md.
  const isPruned = (name: string): boolean => !name.startsWith('ClusterServiceVersion ');
  expect(pruned.sort()).toEqual(removed.filter(isPruned).sort());
  counts.removed += removed.length;
  counts.pruned += pruned.length;
}

describe.skipIf(!server)('the whole way on a real cluster', () => {
  afterAll(() => console.log(JSON.stringify({ bundles: trialBundles.length, examples: EXAMPLES.length, ...counts })));

  for (const profile of PROFILES) {
    it.each(EXAMPLES)(
      `of %s, profile ${profile}`,
      async (example) => {
        const kept = folderOf({ 'kept.yaml': manifests(...withoutOperatorsOf(example)) });
        await goTheWholeWay([example], [kept], profile, true);
      },
      300_000,
    );

    it
      .skipIf(trialBundles.length === 0)
      .each(trialBundles.flatMap((bundle) => (['narrow', 'wide'] as const).map((kind) => [bundle, kind] as const)))(
      `of %s in ${'%s'} groups, profile ${profile}`,
      async (bundle, kind) => {
        const objects = trialObjects(kind, prefixOf(bundle, kind, profile));
        const files = folderOf({
          'groups.yaml': manifests(...objects),
          'subscriptions.yaml': manifests(...trialSubscriptions(bundle, objects)),
        });
        await goTheWholeWay([files, trialFolder(bundle)], [join(files, 'groups.yaml')], profile, false);
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

/** Namespaces and groups of an example. */
function withoutOperatorsOf(example: string): KubernetesObject[] {
  const { out } = cli(['render', example, '--allow-failed', '--fail-on', 'never', '--no-status']);
  return parseDocuments({ file: example, text: out })
    .documents.map(({ value }) => value as KubernetesObject)
    .filter(({ kind }) => kind === 'Namespace' || kind === 'OperatorGroup');
}
