/** Reads the objects of a cluster through kubectl: with `get` alone, so that nothing on the cluster can change. */
import { spawnSync } from 'node:child_process';
import type { SourceText } from '../../base/manifest/parse.js';
import type { Problem } from '../../base/manifest/problem.js';

/** Kinds of every cluster. Secrets are not read. */
const KUBERNETES = ['namespaces', 'serviceaccounts', 'clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'];
/** Kinds of a cluster with OLM; copied CSVs add nothing to the original ones. */
const OLM = ['operatorgroups.operators.coreos.com', 'clusterserviceversions.operators.coreos.com'];
const WITHOUT_COPIES = '!olm.copiedFrom';
const TIMEOUT_MS = 120_000;

/** Kinds that contain the installed and the pending versions. */
const VERSIONS = ['subscriptions.operators.coreos.com', 'installplans.operators.coreos.com'];

/** Reads the permissions on a cluster. @param context a context of the kubeconfig */
export function readSnapshot(context: string): { texts: SourceText[]; problems: Problem[] } {
  return readKinds(context, [KUBERNETES, ...OLM.map((kind) => [kind])]);
}

/** Reads the installed and the pending versions of a cluster. */
export function readVersionSnapshot(context: string): { texts: SourceText[]; problems: Problem[] } {
  return readKinds(
    context,
    [...VERSIONS, ...OLM.slice(1)].map((kind) => [kind]),
  );
}

/** Reads groups of kinds. If the first group cannot be read, the others are skipped. */
function readKinds(context: string, groups: readonly (readonly string[])[]): { texts: SourceText[]; problems: Problem[] } {
  const file = `--context ${context}`;
  const ask = (kinds: readonly string[]) => ({ kinds, ...get(context, kinds) });
  const [first, ...others] = groups;
  const asked = first ? [ask(first)] : [];
  if (asked.every(({ text }) => text !== undefined)) asked.push(...others.map(ask));
  const problems = asked
    .filter(
      ({ kinds, text, said }) =>
        text === undefined && !(kinds[0]?.endsWith('.operators.coreos.com') && said.includes('have a resource type')),
    )
    .map(
      ({ kinds, said }): Problem => ({
        code: 'FILE_UNREADABLE',
        message: 'the cluster cannot be read',
        file,
        found: said.trim(),
        expected: `kubectl get ${kinds.join(',')} --all-namespaces`,
        fix: 'check the context, and that its user can list these kinds in all namespaces',
      }),
    );
  return {
    texts: asked.flatMap(({ kinds, text }) => (text === undefined ? [] : [{ file: `${file} (${kinds.join(',')})`, text }])),
    problems,
  };
}

function get(context: string, kinds: readonly string[]): { text?: string; said: string } {
  const isCsvs = kinds[0] === OLM[1];
  const args = ['get', kinds.join(','), '--all-namespaces', '--output=json', `--context=${context}`, '--request-timeout=60s'];
  const { status, stdout, stderr, error } = spawnSync('kubectl', isCsvs ? [...args, `--selector=${WITHOUT_COPIES}`] : args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: TIMEOUT_MS,
  });
  return status === 0 ? { text: stdout, said: stderr } : { said: stderr || (error?.message ?? 'kubectl failed') };
}
