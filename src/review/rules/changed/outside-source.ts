/** Reports objects that make a tool apply manifests from elsewhere, which no review of this input reads. */

import { repositoryOf } from '../../../base/kubernetes/image-owner.js';
import { formatReference, groupBy, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf, textOf } from '../../../base/kubernetes/pod-spec.js';
import { repositoryPlace } from '../../../base/kubernetes/repository-address.js';
import { walk } from '../../../base/manifest/field-path.js';
import { oncePerObject } from '../../../base/manifest/once.js';
import { isMapping, sortedText } from '../../../base/manifest/plain-data.js';
import { listed } from '../../../base/wording/phrases.js';
import type { Severity } from '../../../olm/model/finding.js';
import { objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import { settingsOf } from '../held/applied-differently.js';
import { riskRule } from '../risk-rule.js';
import type { Discovery } from '../rule.js';
import { isVersion, nameInTag, type OtherVersion, otherVersions, VALUES, type VersionStep, withoutTiming } from './delivered-version.js';
import { whatDiffers } from './documents/fields-in-words.js';
import { OWN_SERVER, withoutOwnServer } from './documents/own-server.js';
import { arePlainValues, areUnknownMarks, parametersAsValues } from './files/plain-values.js';
import { withTemplatesFilled } from './filled-templates.js';
import { isOfGuard } from './guard-names.js';
import { isDelivery } from './kind-effects.js';

/** Fields with the source of manifests, at any depth. */
const SOURCES: ReadonlySet<string> = new Set([
  'repoURL',
  'url',
  'uri',
  'repo',
  'chart',
  'bucketName',
  'package',
  'pathname',
  'image',
  'chartContent',
  'sourceRepos',
  'projectRepo',
]);
/** Fields with an image, whose next version is the same source. */
const IMAGES: ReadonlySet<string> = new Set(['image', 'package']);
/** A version of a repository that a forge packs: the repository is the source. */
const ARCHIVE = /^(https:\/\/[^/\s]{1,255}\/[^/\s]{1,255}\/[^/\s]{1,255})\/(?:archive|tarball|zipball)\/(?!.*\.\.)[\w-][\w.-]{0,255}$/;
/** Fields with the used part of a source. */
const PARTS: ReadonlySet<string> = new Set(['path', 'paths', 'recurse', 'dir', 'directories', 'ignore']);
/** Fields with the revision of a source. */
const REVISIONS: ReadonlySet<string> = new Set(['targetRevision', 'revision', 'branch', 'tag', 'ref', 'name']);
/** Fields of an ApplicationSet that discover or generate sources. */
const GENERATING: ReadonlySet<string> = new Set(['scmProvider', 'pullRequest', 'plugin', 'templatePatch', 'elementsYaml']);
/** Fields with the identity that applies the manifests. */
const IDENTITIES = ['serviceAccountName', 'serviceAccount', 'project', 'kubeConfig'] as const;

export const outsideSource = riskRule('outside-source', 'error', 'A tool applies manifests that are not read', {
  class: 'cluster',
  effect: 'unknown',
  references: ['CWE-829: Inclusion of Functionality from Untrusted Control Sphere'],
  meaning:
    "The change adds or alters an object of Argo CD, Flux, Helm or a similar tool that applies unreviewed manifests from a repository or chart. It is an error if the source, path or branch is new, the account or project changes, or a range of versions replaces one; a note for another version of a known source, another address of its repository, a number or limits of Pods, or elements of a list that an ApplicationSet loses; otherwise a warning, also for an older version or a commit instead of a version. Values that the elements of an ApplicationSet fill in are treated like fields of an Application. Schedules are not reported, nor is an Application of this repository (the clone's `origin`) whose path, in the target branch, is reviewed here.",
  attack: "A new Application names the attacker's repository, and Argo CD applies a ClusterRoleBinding from it.",
  fix: 'Review the source at that revision, pin the revision, and accept the object in the baseline.',
  compare: ({ state: base }, { state: head }) => {
    const { twinOf } = objectsOf(base);
    const known = new Set(deliveriesOf(base).flatMap((object) => [...originsOf(object).keys()]));
    return deliveriesOf(head).flatMap((object) => discoveries(object, twinOf(object), known, base, head));
  },
});

type OwnSource = NonNullable<ReturnType<NonNullable<State['ownSources']>['get']>>;

function discoveries(
  object: KubernetesObject,
  old: KubernetesObject | undefined,
  known: ReadonlySet<string>,
  base: State,
  head: State,
): Discovery[] {
  if (old && content(old, base) === content(object, head)) return [];
  // The applied content is compared as part of this cluster.
  if (head.appliedHere?.has(object) && (!old || besidesSources(old) === besidesSources(object))) return [];
  const subject = referenceTo(object);
  const origins = originsOf(object);
  const foreign = [...origins].filter(([origin]) => !known.has(origin));
  const sources = sourcesOf(object);
  // A new source is described by its name alone, without its new parts.
  const [told = []] = [sources.filter((source) => !known.has(nameOf(source))), foreign.map(([, text]) => text), sources].filter(
    (texts) => texts.length > 0,
  );
  const by = old ? otherIdentity(old, object) : undefined;
  const version = old && versionSays(old, object, base, head);
  const isNewWithoutSource = !old && origins.size === 0;
  // The applied content is reviewed where it changes; only the fact that it is applied is new.
  const own = by === undefined ? readHere(old, object, base, head) : undefined;
  const isError = own ? own.missing.length > 0 : foreign.length > 0 || by !== undefined || isNewWithoutSource;
  const verb = version?.says === undefined ? 'decides what is applied from' : 'applies';
  const from = told.length === 0 ? 'decides what is applied' : `${verb} ${listed([...new Set(told.map(withoutLongActions))])}`;
  const does = own
    ? `${appliedText(object, own.paths)} of this repository${isError ? `, which has no path ${listed(own.missing)}` : ''}`
    : `${from}${by ?? ''}${version?.says ?? ''}; what comes from there was not reviewed`;
  const differs = old && { ...whatDiffers(old, object), text: whatDiffers(...withoutOwnServer(old, object)).text };
  const isLess = !isError && old !== undefined && appliesLess(old, object);
  const isSame = !isError && old !== undefined && appliesSame(old, object, base, head);
  const values = isError || isSame || old === undefined || version ? undefined : plainValues(old, object, base, head);
  return [
    {
      ...effectOf(version, (own && !isError) || isLess || isSame || values !== undefined),
      severity: isError ? 'error' : values === 'plain' ? 'info' : isLess || own ? 'warning' : (version?.severity ?? 'warning'),
      subject,
      says: `is ${old ? 'changed' : 'new'}${isSame ? '' : ` and ${isLess ? 'applies less than before' : does}`}${version?.isAlone ? '' : (differs?.text ?? '')}`,
      fix: 'review the source at a pinned revision, and accept the object in the baseline',
      at: ['spec'],
      ...(differs ? { claims: differs.claims } : { presence: 'added' as const }),
      identity: [content(object, head)],
    },
  ];
}

/** The source of an ApplicationSet whose template has long actions: only that there is one says something. */
function withoutLongActions(source: string): string {
  return source.replace(/\{\{(?:[^}]|\}(?!\}))*\}\}/g, (action) => (action.length > LONGEST_ACTION ? '{{…}}' : action));
}

