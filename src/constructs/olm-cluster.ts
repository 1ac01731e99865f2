/** OlmCluster: the desired state of one cluster, resolved and rendered when the app is synthesised. */

import { type ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { z } from 'zod';
import { OlmConfig } from '../../imports/operators.coreos.com.js';
import { unwrapped, valuesOf } from '../base/inside/index.js';
import { isDnsLabel } from '../base/kubernetes/names.js';
import { formatReference, type KubernetesObject } from '../base/kubernetes/object.js';
import type { ParsedDocument } from '../base/manifest/parse.js';
import { isMapping, plainData } from '../base/manifest/plain-data.js';
import { type OperatorVerdict, verdictOf } from '../olm/evaluate/operator-verdict.js';
import type { Finding } from '../olm/model/finding.js';
import { CERTIFICATE_CHOICES, type InstallChoices, type InstallOptions } from '../olm/model/install-options.js';
import type { Finishing } from '../olm/render/finishing.js';
import { OLM_LAYOUT } from '../olm/render/layout.js';
import { EMIT_SETS, type EmitSet } from '../olm/render/rendered.js';
import type { Resolution } from '../olm/rules/resolution.js';
import { clustersAround, documentOf, isLate, objectsAround, ownKinds, stamp } from './app-objects.js';
import { checkArguments, FLAG, METADATA, oneOf, placeOf, RULE_SETTINGS, setting, settings, TEXT } from './arguments.js';
import { type DerivedObject, inConstructOrder, refusedChanges, selectedLabels } from './derived.js';
import { DerivedTree } from './derived-tree.js';
import { appOf, sharedFiles } from './file-names.js';
import { hookNode, isInTree, passOn, standFor } from './node-hooks.js';
import { metadataOf, type WithMetadata } from './object-metadata.js';
import { documentKey, isSameInput, labelled, synthesis } from './synthesis.js';
import type { Declaration, Declared, Inputs, Remark, Synthesis } from './synthesis-inputs.js';
import { resolutions, resolveTokens, snapshot } from './tokens.js';
import type { OlmValidationProps } from './validation.js';

/** Settings of an OlmCluster. */
export interface OlmClusterProps extends OlmValidationProps {
  /**
   * Render manifests that run the operators without OLM, instead of manifests for OLM. @default false, except for the groups and operators
   * that set it themselves
   */
  readonly install?: boolean | InstallChoices;
  /** Changes to all rendered objects: other image registries, pull secrets, Argo CD's sync waves. @default none */
  readonly finishing?: Finishing;
  /** What to render in addition to the Namespaces: `olm`, `rbac` and `install`. @default everything that is needed */
  readonly only?: EmitSet[];
  /** The namespace whose catalogs every namespace can use. @default the one that most Subscriptions name */
  readonly globalCatalogNamespace?: string;
  /** Whether the dependencies of the chosen operators are installed, too. @default true */
  readonly dependencies?: boolean;
  /** Ids of findings and codes of problems that are not printed, unless they make synthesis fail. @default none */
  readonly acknowledge?: string[];
  /** Render the permissions that the ServiceAccounts of OperatorGroups and ClusterExtensions lack. @default false */
  readonly installers?: boolean;
  /** Accept groups with target namespaces that the app does not declare. To allow a single namespace, use `addNamespace(name, { existing: true })`. @default false: synthesis fails */
  readonly allowMissingTargets?: boolean;
  /** Do not copy the CSVs of global groups into every namespace (OLMConfig `disableCopiedCSVs`). @default the value of the OLMConfig in addManifest */
  readonly disableCopiedCSVs?: boolean;
}

const CLUSTER_PROPS = settings({
  ...RULE_SETTINGS,
  globalCatalogNamespace: setting('globalCatalogNamespace'),
  only: z.array(oneOf(EMIT_SETS), 'a list of parts').optional(),
  install: z
    .union(
      [
        FLAG,
        settings({
          certificates: setting('certificates'),
          issuer: settings({ kind: oneOf(['Issuer', 'ClusterIssuer']), name: TEXT('the name of an issuer') }).optional(),
          descoped: FLAG.optional(),
        }),
      ],
      `true, false, or an object with certificates (${CERTIFICATE_CHOICES.join(', ')}), issuer ({ kind, name }) and descoped`,
    )
    .optional(),
  finishing: settings({
    imageRegistries: z.array(z.any(), 'a list of registries').optional(),
    pullSecrets: z.array(TEXT('the name of a Secret'), 'a list of names of Secrets').optional(),
    argocd: FLAG.optional(),
  }).optional(),
  dependencies: FLAG.optional(),
  installers: FLAG.optional(),
  acknowledge: z.array(TEXT('the id of a finding'), 'a list of ids of findings').optional(),
  allowMissingTargets: FLAG.optional(),
  disableCopiedCSVs: FLAG.optional(),
});

/** Settings of a namespace. */
export interface NamespaceOptions extends WithMetadata {
  /** The namespace is created outside of this app: the rules use it, but no Namespace is rendered. @default false */
  readonly existing?: boolean;
}

const NAMESPACE = settings({
  name: z.string('the name of a namespace').refine(isDnsLabel, 'the name of a namespace: at most 63 lower-case letters, digits and -'),
  options: settings({ ...METADATA, existing: FLAG.optional() }),
});
const MANIFESTS = z.array(z.custom(isMapping, 'manifests as plain objects'));

const NOTHING: Synthesis = { errors: [], notes: [], findings: [], items: [], layout: OLM_LAYOUT };

const SYMBOL = Symbol.for('cdk8s-olm.OlmCluster');

type NamespaceDocument = ParsedDocument & Pick<NamespaceOptions, 'existing'>;

/** A result, and its inputs. */
interface Made extends Synthesis {
  readonly inputs?: Inputs;
  /** Changes with any added, removed or changed construct; values behind tokens are not included. */
  readonly stamp: string;
  /** Whether the inputs contain tokens. */
  readonly isLate: boolean;
}

/**
 * The desired state of one cluster: namespaces, OperatorGroups and their operators.
 *
 * Constructs inside it only declare objects. At synthesis, the rules read all of them, and the Namespaces, CRDs, accounts, roles and
 * bindings that other constructs of the app create. In an App, each namespace gets its own chart and file; cluster-scoped objects get another
 * file. With several clusters in an App, the names of the files begin with the path of the cluster. Inside a chart, all objects appear in
 * that chart. Bad input, failed CSVs and uncertain outcomes make synthesis fail; warnings and notes are printed on standard error.
 *
 * @example
 * const cluster = new OlmCluster(app, 'prod');
 * cluster.addNamespace('team-a', { labels: { tenant: 'a' } });
 */
export class OlmCluster extends Construct {
  /** The cluster that a construct is part of. @throws Error if it is not part of one */
  static of(construct: Construct): OlmCluster {
    const cluster = construct.node.scopes.findLast((scope) => OlmCluster.isOlmCluster(scope));
    if (!cluster)
      throw new Error(
        `${construct.node.path} is not inside an OlmCluster; make one, new OlmCluster(app, 'prod'), and give it, or a construct inside it, as the first argument`,
      );
    return cluster as OlmCluster;
  }

  /** Whether a value is an OlmCluster of any copy of this package. */
  static isOlmCluster(value: unknown): value is OlmCluster {
    return typeof value === 'object' && value !== null && SYMBOL in value;
  }

  private readonly props: OlmClusterProps;
  private readonly namespaces: (readonly [name: string, options: NamespaceOptions])[] = [];
  private readonly declarations: Declaration[] = [];
  /** Constructs that represent some of the derived objects. */
  private readonly members = new Map<Construct, () => readonly Construct[]>();
  private readonly tree: DerivedTree;
  private readonly printed = new Set<string>();
  private version = 0;
  private made: Made = { ...NOTHING, stamp: '', isLate: false };
  /** @internal During a synthesis, requests return the current objects. */
  _isMaking = false;

  /**
   * @param scope an App, for one file per namespace, or any construct inside a Chart
   * @throws TypeError for a wrong setting
   */
  constructor(scope: Construct, id: string, props: OlmClusterProps = {}) {
    super(scope, id);
    Object.defineProperty(this, SYMBOL, { value: true });
    checkArguments(placeOf(this), CLUSTER_PROPS, props);
    this.props = props;
    this.tree = new DerivedTree(this);
    hookNode(this, 'children', () => {
      this.make();
      return inConstructOrder(this, this.tree.roots);
    });
    if (this.tree.hasCharts) this._standsFor(this, () => this.tree.charts);
    this.node.addValidation({ validate: () => this.messages() });
  }

  /**
   * The objects that are rendered from the declarations so far. Labels, annotations and patches that you add are kept when the objects
   * are rendered again.
   */
  get apiObjects(): ApiObject[] {
    return [...this._derivedObjects()];
  }

  /**
   * Adds a namespace, once.
   *
   * @param name at most 63 lower-case letters, digits and `-`
   * @throws TypeError for a wrong argument, or a name that was added before
   */
  addNamespace(name: string, options: NamespaceOptions = {}): this {
    const place = placeOf(this, 'addNamespace');
    checkArguments(place, NAMESPACE, { name, options });
    if (this.namespaces.some(([other]) => other === name)) throw new TypeError(`${place}: ${name} was added before; add it once`);
    this.namespaces.push([name, options]);
    return this.changed();
  }

  /**
   * Adds objects that exist in the cluster and are not part of this app: Namespaces, CRDs, APIServices, ServiceAccounts,
   * ClusterRoles, OLMConfig. They are not rendered. Other kinds are ignored.
   *
   * @throws Error for OperatorGroups and ClusterServiceVersions, which have constructs
   */
  addManifest(...manifests: { readonly [field: string]: unknown }[]): this {
    checkArguments(placeOf(this, 'addManifest'), MANIFESTS, manifests);
    for (const manifest of valuesOf(manifests.map((value) => ({ value })))) {
      const { apiVersion, kind, metadata } = manifest as {
        apiVersion?: unknown;
        kind?: unknown;
        metadata?: { name?: unknown; labels?: Record<string, string> };
      };
      if (kind === 'OperatorGroup' || kind === 'ClusterServiceVersion')
        throw new Error(`${this.node.path}: ${declareInstead(kind)}, or it would not be rendered`);
      if (kind === 'Namespace' && apiVersion === 'v1' && typeof metadata?.name === 'string')
        this.addNamespace(metadata.name, { ...(metadata.labels ? { labels: metadata.labels } : {}), existing: true });
      else {
        const value = snapshot(manifest) as Record<string, unknown>;
        this._declare(this, () => ({ manifests: [{ value: resolveTokens(value, this) }] }));
      }
    }
    return this;
  }

  /**
   * The decisions of the rules about all declarations so far, with the types of `cdk8s-olm/core`.
   *
   * @throws Error if a declaration is not valid
   * @jsii ignore
   */
  get resolution(): Resolution {
    const { resolution, errors } = this.make();
    if (!resolution) throw new Error(errors.map((error) => this.said(error)).join('\n'));
    return resolution;
  }

  /** The verdicts on all CSVs declared so far. @throws Error if a declaration is not valid */
  get verdicts(): OperatorVerdict[] {
    return this.resolution.csvs.map(verdictOf);
  }

  /** The findings for the cluster as declared so far. */
  get findings(): Finding[] {
    return [...this.make().findings];
  }

  /** @internal Adds a construct's declarations for the cluster. They are read in each run of the rules. */
  _declare(from: Construct, read: () => Declared): void {
    this.declarations.push({ from, read });
    this.changed();
  }

  /** @internal Lets a construct represent derived objects in dependencies. */
  _standsFor(construct: Construct, objects: () => readonly Construct[]): void {
    this.members.set(construct, objects);
    standFor(construct, () => {
      this.make();
      return objects();
    });
  }

  /** @internal The derived objects. @throws Error if a declaration is not valid */
  _derivedObjects(): readonly DerivedObject[] {
    const { errors } = this.make();
    if (errors.length > 0) throw new Error(errors.map((error) => this.said(error)).join('\n'));
    return this.tree.objects;
  }

  /** @internal The constructs with declarations, each once. */
  get _declarants(): readonly Construct[] {
    return [...new Set(this.live.map(({ from }) => from))];
  }

  /** @internal The current derived objects, without a new synthesis. */
  get _heldObjects(): readonly DerivedObject[] {
    return this.tree.objects;
  }

  /** The declarations of constructs that nobody has removed. */
  private get live(): readonly Declaration[] {
    return this.declarations.filter(({ from }) => isInTree(from));
  }

  private changed(): this {
    this.version += 1;
    return this;
  }

  /** The messages that make synthesis fail. Older versions of constructs refuse a method named `validate`. */
  private messages(): string[] {
    const { errors, notes } = this.make();
    const known = new Set(resolveTokens(this.props.acknowledge, this) ?? []);
    for (const { path = this.node.path, text, id } of notes) {
      const line = `[${path}] ${text}`;
      // console.warn would add a stack trace under jest.
      if (!this.printed.has(line) && !known.has(id ?? '')) process.stderr.write(`${line}\n`);
      this.printed.add(line);
    }
    const app = appOf(this.node.root);
    const selected = selectedLabels(this.tree.objects);
    return [
      ...errors.map((error) => this.said(error)),
      ...this.tree.problems,
      ...this.tree.objects.flatMap((object) => refusedChanges(object, selected).map((problem) => `${object.node.path}: ${problem}`)),
      ...(app ? sharedFiles(app) : []),
    ];
  }

  /** The text of a remark. cdk8s names this construct before the text. */
  private said({ path, text }: Remark): string {
    return path === undefined || path === this.node.path || text.includes(path) ? text : `${path}: ${text}`;
  }

  /** Runs the rules and updates the derived objects, if something has changed. */
  private make(): Synthesis {
    if (this._isMaking) return this.made;
    this._isMaking = true;
    try {
      const around = objectsAround(this, OlmCluster.isOlmCluster);
      const prefix = this.prefix();
      const seen = [this.version, this.live.length, prefix, ...around.map(stamp)].join('\n');
      if (this.made.isLate || this.made.stamp !== seen) {
        const before = resolutions();
        const made = this.remade(around, prefix);
        this.made = { ...made, stamp: seen, isLate: resolutions() > before || around.some(isLate) };
      }
      for (const [construct, objects] of this.members) passOn(construct, objects);
      return this.made;
    } finally {
      this._isMaking = false;
    }
  }

  private remade(around: readonly ApiObject[], prefix: string): Omit<Made, 'stamp' | 'isLate'> {
    let inputs: Inputs;
    try {
      inputs = { ...this.inputs(around), prefix };
    } catch (error) {
      return { ...NOTHING, errors: [{ text: (error as Error).message }] };
    }
    if (this.made.inputs && isSameInput(this.made.inputs, inputs)) return this.made;
    const result = synthesis(inputs);
    // With errors, nothing is written, and changes to the objects stay until the errors are resolved.
    if (result.errors.length === 0) this.tree.hold(result.items, result.layout, prefix);
    return { ...result, inputs };
  }

  /** The prefix of file names, so that each of several clusters in an App has its own files. */
  private prefix(): string {
    const rivals = clustersAround(this, OlmCluster.isOlmCluster).filter(({ node }) => !node.scopes.some((scope) => Chart.isChart(scope)));
    return rivals.length > 1 ? `${this.node.path.replaceAll('/', '-')}-` : '';
  }

  private inputs(around: readonly ApiObject[]): Omit<Inputs, 'prefix'> {
    const declared = this.live.map(({ from, read }) => ({ from, says: read() }));
    const found = unwrapped(around.map(documentOf));
    const own = found.flatMap(({ value, source }) => ownKinds(value).map((reference) => ({ ...reference, path: source.file })));
    if (own.length > 0) {
      const place = ({ path, ...reference }: (typeof own)[number]): string => `${path}: ${formatReference(reference)}`;
      throw new Error(own.map((one) => `${place(one)} is not seen by the rules; ${declareInstead(one.kind)}`).join('\n'));
    }
    const props = resolveTokens(this.props, this);
    checkArguments(placeOf(this), CLUSTER_PROPS, props);

    const paths = new Map<string, string>();
    const note = (value: unknown, path: string): void => {
      if (!isMapping(value) || !isMapping(value.metadata)) return;
      const { name, namespace } = value.metadata as { name: string; namespace?: string };
      paths.set(formatReference({ kind: String(value.kind), ...(namespace ? { namespace } : {}), name }), path);
    };
    const documents = declared
      .flatMap(({ from, says }) => (says.manifests ?? []).map((manifest) => ({ ...manifest, from })))
      .map(({ value, source: given, from }, document): ParsedDocument => {
        const source = given ?? { file: from.node.path, document, path: [] };
        paths.set(documentKey(source), from.node.path);
        note(value, from.node.path);
        return { value: plainData(value), source };
      });
    for (const { value, source } of found) note(value, source.file);
    for (const { from, says } of declared) {
      for (const { bundle, namespace } of says.bundles ?? []) {
        paths.set(formatReference({ kind: 'ClusterServiceVersion', namespace, name: bundle.name }), from.node.path);
      }
    }
    const labels = this.chartLabels();
    const made = new Set(found.flatMap(({ value }) => namespacesIn(value)));
    const needed = declared.flatMap(({ says }) => says.namespace ?? []).filter((name) => !made.has(name));
    const namespaces = this.namespaceDocuments(needed, labels);
    const catalogs = declared.flatMap(({ says }) => says.catalogs ?? []);
    return {
      documents: [...namespaces, ...documents, ...found],
      installed: declared.flatMap(({ says }) => says.bundles ?? []),
      catalogs: catalogs.flatMap(({ blobs }) => blobs),
      bundles: catalogs.flatMap(({ bundles }) => bundles),
      declared: this.declaredObjects(namespaces, labels, props),
      labels,
      paths,
      options: {
        ...props,
        install: installOptions(
          props,
          declared.map(({ says }) => says),
        ),
      } as Inputs['options'],
    };
  }

  private chartLabels(): Record<string, string> {
    const chart = this.node.scopes.findLast((scope) => Chart.isChart(scope)) as Chart | undefined;
    return chart ? resolveTokens(chart.labels, this) : {};
  }

  private namespaceDocuments(needed: readonly string[], labels: Readonly<Record<string, string>>): NamespaceDocument[] {
    const added = resolveTokens(this.namespaces, this);
    for (const [name, options] of added) checkArguments(placeOf(this, 'addNamespace'), NAMESPACE, { name, options });
    const own = new Map(added);
    if (own.size < added.length) throw new TypeError(`${placeOf(this, 'addNamespace')}: a name was added several times`);
    return [...new Set([...own.keys(), ...needed])].map((name) => {
      const { existing, ...given } = own.get(name) ?? {};
      const value: KubernetesObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, ...metadataOf(given) } };
      return {
        value: plainData(existing ? value : labelled(value, labels)),
        source: { file: this.node.path, document: 0, path: [] },
        existing,
      };
    });
  }

  /** Declarations that are rendered unchanged: the namespaces, and OLM's settings if they are not the default. */
  private declaredObjects(
    namespaces: readonly NamespaceDocument[],
    labels: Readonly<Record<string, string>>,
    { disableCopiedCSVs }: OlmClusterProps,
  ): KubernetesObject[] {
    const rendered = namespaces.flatMap(({ value, existing }) => (existing ? [] : (value as KubernetesObject)));
    if (!disableCopiedCSVs) return rendered;
    const config = OlmConfig.manifest({ metadata: { name: 'cluster' }, spec: { features: { disableCopiedCsVs: true } } });
    return [...rendered, labelled(config as KubernetesObject, labels)];
  }
}

/** The options for installing operators without OLM, if there are such operators. */
function installOptions({ install }: OlmClusterProps, declared: readonly Declared[]): InstallOptions | undefined {
  if (install) return install === true ? {} : install;
  const namespaces = declared.flatMap(({ withoutOlm }) => withoutOlm?.namespaces ?? []);
  const operators = declared.flatMap(({ withoutOlm }) => withoutOlm?.operators ?? []);
  return namespaces.length + operators.length === 0 ? undefined : { only: { namespaces, operators } };
}

function declareInstead(kind: string): string {
  return `declare ${kind === 'OperatorGroup' ? 'an OperatorGroup with new OperatorGroup(…)' : `a ${kind} with group.addOperator(…)`} instead`;
}

function namespacesIn(value: unknown): string[] {
  return valuesOf([{ value }]).flatMap((each) =>
    isMapping(each) && each.kind === 'Namespace' && isMapping(each.metadata) ? [String(each.metadata.name)] : [],
  );
}
