/** OlmCluster: the desired state of one cluster, resolved and rendered when the app is synthesised. */

import { readFileSync } from 'node:fs';
import { Construct } from 'constructs';
import { OlmConfig } from '../../imports/operators.coreos.com.js';
import { isCatalogBlob } from '../catalog/catalog-blobs.js';
import { allWishes, wishesOfBundles, wishesOfDocuments } from '../catalog/wishes.js';
import { installLayout, OLM_LAYOUT } from '../deliver/layout.js';
import { type EvaluateOptions, evaluate } from '../evaluate.js';
import { expand } from '../kubernetes/copies.js';
import { formatReference, type KubernetesObject } from '../kubernetes/object.js';
import { formatProblem } from '../manifest/format-problem.js';
import { createLocator } from '../manifest/locate.js';
import type { ParsedDocument } from '../manifest/parse.js';
import { plainData } from '../manifest/plain-data.js';
import { isError, type SourceReference } from '../manifest/problem.js';
import { type FailOn, type Finding, failing } from '../model/finding.js';
import type { InstallOptions } from '../model/install-options.js';
import type { InstalledBundle } from '../read/install-bundles.js';
import { readCluster } from '../read/read-cluster.js';
import { type Finishing, finished } from '../render/finishing.js';
import { ofSets } from '../render/index.js';
import { compareInstallOrder } from '../render/install/phases.js';
import type { EmitSet } from '../render/rendered.js';
import type { Resolution } from '../rules/resolve.js';
import type { OpenFiles } from '../source/read-resolver-files.js';
import { addDerived } from './add-derived.js';
import type { Bundle } from './bundle.js';
import type { ClusterServiceVersion } from './cluster-service-version.js';
import { appOf, sharedFiles } from './file-names.js';
import { keepText, unwritableText } from './keep-text.js';

/** Settings of an OlmCluster. */
export interface OlmClusterProps extends Omit<EvaluateOptions, 'install'> {
  /**
   * Render what runs the operators without OLM, instead of what OLM is given. @default false, except for the groups and operators
   * that set it themselves
   */
  readonly install?: boolean | Omit<InstallOptions, 'only'>;
  /** What is done to the objects last: other registries, pull secrets, Argo CD's sync waves. @default nothing */
  readonly finishing?: Finishing;
  /** What to render in addition to the Namespaces. @default everything */
  readonly only?: readonly EmitSet[];
  /** Whether operators that others need come along with Subscriptions. @default true */
  readonly dependencies?: boolean;
  /** The lowest severity that makes synthesis fail. @default 'error' */
  readonly failOn?: FailOn;
  /** Accept failed and uncertain CSVs. The result is what OLM leaves in the cluster. @default false */
  readonly allowFailed?: boolean;
  /** Do not copy the CSVs of global groups into every namespace (OLMConfig `disableCopiedCSVs`). @default the value of an OLMConfig given to addManifest */
  readonly disableCopiedCSVs?: boolean;
}

/** Settings of a namespace. */
export interface NamespaceOptions {
  /** Labels, which selectors use. @default none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations. @default none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** The namespace is created elsewhere: the rules use it, but no Namespace is rendered. @default false */
  readonly existing?: boolean;
}

/** What a catalog offers: its blobs, and bundle folders that are read when something asks for them. */
interface Offered {
  readonly blobs: readonly ParsedDocument[];
  readonly opened: OpenFiles;
}

const SYMBOL = Symbol.for('cdk8s-olm.OlmCluster');

/**
 * The desired state of one cluster: namespaces, OperatorGroups and their operators.
 *
 * Constructs below it only declare. When the app is synthesised, the rules run over all of them. The resulting objects
 * appear in one chart for each namespace and one for cluster-scoped objects. Inside a chart, all of them appear in
 * that chart. Bad input, failed CSVs and uncertain outcomes make synthesis fail.
 *
 * @example
 * const cluster = new OlmCluster(app, 'prod');
 * cluster.addNamespace('team-a', { labels: { tenant: 'a' } });
 */
