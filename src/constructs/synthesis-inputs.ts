/** The inputs and the results of a synthesis. */
import type { Construct } from 'constructs';
import type { KubernetesObject } from '../base/kubernetes/object.js';
import type { ParsedDocument } from '../base/manifest/parse.js';
import type { SourceReference } from '../base/manifest/problem.js';
import type { EvaluateOptions } from '../olm/evaluate/evaluation.js';
import type { Bundle, InstalledBundle } from '../olm/model/bundle.js';
import type { Finding } from '../olm/model/finding.js';
import type { Finishing } from '../olm/render/finishing.js';
import type { Layout } from '../olm/render/layout.js';
import type { Resolution } from '../olm/rules/resolution.js';
import type { DerivedItem } from './derived.js';
import type { OlmValidationProps } from './validation.js';

/** The declarations of one construct for the cluster. */
export interface Declared {
  readonly manifests?: readonly { readonly value: Readonly<Record<string, unknown>>; readonly source?: SourceReference | undefined }[];
  readonly bundles?: readonly InstalledBundle[];
  readonly catalogs?: readonly { readonly blobs: readonly ParsedDocument[]; readonly bundles: readonly Bundle[] }[];
  /** A namespace that must exist. */
  readonly namespace?: string;
  /** Operators that run without OLM: all of a namespace, or single ones as `namespace/name`. */
  readonly withoutOlm?: { readonly namespaces?: readonly string[]; readonly operators?: readonly string[] };
}

/** A construct, and the function that reads its declarations. */
export interface Declaration {
  readonly from: Construct;
  readonly read: () => Declared;
}

/** All inputs of the result. */
export interface Inputs {
  readonly documents: readonly ParsedDocument[];
  readonly installed: readonly InstalledBundle[];
  readonly catalogs: readonly ParsedDocument[];
  readonly bundles: readonly Bundle[];
  /** Objects that are rendered unchanged. */
  readonly declared: readonly KubernetesObject[];
  /** Labels of the chart around the cluster. */
  readonly labels: Readonly<Record<string, string>>;
  /** The prefix of file names. */
  readonly prefix: string;
  /** The construct of a document, by file and index, or of a bundle's CSV, by reference. */
  readonly paths: ReadonlyMap<string, string>;
  readonly options: EvaluateOptions &
    OlmValidationProps & {
      readonly globalCatalogNamespace?: string;
      readonly dependencies?: boolean;
      readonly allowMissingTargets?: boolean;
      readonly disableCopiedCSVs?: boolean;
      readonly finishing?: Finishing;
    };
}

/** A sentence, and the construct that declared its subject, if there is one. */
export interface Remark {
  readonly path?: string;
  readonly text: string;
  /** The id of the finding, or the code of the problem. */
  readonly id?: string;
}

/** The result. With errors, there are no items. */
export interface Synthesis {
  readonly errors: readonly Remark[];
  /** Remarks that do not make synthesis fail: warnings about the input, and findings. */
  readonly notes: readonly Remark[];
  readonly resolution?: Resolution;
  readonly findings: readonly Finding[];
  readonly items: readonly DerivedItem[];
  readonly layout: Layout;
}
