/** CSVs for construct authors: from a file, or as plain data. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { problemError } from '../base/manifest/format-problem.js';
import { parseDocuments } from '../base/manifest/parse.js';
import { isMapping } from '../base/manifest/plain-data.js';
import type { SourceReference } from '../base/manifest/problem.js';
import { checkArguments, TEXT } from './arguments.js';
import { snapshot } from './tokens.js';

const SYMBOL = Symbol.for('cdk8s-olm.ClusterServiceVersion');

/**
 * A ClusterServiceVersion for OperatorGroup.addOperator.
 *
 * @example
 * group.addOperator(ClusterServiceVersion.fromFile('operators/etcd.v0.9.4.yaml'));
 */
export class ClusterServiceVersion {
  /** Whether a value is a ClusterServiceVersion of any copy of this package. */
  static isClusterServiceVersion(value: unknown): value is ClusterServiceVersion {
    return typeof value === 'object' && value !== null && SYMBOL in value;
  }

  /**
   * Reads the ClusterServiceVersion in a YAML or JSON file. It gets the namespace of its OperatorGroup.
   *
   * @throws ProblemError if the file cannot be read, is not YAML, or does not contain exactly one ClusterServiceVersion
   * @throws TypeError for anything but a path
   */
  static fromFile(path: string): ClusterServiceVersion {
    checkArguments('ClusterServiceVersion.fromFile', TEXT('the path of a file'), path);
    let text = '';
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      const found = (error as Error).message;
      const message = 'the file cannot be read';
      throw problemError([{ code: 'FILE_UNREADABLE', message, file: path, found, expected: 'a YAML or JSON file', fix: 'check the path' }]);
    }
    const { documents, problems } = parseDocuments({ file: path, text });
    if (problems.length > 0) throw problemError(problems);
    const csvs = documents.filter(({ value }) => (value as { kind?: unknown }).kind === 'ClusterServiceVersion');
    const [only] = csvs;
    if (!only || csvs.length > 1) {
      const message = 'the file must contain one ClusterServiceVersion';
      const found = `${csvs.length} ClusterServiceVersions`;
      const fix = 'name another file, or split this one';
      throw problemError([{ code: 'NOT_A_MANIFEST', message, file: path, found, expected: 'one', fix }]);
    }
    return new ClusterServiceVersion(only.value as Record<string, unknown>, only.source);
  }

  /** Uses a ClusterServiceVersion as plain data, such as a parsed manifest. Tokens in it are resolved at synthesis. @throws TypeError for anything else */
  static fromManifest(manifest: { readonly [field: string]: unknown }): ClusterServiceVersion {
    checkArguments('ClusterServiceVersion.fromManifest', z.custom(isMapping, 'a manifest as a plain object'), manifest);
    return new ClusterServiceVersion(snapshot(manifest) as Record<string, unknown>);
  }

  private constructor(
    /** The manifest, unchanged. */
    readonly manifest: { readonly [field: string]: unknown },
    /** The file it was read from. @jsii ignore */
    readonly source?: SourceReference,
  ) {
    Object.defineProperty(this, SYMBOL, { value: true });
  }
}
