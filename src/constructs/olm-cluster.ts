/** OlmCluster: the desired state of one cluster, resolved and rendered when the app synthesises. */

import { readFileSync } from 'node:fs';
import { Construct } from 'constructs';
import { OlmConfig } from '../../imports/operators.coreos.com.js';
import { formatProblem } from '../manifest/format-problem.js';
import { createLocator } from '../manifest/locate.js';
import type { ParsedDocument } from '../manifest/parse.js';
import { plainData } from '../manifest/plain-data.js';
import { isError, type SourceReference } from '../manifest/problem.js';
import { type FailOn, type Finding, failing } from '../model/finding.js';
import type { PlacedBundle } from '../model/install-bundles.js';
import { formatReference, type KubernetesObject } from '../model/kubernetes-object.js';
import { readCluster } from '../model/read-cluster.js';
import { EMIT_SETS, type EmitSet, expand } from '../render/rendered.js';
import type { Resolution } from '../rules/resolve.js';
import { type StudyOptions, study } from '../study.js';
import { addDerived } from './add-derived.js';
import type { Bundle } from './bundle.js';
import type { ClusterServiceVersion } from './cluster-service-version.js';
import { appOf, sharedFiles } from './file-names.js';
import { keepText, unwritableText } from './keep-text.js';

/** Settings of an OlmCluster. */
export interface OlmClusterProps extends StudyOptions {
  /** What to render besides the Namespaces. @default everything */
  readonly only?: readonly EmitSet[];
  /** The mildest finding that makes synthesis fail. @default 'error' */
  readonly failOn?: FailOn;
  /** Accept failed and uncertain CSVs: what OLM leaves standing is the result. @default false */
  readonly allowFailed?: boolean;
  /** Keep the CSVs of global groups from being copied into every namespace (OLMConfig `disableCopiedCSVs`). @default as an OLMConfig given to addManifest says */
  readonly disableCopiedCSVs?: boolean;
}

/** Settings of a namespace. */
export interface NamespaceOptions {
  /** Labels, which selectors look at. @default none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations. @default none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** The namespace is made elsewhere: the rules know of it, but no Namespace is rendered. @default false */
  readonly existing?: boolean;
}

const SYMBOL = Symbol.for('cdk8s-olm.OlmCluster');

/**
 * The desired state of one cluster: namespaces, OperatorGroups and their operators.
 *
 * Constructs below it only declare. When the app synthesises, the rules run over all of them, and what they give
 * rise to appears in one chart for each namespace and one for cluster-scoped objects; inside a chart, all of it
 * appears in that chart. Bad input, failed CSVs and uncertain outcomes make synthesis fail.
 *
 * @example
 * const cluster = new OlmCluster(app, 'prod');
 * cluster.addNamespace('team-a', { labels: { tenant: 'a' } });
 */
export class OlmCluster extends Construct {
  /** The cluster that a construct is part of. @throws Error when it is part of none */
  static of(construct: Construct): OlmCluster {
    const cluster = construct.node.scopes.findLast((scope) => OlmCluster.isOlmCluster(scope));
    if (!cluster) throw new Error(`${construct.node.path} is not inside an OlmCluster`);
    return cluster as OlmCluster;
  }

  /** Whether a value is an OlmCluster of any copy of this package. */
  static isOlmCluster(value: unknown): value is OlmCluster {
    return typeof value === 'object' && value !== null && SYMBOL in value;
  }

  private readonly props: OlmClusterProps;
  private readonly namespaces = new Map<string, NamespaceOptions>();
  private readonly documents: ParsedDocument[] = [];
  private readonly placed: PlacedBundle[] = [];
  private derived: Construct[] = [];
  private synthesised?: { readonly messages: string[]; readonly resolution?: Resolution; readonly findings: readonly Finding[] };

  /**
   * @param scope an App, to get a file for each namespace, or any construct inside a Chart
   */
  constructor(scope: Construct, id: string, props: OlmClusterProps = {}) {
    super(scope, id);
    Object.defineProperty(this, SYMBOL, { value: true });
    this.props = props;
    this.node.addValidation({ validate: () => this.synthesise().messages });
  }

  /**
   * Adds a namespace. Naming one again replaces its settings.
   *
   * @param name at most 63 lower-case letters, digits and `-`
   */
  addNamespace(name: string, options: NamespaceOptions = {}): this {
    this.namespaces.set(name, options);
    return this.changed();
  }

