/** The schema of `clusters`, in the file that also contains the baseline. */

import { z } from 'zod';
import { complain } from '../../../base/manifest/check.js';
import type { ClusterEntry, RepositoryOption } from '../../../olm/model/repository-options.js';
import { plainPath } from '../../../olm/model/unread-file.js';

/** The settings that a cluster can have of its own. */
function settingsOf(known: Readonly<Record<string, RepositoryOption>>) {
  return Object.fromEntries(
    Object.entries(known).flatMap(([option, { description, ofCluster }]) => {
      if (!ofCluster) return [];
      const type = z.string().superRefine((value, context) => {
        if (ofCluster.isValid(value)) return;
        complain(context, [], `the cluster's ${option} cannot have this value`, {
          code: 'INVALID_VALUE',
          found: JSON.stringify(value),
          expected: ofCluster.expected,
          fix: `cdk8s-olm help check explains --${option}`,
        });
      });
      return [[option, type.optional().describe(description)] as const];
    }),
  );
}

/** A path inside the repository, relative to its top. */
const path = z.string().superRefine((text, context) => {
  if (text !== '' && !text.startsWith('/') && !text.split('/').includes('..')) return;
  complain(context, [], 'this is no path in the repository', {
    code: 'INVALID_VALUE',
    found: JSON.stringify(text),
    expected: 'a path relative to the top of the repository, such as clusters/prod',
    fix: 'write it without a slash before it and without ..',
  });
});

function clusterSchema(known: Readonly<Record<string, RepositoryOption>>) {
  return z
    .strictObject({
      name: z.string().min(1).describe('As --cluster names it.'),
      paths: z.array(path).min(1).describe('Folders and files that reach it, relative to the top of the repository.'),
      catalogs: z.array(z.string().min(1)).optional().describe('Catalogs of this cluster, in place of those of options: as --catalog.'),
      ...settingsOf(known),
    })
    .describe('A cluster: all of its paths are judged as one whole.');
}

/**
 * The schema of the list.
 * @param known the options that the file can contain
 */
export function clustersSchema(known: Readonly<Record<string, RepositoryOption>>) {
  return z.array(clusterSchema(known)).superRefine((clusters, context) => {
    for (const [index, { name }] of clusters.entries()) {
      if (clusters.findIndex((one) => one.name === name) === index) continue;
      complain(context, [index, 'name'], 'there is already a cluster of this name', {
        code: 'INVALID_VALUE',
        found: JSON.stringify(name),
        expected: 'a name of its own',
        fix: 'join the paths of both, or give one another name',
      });
    }
  });
}

/** A cluster with its settings as options. */
export function clusterEntry({ name, paths, catalogs, ...others }: z.infer<ReturnType<typeof clusterSchema>>): ClusterEntry {
  const own = Object.entries(others).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    name,
    paths: paths.map(plainPath),
    options: { ...Object.fromEntries(own), ...(catalogs === undefined ? {} : { catalog: catalogs }) },
  };
}