const LONGEST_ACTION = 40;

/** The paths of this repository that an object applies, if what it makes of them is read, or made as before. */
function readHere(old: KubernetesObject | undefined, object: KubernetesObject, base: State, head: State): OwnSource | undefined {
  const own = head.ownSources?.get(object);
  if (!own?.isChanged || !old) return own;
  const isAsBefore = sortedText(settingsOf(old)) === sortedText(settingsOf(object)) && base.ownSources?.get(old) !== undefined;
  return isAsBefore ? own : undefined;
}

/** The effect, if it is not that of the rule: another version of a source is not known, and content that is read is in the sets. */
function effectOf(version: VersionSays | undefined, isRead: boolean): Pick<Discovery, 'effect'> {
  if (isRead) return { effect: 'none' };
  // Another image in the values of a chart brings no permission.
  return version ? { effect: version.isOther ? 'unknown' : 'none' } : {};
}

/** Fields of an Application about how it is shown, not about what is applied, and whether that stays. */
const SHOWN: ReadonlySet<string> = new Set(['info', 'revisionHistoryLimit']);
/** Options about the order and the way of a sync, after which the same objects stand. */
const ORDER =
  /^(?:SkipDryRunOnMissingResource|CreateNamespace|ServerSideApply|ApplyOutOfSyncOnly|PruneLast|PrunePropagationPolicy|FailOnSharedResource)=/;

