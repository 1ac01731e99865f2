/** What constructs declare: read when the app is synthesised, so that tokens have their values and removed constructs do not count. */
import type { Construct } from 'constructs';
import type { ParsedDocument } from '../manifest/parse.js';
import type { SourceReference } from '../manifest/problem.js';
import type { Bundle, InstalledBundle } from '../model/bundle.js';

/** What one construct says of the cluster. */
export interface Declared {
  readonly manifests?: readonly { readonly value: Readonly<Record<string, unknown>>; readonly source?: SourceReference | undefined }[];
  readonly bundles?: readonly InstalledBundle[];
  readonly catalogs?: readonly { readonly blobs: readonly ParsedDocument[]; readonly bundles: readonly Bundle[] }[];
  /** A namespace that must be there. */
  readonly namespace?: string;
  /** Operators that run without OLM: all of a namespace, or single ones as `namespace/name`. */
  readonly withoutOlm?: { readonly namespaces?: readonly string[]; readonly operators?: readonly string[] };
}

/** A construct, and how to ask it. */
export interface Declaration {
  readonly from: Construct;
  readonly read: () => Declared;
}