export class OlmCluster extends Construct {
  /** The cluster that a construct is part of. @throws Error if it is not part of one */
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
  private readonly installed: InstalledBundle[] = [];
  private readonly withoutOlm = { namespaces: new Set<string>(), operators: new Set<string>() };
  private readonly offered = new Map<string, Offered>();
  private derived: Construct[] = [];
  private synthesised?: { readonly messages: string[]; readonly resolution?: Resolution; readonly findings: readonly Finding[] };

  /**
   * @param scope an App, for one file per namespace, or any construct inside a Chart
   */
  constructor(scope: Construct, id: string, props: OlmClusterProps = {}) {
    super(scope, id);
    Object.defineProperty(this, SYMBOL, { value: true });
    this.props = props;
    this.node.addValidation({ validate: () => this.synthesise().messages });
  }

  /**
   * Adds a namespace. Adding the same name again replaces its settings.
   *
   * @param name at most 63 lower-case letters, digits and `-`
   */
  addNamespace(name: string, options: NamespaceOptions = {}): this {
    this.namespaces.set(name, options);
    return this.changed();
  }

  /**
   * Adds objects that exist in the cluster and are not rendered: Namespaces, CRDs, APIServices, ServiceAccounts,
   * ClusterRoles, OLMConfig. Other kinds are ignored.
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
        throw new Error(`${this.node.path}: declare ${way} instead, or it would not be rendered`);
      }
      if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)) this.addManifest(...items);
      else if (kind === 'Namespace' && apiVersion === 'v1' && typeof metadata?.name === 'string')
        this.addNamespace(metadata.name, { ...(metadata.labels ? { labels: metadata.labels } : {}), existing: true });
      else this.declare(manifest, this);
    }
    return this;
  }

  /**
   * The verdicts for all CSVs declared so far.
   *
   * @throws Error if a declaration is not valid
   */
  get resolution(): Resolution {
    const { resolution, messages } = this.synthesise();
    if (!resolution) throw new Error(messages.join('\n'));
    return resolution;
  }

  /** The findings for the cluster as declared so far. */
  get findings(): readonly Finding[] {
    return this.synthesise().findings;
  }

  /** @internal Adds a manifest of a construct in the cluster. */
  declare(manifest: Readonly<Record<string, unknown>>, from: Construct, source?: SourceReference): void {
    const index = this.documents.length;
    this.documents.push({
      value: plainData(manifest),
      source: source ?? { file: from.node.path, document: index, path: [] },
    });
    this.changed();
  }

  /** @internal Adds a CSV to a namespace. */
  declareOperator({ manifest, source }: ClusterServiceVersion, namespace: string, from: Construct): void {
    const metadata = (manifest.metadata ?? {}) as Readonly<Record<string, unknown>>;
    this.declare({ ...manifest, metadata: { ...metadata, namespace } }, from, source);
  }

  /** @internal Adds a bundle to a namespace. */
  declareBundle({ content }: Bundle, namespace: string): void {
    this.installed.push({ bundle: content, namespace });
    this.changed();
  }

  /** @internal Lets the operators of a namespace, or one of them, run without OLM. */
  installWithoutOlm(namespace: string, csv?: string): void {
    if (csv === undefined) this.withoutOlm.namespaces.add(namespace);
    else this.withoutOlm.operators.add(`${namespace}/${csv}`);
    this.changed();
  }

  /** How operators are installed without OLM, if any are. */
  private installOptions(): InstallOptions | undefined {
    const { install } = this.props;
    if (install) return install === true ? {} : install;
    const [namespaces, operators] = [[...this.withoutOlm.namespaces], [...this.withoutOlm.operators]];
    return namespaces.length + operators.length === 0 ? undefined : { only: { namespaces, operators } };
  }

  /** @internal Takes what a catalog offers, under the name `namespace/name`. */
  declareCatalog(key: string, opened: OpenFiles): void {
    const { documents } = opened;
    const blobs = documents
      .filter(({ value }) => isCatalogBlob(value))
      .map(({ value, source }) => ({ value: { ...(value as object), catalog: key }, source }));
    this.offered.set(key, { blobs, opened });
    this.changed();
  }