/** Whether the same is applied from the same place, only at other times or in another way. */
function appliesSame(old: KubernetesObject, object: KubernetesObject, base: State, head: State): boolean {
  const what = (spec: unknown): Fields => {
    const { syncPolicy, template, ...others } = Object.fromEntries(Object.entries(fieldsOf(spec)).filter(([field]) => !SHOWN.has(field)));
    const inside = fieldsOf(template);
    const { syncOptions, retry: _, ...synced } = fieldsOf(syncPolicy);
    const options = Array.isArray(syncOptions) ? syncOptions.filter((option) => !ORDER.test(String(option))) : (syncOptions ?? []);
    return {
      ...others,
      syncPolicy: { ...synced, syncOptions: options },
      ...(template === undefined ? {} : { template: { ...inside, spec: what(inside.spec) } }),
    };
  };
  const [was, is] = [old, object].map(({ spec, operation }) => sortedText([what(withoutTiming(spec)), operation]));
  return was === is && valuesOf(old, base) === valuesOf(object, head);
}

/** Whether only values of the same chart differ that its programs alone read, or marks as well. */
function plainValues(old: KubernetesObject, object: KubernetesObject, base: State, head: State): 'plain' | 'marks' | undefined {
  if (isOfGuard(object) || valuesOf(old, base) !== valuesOf(object, head)) return undefined;
  const [was, is] = [old, object].map(({ spec, operation }) => withoutValues([withoutTiming(spec), operation]));
  if (!was || !is || sortedText(was.rest) !== sortedText(is.rest) || was.values.length !== is.values.length) return undefined;
  const differing = was.values.flatMap((value, index) =>
    sortedText(value) === sortedText(is.values[index]) ? [] : [[value, is.values[index]]],
  );
  if (differing.length === 0) return undefined;
  if (differing.every(([before, after]) => arePlainValues(before, after))) return 'plain';
  return differing.every(([before, after]) => areUnknownMarks(before, after)) ? 'marks' : undefined;
}

/** The values of charts, and all but them. */
function withoutValues(said: unknown): { readonly rest: unknown; readonly values: readonly unknown[] } {
  const values: unknown[] = [];
  const rest = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rest);
    if (!isMapping(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([field, inner]) => {
        const named = field === 'parameters' ? parametersAsValues(inner) : undefined;
        if (named) {
          values.push(named.values);
          return [field, named.rest];
        }
        // A generator of an ApplicationSet has values that its template uses.
        if (!VALUES.has(field)) return [field, field === 'generators' ? inner : rest(inner)];
        values.push(inner);
        return [field, 'values'];
      }),
    );
  };
  return { rest: rest(said), values };
}

/** Whether an ApplicationSet only loses elements: all Applications that it still makes are old. */
function appliesLess(old: KubernetesObject, object: KubernetesObject): boolean {
  const [was, is] = [old, object].map(withElementsAsSets);
  if (!was || !is || was.rest !== is.rest) return false;
  return is.elements.size < was.elements.size && [...is.elements].every((element) => was.elements.has(element));
}

/** An ApplicationSet whose only generators are lists, with their elements apart. */
function withElementsAsSets({ kind, spec, operation }: KubernetesObject): { rest: string; elements: ReadonlySet<string> } | undefined {
  const { generators, ...others } = fieldsOf(spec);
  const lists = listOf(generators);
  if (kind !== 'ApplicationSet' || !lists.every((each) => Object.keys(each).join() === 'list')) return undefined;
  const elements = lists.flatMap(({ list }, index) => listOf(fieldsOf(list).elements).map((element) => `${index} ${sortedText(element)}`));
  const around = lists.map(({ list }) => ({ ...fieldsOf(list), elements: [] }));
  return { rest: sortedText([others, operation, around]), elements: new Set(elements) };
}

