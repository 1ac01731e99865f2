/** Lock → text, to the byte the same for the same lock: sorted, so that a change is seen in a diff. */
import { compareText, namespacedName } from '../kubernetes/object.js';
import { emitYaml } from '../manifest/emit.js';
import { crdInLock } from './judged-content.js';
import type { LockFile } from './lock-file.js';

/** Argo CD applies no file with its mark in it, and a lock is no manifest. */
const HEADER = [
  '# Which operators are installed, and what they are allowed to do. Written by cdk8s-olm lock: do not edit, but commit.',
  '# +argocd:skip-file-rendering',
  '',
].join('\n');

/** A rule of a role fits on a line of this width, and is one in a diff. */
const LINE_WIDTH = 140;

/** The text of a lock. */
export function writeLock({
  lockVersion,
  catalogs,
  subscriptions,
  clusterExtensions,
  dependencies,
  notLocked,
  packages,
  bundles,
}: LockFile): string {
  const content = {
    lockVersion,
    catalogs: sorted(catalogs, ({ name }) => name),
    subscriptions: some(sorted(subscriptions ?? [], namespacedName)),
    clusterExtensions: some(sorted(clusterExtensions ?? [], ({ name }) => name)),
    dependencies: some(sorted(dependencies ?? [], ({ namespace, csv }) => `${namespace}/${csv}`)),
    notLocked: some(sorted(notLocked ?? [], ({ namespace, name }) => `${namespace ?? ''}/${name}`)),
    packages: sorted(packages, ({ catalog, name }) => `${catalog} ${name}`).map(({ channels, ...rest }) => ({
      ...rest,
      channels: sorted(channels, ({ name }) => name),
    })),
    bundles: sorted(bundles, ({ catalog, name, image }) => `${name} ${catalog} ${image ?? ''}`).map((bundle) => ({
      ...bundle,
      customResourceDefinitions: bundle.customResourceDefinitions?.map(crdInLock),
    })),
  };
  return `${HEADER}${emitYaml(content, LINE_WIDTH)}`;
}

function sorted<T>(list: readonly T[], keyOf: (one: T) => string): T[] {
  return list.toSorted((a, b) => compareText(keyOf(a), keyOf(b)));
}

function some<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}
