/** What some tests need and a machine may lack. They are skipped without it, and say what is missing. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, it } from 'vitest';

/** Recordings, schemas and real bundles beside the checkout: others' work, which is read where it is. */
export const SHARED = process.env.CDK8S_OLM_SHARED ?? join(import.meta.dirname, '../../../shared');

/** One thing that is needed. */
export interface Need {
  readonly isThere: boolean;
  /** As in "needs …". */
  readonly what: string;
}

/** A file or folder of SHARED. */
export function inShared(path: string): Need {
  return { isThere: existsSync(join(SHARED, path)), what: `shared/${path} (CDK8S_OLM_SHARED)` };
}

/** A program of the PATH. */
export function program(name: string): Need {
  return { isThere: (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))), what: name };
}

/** A cluster that may be written to. */
export const CLUSTER: Need = { isThere: Boolean(process.env.KUBECONFIG), what: 'a cluster (KUBECONFIG)' };

const missing = (needs: readonly Need[]): string => needs.flatMap(({ isThere, what }) => (isThere ? [] : [what])).join(', ');

/** `describe` with a condition: a suite that is skipped has what it needs in its name. */
export function describeWith(needs: readonly Need[], name: string, tests: () => void): void {
  const lacks = missing(needs);
  describe.skipIf(lacks !== '')(lacks === '' ? name : `${name} (needs ${lacks})`, tests);
}

/** The same for one test. */
export function itWith(needs: readonly Need[], name: string, test: () => void | Promise<void>): void {
  const lacks = missing(needs);
  it.skipIf(lacks !== '')(lacks === '' ? name : `${name} (needs ${lacks})`, test);
}
