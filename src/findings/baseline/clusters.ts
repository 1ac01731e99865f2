/** The clusters of a repository, in the file that also holds the baseline: what can stand there. */
import { z } from 'zod';
import { complain } from '../../manifest/check.js';
import type { ClusterEntry } from '../../model/cluster-entry.js';
import { CLUSTER_SETTINGS } from '../../settings/cluster.js';

const settings = Object.fromEntries(
  CLUSTER_SETTINGS.map(({ option, description, isValid, expected }) => [
    option,
    z
      .string()
      .superRefine((value, context) => {
        if (isValid(value)) return;
        complain(context, [], `the cluster's ${option} cannot have this value`, {
          code: 'INVALID_VALUE',
          found: JSON.stringify(value),
          expected,
          fix: `cdk8s-olm help check explains --${option}`,
        });
      })
      .optional()
      .describe(description),
  ]),
);

/** A path leads to something of the repository, wherever its top is. */
const path = z.string().superRefine((text, context) => {
  if (text !== '' && !text.startsWith('/') && !text.split('/').includes('..')) return;
  complain(context, [], 'this is no path in the repository', {
    code: 'INVALID_VALUE',
    found: JSON.stringify(text),
    expected: 'a path relative to the top of the repository, such as clusters/prod',
    fix: 'write it without a slash before it and without ..',
  });
});

export const clusterSchema = z
  .strictObject({
    name: z.string().min(1).describe('As --cluster names it.'),
    paths: z.array(path).min(1).describe('Folders and files that reach it, relative to the top of the repository.'),
    catalogs: z.array(z.string().min(1)).optional().describe('Catalogs of this cluster, in place of those of options: as --catalog.'),
    ...settings,
  })
  .describe('A cluster: all of its paths are judged as one whole.');

export const clustersSchema = z.array(clusterSchema).superRefine((clusters, context) => {
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

/** Its settings by the options that they stand for. */
export function clusterEntry({ name, paths, catalogs, ...others }: z.infer<typeof clusterSchema>): ClusterEntry {
  const own = Object.entries(others).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    name,
    paths: paths.map((one) =>
      one
        .split('/')
        .filter((step) => step !== '' && step !== '.')
        .join('/'),
    ),
    options: { ...Object.fromEntries(own), ...(catalogs === undefined ? {} : { catalog: catalogs }) },
  };
}