  /** @internal The catalogs, as `namespace/name`. */
  get catalogs(): readonly string[] {
    return [...this.offered.keys()];
  }

  /** @internal Adds a namespace if it is missing. */
  requireNamespace(name: string): void {
    if (!this.namespaces.has(name)) this.addNamespace(name);
  }

  private changed(): this {
    this.synthesised = undefined;
    return this;
  }

  /** Runs the rules and adds the derived objects. Does nothing if nothing has changed since the last time. */
  private synthesise(): NonNullable<OlmCluster['synthesised']> {
    if (this.synthesised) return this.synthesised;
    for (const construct of this.derived) construct.node.scope?.node.tryRemoveChild(construct.node.id);
    this.derived = [];

    const offered = [...this.offered.values()];
    const catalogs = offered.flatMap(({ blobs }) => blobs);
    const wishes = allWishes([
      wishesOfDocuments([...this.documents, ...catalogs]),
      wishesOfBundles(this.installed.map(({ bundle }) => bundle)),
    ]);
    const libraries = offered.map(({ opened }) => opened.library);
    const { cluster, problems } = readCluster([...this.namespaceDocuments(), ...this.documents], {
      installed: this.installed,
      catalogs,
      bundles: libraries.flatMap((library) => library.outlines(wishes)),
      manifestsOf: (name) => libraries.map((library) => library.manifestsOf(name)).find((bundle) => bundle),
      unreadPackages: libraries.flatMap((library) => library.packages),
      dependencies: this.props.dependencies ?? true,
    });
    const locator = createLocator(readFile);
    const unread = offered.flatMap(({ opened }) => [
      ...opened.problems,
      ...opened.library.unlocated.map((problem) => opened.locator.locate(problem)),
    ]);
    const errors = [...unread, ...problems.map((problem) => locator.locate(problem))]
      .filter(isError)
      .map((problem) => formatProblem(problem));
    if (errors.length > 0) {
      this.synthesised = { messages: errors, findings: [] };
      return this.synthesised;
    }
    const { failOn = 'error', allowFailed = false, disableCopiedCSVs = cluster.copiedCSVsDisabled } = this.props;
    const options = { ...this.props, install: this.installOptions() };
    const { resolution, rendered, findings, problems: refusals } = evaluate({ ...cluster, copiedCSVsDisabled: disableCopiedCSVs }, options);
    const refused = refusals.filter(isError).map((problem) => formatProblem(locator.locate(problem)));
    if (refused.length > 0) {
      this.synthesised = { messages: refused, resolution, findings };
      return this.synthesised;
    }
    const messages = failing(findings, failOn, allowFailed).map(
      ({ id, subject, message, fix }) => `${id}: ${formatReference(subject)}: ${message}; ${fix}`,
    );
    if (messages.length === 0) {
      // Namespaces are declared below, except those that are made elsewhere.
      const chosen = ofSets(rendered, options).filter(({ emitSet }) => emitSet !== 'namespaces');
      const wanted = finished(chosen, this.props.finishing ?? {});
      const declared = this.declaredObjects();
      // A copy contains no text that is not in its original.
      const originals = wanted.filter(({ copies }) => !copies).map(({ object }) => object);
      messages.push(...[...declared, ...originals].flatMap(unwritableText));
      const keep = (object: KubernetesObject): KubernetesObject => keepText(object) as KubernetesObject;
      const objects = [...declared.map(keep), ...expand(wanted.map((item) => ({ ...item, object: keep(item.object) })))];
      this.derived = addDerived(this, objects, options.install ? installLayout(compareInstallOrder) : OLM_LAYOUT);
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

  /** Declarations that are rendered unchanged: the namespaces, and OLM's settings if they are not the default. */
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

/** The text of the file that a CSV came from. Constructs without a file have none. */
function readFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
