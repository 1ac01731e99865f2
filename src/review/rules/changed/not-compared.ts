/** Reports reviews that compared nothing: no other rule reports anything there, which would look harmless. */
import { isMapping, sortedText } from '../../../base/manifest/plain-data.js';
import { listed } from '../../../base/wording/phrases.js';
import { type Finding, rule, type Severity } from '../../../olm/model/finding.js';
import type { State } from '../../state/state.js';
import { findingOf } from '../finding-of.js';

export const NOT_COMPARED = rule('not-compared', 'error', 'Nothing was compared', {
  class: 'unread',
  effect: 'unknown',
  order: -3,
  meaning:
    'Neither state has an object that grants permissions: there are no objects, or only operators that nothing installs. The permissions that the change grants are not known.',
  attack: 'A bundle gets a name, channel or files so that the review installs nothing.',
  fix: 'Name the folders with the manifests, or review the two bundles with --install-namespace.',
});

/**
 * Findings about states without content to compare.
 * @param pairs all states that were compared, BASE and HEAD
 * @param isWhole whether the pairs are everything, not units of a repository
 * @param isRepository whether the pairs are a whole repository, whose other changes are reported
 */
export function notCompared(pairs: readonly (readonly [base: State, head: State])[], isWhole: boolean, isRepository = false): Finding[] {
  const nothing = isWhole && pairs.every((pair) => pair.every(({ documents, given }) => documents.length + given.length === 0));
  return pairs.flatMap(([base, head]) => {
    const told = (message: string, what: readonly string[], severity: Severity = 'error'): Finding =>
      findingOf(NOT_COMPARED, { severity, subject: { kind: 'Input', name: head.label }, message, identity: what });
    // What cannot be built any more is told by itself.
    if (nothing && breaks(base, head)) return [];
    if (nothing)
      return isRepository
        ? [
            told(
              'neither state has a manifest; changes of other files are reported, except documents and similar files, and programs that name no role and nothing of OLM',
              [],
              'info',
            ),
          ]
        : [told('nothing was compared: neither state has a manifest', [])];
    const [before, after] = [operatorsIn(base), operatorsIn(head)];
    // A bundle that BASE compares alone, and HEAD does not: an object of OLM in HEAD leaves it to nobody.
    const isLeft = base.cluster.assumedNamespace !== undefined && head.cluster.assumedNamespace === undefined;
    if (!isLeft && (installs(base) || installs(head))) return [];
    const installed = new Set(head.resolution.csvs.map(({ csv }) => csv.name));
    const names = [...after.keys()].filter((name) => before.get(name) !== after.get(name) && !installed.has(name));
    return names.length === 0 ? [] : [told(`nothing was compared of ${listed(names, 'operators')}, which nothing installs`, names)];
  });
}

/** Whether HEAD has a kustomization that kustomize refuses, and BASE has another version of it. */
function breaks(base: State, head: State): boolean {
  const before = new Map(base.unread.map(({ path, content }) => [path, content]));
  return head.unread.some(({ path, content, isRefused }) => isRefused === true && before.get(path) !== content);
}

function installs({ resolution, cluster: { subscriptions, clusterExtensions } }: State): boolean {
  return resolution.csvs.length + subscriptions.length + clusterExtensions.length > 0;
}

/** The content of each bundle and package, by name. */
function operatorsIn({ documents }: State): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { value, bundle } of documents) {
    const name =
      bundle ??
      (isMapping(value) && 'schema' in value && !('kind' in value)
        ? String((value.schema === 'olm.bundle' ? undefined : value.package) ?? value.name ?? '')
        : '');
    if (name !== '') found.set(name, `${found.get(name) ?? ''}${sortedText(value)}`);
  }
  return found;
}