/** The text about another version, the worst first. */
const VERSION_SAYS: readonly (readonly [VersionStep, Severity, (other: OtherVersion) => string])[] = [
  ['open', 'error', ({ was, is }) => ` at ${is ?? 'the newest version'} instead of ${was}, so that later versions are applied, too`],
  ['commit', 'warning', ({ was, is }) => ` at commit ${is} instead of ${was ?? 'none'}, which can be one of a fork`],
  ['older', 'warning', ({ was, is }) => ` at ${is} instead of ${was}, which is newer`],
  ['next', 'info', ({ was, is }) => ` at ${is} instead of ${was ?? 'none'}`],
];

interface VersionSays {
  readonly severity: Severity;
  readonly says?: string;
  /** Whether a version differs, not only sizes or addresses. */
  readonly isOther: boolean;
  /** Whether one version is all that differs. */
  readonly isAlone: boolean;
}

/** The severity of a change if only versions and sizes differ, and the reason. */
function versionSays(old: KubernetesObject, object: KubernetesObject, base: State, head: State): VersionSays | undefined {
  if (valuesOf(old, base) !== valuesOf(object, head)) return undefined;
  const [was, is] = [old, object].map((each) => withPlaces([withoutTiming(withTemplatesFilled(each)?.spec ?? each.spec), each.operation]));
  const others = otherVersions(was, is);
  if (!others) return undefined;
  const isOther = others.some(({ isValue }) => !isValue);
  const [worst] = VERSION_SAYS.flatMap(([step, severity, says]) =>
    others
      // The next image in the values of a chart is no other source.
      .filter((other) => other.step === step && !(step === 'next' && other.isValue))
      .map((other) => ({
        severity: other.isValue ? ('warning' as const) : severity,
        says: says(other),
        isOther,
        isAlone: others.length === 1,
      })),
  );
  return worst ?? { severity: 'info', isOther, isAlone: false };
}

function deliveriesOf({ given }: State): KubernetesObject[] {
  return given.filter(isDelivery);
}

/**
 * The content that decides. An operation makes Argo CD apply its own source once; Helm also reads values from ConfigMaps and Secrets of the
 * input.
 */
function content(object: KubernetesObject, state: State): string {
  const { spec, operation } = object;
  return sortedText([withoutTiming(spec), operation, valuesOf(object, state)]);
}

function besidesSources({ spec }: KubernetesObject): string {
  const { source: _, sources: __, ...others } = withoutTiming(spec);
  return sortedText(others);
}

function valuesOf({ spec, metadata: { namespace } }: KubernetesObject, { given }: State): string {
  const named = listOf(fieldsOf(spec).valuesFrom).flatMap(
    ({ kind, name }) => givenByName(given).get(`${String(kind)} ${String(namespace ?? 'default')}/${String(name)}`) ?? [],
  );
  const all = new Set(named);
  const inOrder = all.size < 2 ? named.slice(0, 1) : given.filter((object) => all.has(object));
  return sortedText(inOrder.map(({ data, stringData }) => [data, stringData]));
}

const givenByName = oncePerObject((given: State['given']) => groupBy(given, (object) => formatReference(referenceTo(object))));

/** The change of the identity that applies the manifests, in words. */
function otherIdentity(old: KubernetesObject, object: KubernetesObject): string | undefined {
  const [was, is] = [old, object].map(({ kind, spec }) => (kind === 'ApplicationSet' ? fieldsOf(fieldsOf(spec).template).spec : spec));
  const field = IDENTITIES.find((name) => sortedText(fieldsOf(was)[name]) !== sortedText(fieldsOf(is)[name]));
  if (field === undefined) return undefined;
  const [before, after] = [was, is].map((spec) => {
    const value = fieldsOf(spec)[field];
    return value === undefined || value === null ? 'none' : (textOf(value) ?? sortedText(value));
  });
  return ` with ${field} ${after} instead of ${before}`;
}

/** Repositories, charts and references to them, with the used part and revision: the identity, and its text. */
function originsOf(object: KubernetesObject): ReadonlyMap<string, string> {
  const { spec, operation } = object;
  const filled = withTemplatesFilled(object);
  // If the filled templates are too long, any other text of the generators counts as a new source.
  const rest = filled ? [] : [[`generators ${sortedText(fieldsOf(spec).generators)}`, 'other generators'] as const];
  return new Map([...[[spec, operation], ...(filled?.made ?? [])].flatMap((said) => [...originsIn(said, object)]), ...rest]);
}