  /**
   * Tells the rules of objects that the cluster has and that are not to be rendered: Namespaces, CRDs, APIServices,
   * ServiceAccounts, ClusterRoles, OLMConfig. Other kinds are passed over.
   *
   * @throws Error for OperatorGroups and ClusterServiceVersions, which have constructs
   */
  addManifest(...manifests: Readonly<Record<string, unknown>>[]): this {
    for (const manifest of manifests) {
      const { apiVersion, kind, items, metadata } = manifest as {
        apiVersion?: unknown;
        kind?: unknown;
        items?: unknown;
        metadata?: { name?: unknown; labels?: Record<string, string> };
      };
      if (kind === 'OperatorGroup' || kind === 'ClusterServiceVersion') {
        const way = kind === 'OperatorGroup' ? 'an OperatorGroup with new OperatorGroup(…)' : `a ${kind} with group.addOperator(…)`;
        throw new Error(`${this.node.path}: declare ${way}, so that it is rendered`);
      }
      if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)) this.addManifest(...items);
      else if (kind === 'Namespace' && apiVersion === 'v1' && typeof metadata?.name === 'string')
        this.addNamespace(metadata.name, { ...(metadata.labels ? { labels: metadata.labels } : {}), existing: true });
      else this.declare(manifest, this);
    }
    return this;
  }

  /**
   * The verdicts on all CSVs as declared so far.
   *
   * @throws Error when what is declared is not valid
   */
  get resolution(): Resolution {
    const { resolution, messages } = this.synthesise();
    if (!resolution) throw new Error(messages.join('\n'));
    return resolution;
  }

  /** What a person should know of the cluster as declared so far. */
  get findings(): readonly Finding[] {
    return this.synthesise().findings;
  }

  /** @internal Takes a manifest from a construct of the cluster. */
  declare(manifest: Readonly<Record<string, unknown>>, from: Construct, source?: SourceReference): void {
    const index = this.documents.length;
    this.documents.push({
      value: plainData(manifest),
      source: source ?? { file: from.node.path, document: index, path: [] },
    });
    this.changed();
  }

  /** @internal Takes a CSV into a namespace. */
  declareOperator({ manifest, source }: ClusterServiceVersion, namespace: string, from: Construct): void {
    const metadata = (manifest.metadata ?? {}) as Readonly<Record<string, unknown>>;
    this.declare({ ...manifest, metadata: { ...metadata, namespace } }, from, source);
  }

  /** @internal Takes a bundle into a namespace. */
  declareBundle({ content }: Bundle, namespace: string): void {
    this.placed.push({ bundle: content, namespace });
    this.changed();
  }

  /** @internal Makes sure that a namespace is there. */
  requireNamespace(name: string): void {
    if (!this.namespaces.has(name)) this.addNamespace(name);
  }

  private changed(): this {
    this.synthesised = undefined;
    return this;
  }

  /** Runs the rules and adds the derived objects; does nothing when nothing has changed since the last time. */
  private synthesise(): NonNullable<OlmCluster['synthesised']> {
    if (this.synthesised) return this.synthesised;
    for (const construct of this.derived) construct.node.scope?.node.tryRemoveChild(construct.node.id);
    this.derived = [];

    const { cluster, problems } = readCluster([...this.namespaceDocuments(), ...this.documents], { placed: this.placed });
    const locator = createLocator(readFile);
    const errors = problems.filter(isError).map((problem) => formatProblem(locator.locate(problem)));
    if (errors.length > 0) {
      this.synthesised = { messages: errors, findings: [] };
      return this.synthesised;
    }
    const { only = EMIT_SETS, failOn = 'error', allowFailed = false, disableCopiedCSVs = cluster.copiedCSVsDisabled } = this.props;
    const { resolution, rendered, findings } = study({ ...cluster, copiedCSVsDisabled: disableCopiedCSVs }, this.props);
    const messages = failing(findings, failOn, allowFailed).map(
      ({ id, subject, message, fix }) => `${id}: ${formatReference(subject)}: ${message}; ${fix}`,
    );
    if (messages.length === 0) {
      const wanted = rendered.filter(({ emitSet }) => only.includes(emitSet));
      const declared = this.declaredObjects();
      // A copy holds no text that its original does not hold.
      const originals = wanted.filter(({ copies }) => !copies).map(({ object }) => object);
      messages.push(...[...declared, ...originals].flatMap(unwritableText));
      const keep = (object: KubernetesObject): KubernetesObject => keepText(object) as KubernetesObject;
      const objects = [...declared.map(keep), ...expand(wanted.map((item) => ({ ...item, object: keep(item.object) })))];
      this.derived = addDerived(this, objects);
      const app = appOf(this.node.root);
      if (app) messages.push(...sharedFiles(app));
    }
    this.synthesised = { messages, resolution, findings };
    return this.synthesised;
  }

  private namespaceDocuments(): ParsedDocument[] {
    return [...this.namespaces].map(([name, { labels, annotations }]) => ({
      value: {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name, ...(labels ? { labels } : {}), ...(annotations ? { annotations } : {}) },
      },
      source: { file: this.node.path, document: 0, path: [] },
    }));
  }

  /** What is rendered as it was declared: the namespaces, and OLM's settings where they are not the default. */
  private declaredObjects(): KubernetesObject[] {
    const namespaces = this.namespaceDocuments()
      .map(({ value }) => value as KubernetesObject)
      .filter(({ metadata }) => !this.namespaces.get(metadata.name)?.existing);
    if (!this.props.disableCopiedCSVs) return namespaces;
    return [
      ...namespaces,
      OlmConfig.manifest({ metadata: { name: 'cluster' }, spec: { features: { disableCopiedCsVs: true } } }) as KubernetesObject,
    ];
  }
}

/** The text of a file that a CSV came from; constructs without a file have none. */
function readFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
