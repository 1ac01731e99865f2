/** Reads an approval list. */

import { z } from 'zod';
import { parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { LockFile } from './lock-file.js';

/** Whether a text is an approval list, not a lock. */
export function isApprovalList({ file, text }: SourceText): boolean {
  return parseDocuments({ file, text }).documents.some(({ value }) => isMapping(value) && 'approvalsVersion' in value);
}

/** The list as a lock without the content for judging bundles; undefined if the text is no list. */
export function lockOfList(text: SourceText): LockFile | undefined {
  const { documents, problems } = parseDocuments(text);
  const { data } = list.safeParse(documents.length === 1 && problems.length === 0 ? documents[0]?.value : undefined);
  if (!data) return undefined;
  const ends = data.operators.map(({ path, ...one }) => {
    const names = path.map(({ csv }) => csv);
    return { ...one, csv: names.at(-1) ?? '', via: names.slice(0, -1) };
  });
  return {
    lockVersion: 1,
    catalogs: [],
    packages: [],
    subscriptions: ends.flatMap(({ subscription: name, via, ...one }) =>
      name === undefined ? [] : [{ ...one, name, ...(via.length === 0 ? {} : { via }) }],
    ),
    dependencies: ends.flatMap(({ subscription, via: _, ...one }) => (subscription === undefined ? [{ ...one, neededBy: [] }] : [])),
    bundles: data.operators.flatMap(({ package: of, catalog, path }) =>
      path.map((one) => ({ name: one.csv, package: of, catalog, digest: one.digest, properties: [], spec: {} })),
    ),
  };
}

const digest = z.string().regex(/^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/);
const list = z.strictObject({
  approvalsVersion: z.literal(1),
  operators: z.array(
    z.strictObject({
      namespace: z.string(),
      /** Absent for a dependency. */
      subscription: z.string().optional(),
      package: z.string(),
      catalog: z.string(),
      /** The versions up to the locked one. */
      path: z.array(z.strictObject({ csv: z.string(), digest })).min(1),
    }),
  ),
});

/** An approval list. */
export type ApprovalList = z.infer<typeof list>;