function originsIn(said: unknown, object: KubernetesObject): ReadonlyMap<string, string> {
  const sources = sourcesIn(said, object);
  const [of, ofNames] = [sources, sources.map(nameOf)].map((texts) => (texts.length > 0 ? ` of ${texts.join(', ')}` : ''));
  const found = new Map(sources.map((source) => [nameOf(source), source]));
  const add = (field: string, value: unknown, text = field): void => {
    found.set(`${field} ${sortedText(value)}${ofNames}`, `${text}${of}`);
  };
  walk(said, (value, at) => {
    const field = String(at.at(-1));
    const isRevision =
      REVISIONS.has(field) &&
      (field !== 'name' || at.findLast((step, index) => index < at.length - 1 && typeof step === 'string') === 'ref');
    // The path that a probe of a chart asks for.
    const isAsked = at.at(-2) === 'httpGet' && at.some((step) => VALUES.has(String(step)));
    const isPartOf = PARTS.has(field) && isPart(value) && !isAsked;
    if (GENERATING.has(field)) add(field, value, `the ${field}`);
    else if (isPartOf) add(field, value, partText(field, value));
    else if (isRevision && typeof value === 'string' && (field === 'branch' || !isVersion(value)) && !sources.includes(value))
      // Another version of the same thing is no other source.
      add(field, (field === 'tag' && nameInTag(value)) || value, `${field} ${value}`);
    return GENERATING.has(field) || isPartOf;
  });
  return found;
}

function partText(field: string, value: unknown): string {
  const text = textOf(value);
  return text === undefined || text.includes('\n') ? `other ${field}` : `${field} ${text}`;
}

/** The paths of this repository that an object applies; a Channel only leads there. */
function appliedText(object: KubernetesObject, paths: readonly string[] = []): string {
  if (object.kind === 'Channel') return 'is the address';
  return `applies ${listed(paths.length > 0 ? [...new Set(paths)] : [...partsOf(object)])}`;
}

/** The paths that the object names. */
function partsOf({ spec }: KubernetesObject): ReadonlySet<string> {
  const found = new Set<string>();
  walk(spec, (value, at) => {
    if (at.at(-1) === 'path' && typeof value === 'string') found.add(value);
    return false;
  });
  return found.size > 0 ? found : new Set(['the top']);
}

function isPart(value: unknown): boolean {
  return value === true || typeof value === 'string' || Array.isArray(value);
}

function sourcesOf(object: KubernetesObject): readonly string[] {
  const { spec, operation } = object;
  return [...new Set([[spec, operation], ...(withTemplatesFilled(object)?.made ?? [])].flatMap((said) => sourcesIn(said, object)))];
}

function sourcesIn(said: unknown, { metadata: { namespace } }: KubernetesObject): readonly string[] {
  const found = new Set<string>();
  walk(said, (value, at) => {
    const field = String(at.at(-1));
    // The address of the API server is where something is applied to.
    if (SOURCES.has(field) && typeof value === 'string' && OWN_SERVER.test(value)) return true;
    if (SOURCES.has(field) && typeof value === 'string') found.add(IMAGES.has(field) ? repositoryOf(value) : value.replace(ARCHIVE, '$1'));
    else if (field === 'sourceRepos' && Array.isArray(value)) for (const entry of value) found.add(String(entry));
    else if (field === 'repository' && typeof fieldsOf(value).name === 'string')
      found.add(referenceText({ kind: 'GitRepository', ...fieldsOf(value) }, namespace));
    else if (field === 'sourceRef' || field === 'chartRef') found.add(referenceText(fieldsOf(value), namespace));
    else return false;
    return true;
  });
  return [...found];
}

/** All addresses of a repository count as the same source. */
function nameOf(source: string): string {
  return repositoryPlace(source) ?? source;
}

function withPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlaces);
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, entry]) => [
      field,
      SOURCES.has(field) && !IMAGES.has(field) && typeof entry === 'string' ? nameOf(entry) : withPlaces(entry),
    ]),
  );
}

function referenceText({ kind, namespace, name }: Fields, own: string | undefined): string {
  return `${String(kind)} ${String(namespace ?? own ?? 'default')}/${String(name)}`;
}
