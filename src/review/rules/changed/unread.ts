/** Reports content that was not read: skipped files, files that may be applied without their kustomization, and images of bundles. */

import { isDeepStrictEqual } from 'node:util';
import { repositoryOf } from '../../../base/kubernetes/image-owner.js';
import { groupBy, isNamedObject } from '../../../base/kubernetes/object.js';
import { fieldsOf, listOf, textOf } from '../../../base/kubernetes/pod-spec.js';
import { parseDocuments } from '../../../base/manifest/parse.js';
import { isMapping, sortedText } from '../../../base/manifest/plain-data.js';
import { listed } from '../../../base/wording/phrases.js';
import type { Severity } from '../../../olm/model/finding.js';
import {
  type AppliedFiles,
  DECIDING,
  folderOf,
  HARMLESS,
  isToldByLines,
  OF_UNIT,
  plainPath,
  type RawFile,
  UNREAD_REASONS,
  type UnreadFile,
  type UnreadReason,
} from '../../../olm/model/unread-file.js';
import type { State } from '../../state/state.js';
import { riskRule } from '../risk-rule.js';
import type { Discovery } from '../rule.js';
import { onlyImageVersions } from './documents/image-versions.js';
import { areTexts } from './files/changes-by-source.js';
import { VALUES } from './files/file-severity.js';
import { isApartFromPermissions } from './files/permission-parts.js';
import { arePlainValues, onlyNextVersions } from './files/plain-values.js';
import { type Rendering, renderedPrograms } from './files/rendered-programs.js';
import { repeatsWhatWasRead } from './files/repeated-objects.js';
import { holdsNoObject, unnamedFiles } from './files/unnamed-files.js';
import { changesIn } from './files/weighed-changes.js';
import { isDelivery } from './kind-effects.js';

// Files that HEAD skips and BASE does not, and skipped files that changed.

/** The most files of one folder with a finding each; more share one. */
const SINGLE = 10;

export const unreadFile = riskRule('unread-file', 'error', 'A file that a GitOps tool could apply is not read', {
  class: 'unread',
  effect: 'unknown',
  order: 2,
  references: ['CWE-693'],
  meaning:
    "The change adds or alters a YAML or JSON file that is not read, or a file is no longer read. It is a warning for another version of remote content; for a file next to kustomizations that none of them lists, unless it names roles, is a new file with objects of OLM, or was read before; for a program or template of another tool that names no role, account or operator, changes only in other objects, or repeats objects that were read and change in the same way; for Jsonnet that BASE has, if no Application applies its folder and a manifest whose name contains that of the file changes with it and is read (a note, if it has the same name); for a pipeline in `.tekton` that names no role (a note, if only versions of the same images and bundles differ); for a chart template that Helm rendered; and for a kustomization that could not be built before, because all of it counts as new. A kustomization that kustomize refuses since the change breaks what it applied; one that could not be built before either is a note, because each of its changed files is judged by itself. Sizes and next versions among the values of a chart are a note. A file that nothing lists or names brings nothing; without an object, it is a note. It is also a note for catalog settings next to a bundle, for files in bundles without an object, and for copies of a bundle's file.",
  attack:
    'Argo CD applies every YAML file of a folder, so it applies the binding to cluster-admin in `.hidden.yaml`, and no reviewer sees it.',
  fix: 'Move the manifests to a file that is read, remove the file, or review it and accept it in the baseline.',
  compare: ({ state: base }, { state: head }) => {
    // Other rules report files whose changes are shown by lines.
    const [of, and] = [base, head].map(({ unread }) => unread.filter((file) => !isToldByLines(file))) as [UnreadFile[], UnreadFile[]];
    const known = new Map(of.map((file) => [file.path, file]));
    const left = new Set(head.unread.map(({ path }) => path));
    const brought = and.filter((file) => known.get(file.path)?.content !== file.content && !isSame(known.get(file.path), file));
    const gone = of.filter(({ path }) => !left.has(path));
    const bumps = brought.flatMap((file) => bumpOf(file, [...(known.get(file.path) ? [known.get(file.path) as UnreadFile] : []), ...gone]));
    const bumped = new Set(bumps.flatMap(({ was, is }) => [was, is]));
    const dangling = new Set(brought.filter((file) => isNowhere(file, base)));
    const isUnnamed = unnamedFiles(base, head, [...plainRoots(base), ...plainRoots(head)]);
    const renderingOf = brought.some(({ reason }) => reason === 'program')
      ? renderedPrograms(base, head, [base, head].flatMap(deliveredFolders))
      : () => undefined;
    const repeats = repeatsWhatWasRead(base, head);
    return [
      ...bumps.map(newerPart),
      ...[...dangling].map(nowhere),
      ...[
        ...groupBy(
          brought.filter((file) => !bumped.has(file) && !dangling.has(file)),
          reasonAndFolder,
        ).values(),
      ].flatMap((files) =>
        files.length > SINGLE
          ? [ofUnnamed(several(files, known), files, known, isUnnamed)]
          : files.map((file) =>
              ofUnnamed(
                unbuiltAsBefore(file, known) ?? repeated(file, known, repeats) ?? single(file, known, renderingOf(file)),
                [file],
                known,
                isUnnamed,
              ),
            ),
      ),
      ...gone.filter(({ reason }) => OF_UNIT.has(reason)).map(readNow),
      ...removed(gone.filter((file) => !OF_UNIT.has(file.reason) && !bumped.has(file))),
    ];
  },
});

/**
 * Whether a link leads to nothing and so brings nothing, until a change brings what it leads to. What was at its path is told by its lines
 * or objects, unless it was not read either: such a file can decide what is applied.
 */
function isNowhere({ path, leadsNowhere }: UnreadFile, base: State): boolean {
  // Without the values of a chart, its templates make other objects.
  const isLess = (was: UnreadFile): boolean => was.reason === 'link' || (was.reason !== 'chart-source' && isToldByLines(was));
  return leadsNowhere !== undefined && base.unread.every((was) => was.path !== path || isLess(was));
}

function nowhere({ path, file, content, leadsNowhere = '' }: UnreadFile): Discovery {
  return {
    severity: 'info',
    effect: 'none',
    subject: { kind: 'File', name: path },
    message: `the link ${path} leads to ${leadsNowhere}, which is not there`,
    fix: 'remove it if nothing needs it',
    place: { file },
    identity: [path, content],
  };
}

/** In files with these reasons, comments do not count. */
const PLAIN: ReadonlySet<UnreadReason> = new Set(['plugin', 'unlisted', 'not-listed']);

/** Whether only comments or encryption differ. */
function isSame(was: UnreadFile | undefined, is: UnreadFile): boolean {
  if (isEncryptedAnew(was, is)) return true;
  if (was === undefined || was.reason !== is.reason || was.entry !== is.entry) return false;
  if (is.reason === 'helm') return areTexts(was, is) && changesIn(was, is).text === '';
  if (!PLAIN.has(is.reason)) return false;
  return was.text !== undefined && is.text !== undefined && changesIn(was, is).text === '';
}

/** Whether only encryption differs: values and metadata of SOPS, or the whole text of ansible-vault. */
function isEncryptedAnew(was: UnreadFile | undefined, is: UnreadFile): boolean {
  const [before, after] = [was?.text, is.text].map((text) => (text === undefined ? undefined : withoutCiphers(text)));
  return before !== undefined && before === after;
}

function withoutCiphers(text: string): string | undefined {
  if (/^\$ANSIBLE_VAULT;[^\n]*\n[\da-f\s]*$/.test(text)) return '';
  if (!text.includes('ENC[AES')) return undefined;
  const { documents, problems } = parseDocuments({ file: '', text });
  if (problems.length > 0 || !documents.every(({ value }) => isMapping(value))) return undefined;
  return sortedText(documents.map(({ value }) => ({ ...fieldsOf(value), sops: '' }))).replace(/ENC\[AES[^\]"]*\]/g, '');
}

/** The outermost skipped folder, otherwise the folder of the file. */
function reasonAndFolder({ path, reason, entry }: UnreadFile): string {
  if (entry !== undefined) return `${reason} ${path}`;
  const steps = path.split('/');
  const hidden = steps.findIndex((step) => step.startsWith('.') || step === 'node_modules');
  return `${reason} ${(hidden === -1 ? steps.slice(0, -1) : steps.slice(0, hidden + 1)).join('/')}`;
}

/** The warning about files that nothing lists or names: they bring nothing until something does, and without an object never. */
function ofUnnamed(
  found: Discovery,
  files: readonly UnreadFile[],
  known: ReadonlyMap<string, UnreadFile>,
  isUnnamed: (file: UnreadFile) => boolean,
): Discovery {
  if (found.severity !== 'warning' || !files.every(isUnnamed)) return found;
  const isData = files.every((file) => holdsNoObject(known.get(file.path), file));
  return { ...found, effect: 'none', ...(isData ? { severity: 'info' as const } : {}) };
}

/** A kustomization that could not be built before either, and was refused only if it still is: its changed files are reported, each by itself. */
function unbuiltAsBefore(is: UnreadFile, known: ReadonlyMap<string, UnreadFile>): Discovery | undefined {
  const { path, file, reason, content, fault, isRefused } = is;
  const was = known.get(path);
  const isAsBefore = OF_UNIT.has(reason) && was?.reason === reason && was.isRefused === isRefused;
  if (!isAsBefore || !was.isOfUnbuilt || !is.isOfUnbuilt) return undefined;
  return {
    severity: 'info',
    effect: 'none',
    subject: { kind: 'File', name: path },
    message: `the kustomization ${path} cannot be built here, as before: its changed files are told apart${fault === undefined ? '' : `; ${fault}`}`,
    fix: 'review its changed files, or build it yourself',
    place: { file },
    identity: [path, content],
  };
}

/** A template that only changes as the objects do that were read. */
function repeated(
  { path, file, reason, content, text }: UnreadFile,
  known: ReadonlyMap<string, UnreadFile>,
  repeats: (before: string, after: string) => boolean,
): Discovery | undefined {
  const was = known.get(path);
  const isTemplate = reason === 'permissions-template' && was?.reason === reason;
  if (!isTemplate || was.text === undefined || text === undefined || !repeats(was.text, text)) return undefined;
  return {
    severity: 'warning',
    effect: 'none',
    subject: { kind: 'File', name: path },
    message: `the file ${path} changed: all that differs in it differs in the same way in objects that were read; it was not read, because ${UNREAD_REASONS[reason]}`,
    fix: 'make it again from the objects, and compare',
    place: { file },
    identity: [path, content],
  };
}

/** @param rendering the manifest that is made of the file, and that was read */
function single(brought: UnreadFile, known: ReadonlyMap<string, UnreadFile>, rendering: Rendering | undefined): Discovery {
  const { path, file, reason, content, entry, fault } = brought;
  const was = known.get(path);
  const { text: lines, isGrant, isOfOlm } = changesIn(was, brought);
  const isShown = was !== undefined && rendering !== undefined && isGrant === false;
  const kind = OF_UNIT.has(reason) ? 'kustomization' : entry === undefined ? 'file' : 'part';
  // An entry can have been in a part that was read before.
  const what = known.has(path) ? 'changed' : entry === undefined ? 'is new' : 'is new among what is not read';
  const broken = brokenBy(brought, was);
  if (broken) return broken;
  const isVersion =
    was?.reason === reason &&
    (reason === 'helm' ? hasPlainValues(was, brought) : reason === 'pipeline' && onlyImageVersions(was.text, brought.text));
  return {
    severity:
      isVersion || (isShown && rendering.isOfName)
        ? 'info'
        : isShown || isMild(was, brought, isGrant)
          ? 'warning'
          : severityOf(reason, isGrant !== false || (!was && isOfOlm)),
    ...(isShown || isVersion ? { effect: 'none' as const } : {}),
    subject: { kind: 'File', name: path },
    message:
      fault === undefined
        ? `the ${kind} ${path} ${what}: ${lines === '' ? '' : `${lines}; `}it was not read, because ${UNREAD_REASONS[reason]}${isShown ? `; ${rendering.path}, which changes with it, was read` : ''}`
        : `the ${kind} ${path} cannot be built here, and was not read: ${lines === '' ? '' : `${lines}; `}${fault}`,
    fix: 'move its manifests to a file that is read, or review it yourself and accept it in the baseline',
    place: { file },
    identity: [path, content],
  };
}

/** Whether only sizes, texts and next versions differ in the values of a chart that a kustomization lists. */
function hasPlainValues(was: UnreadFile, is: UnreadFile): boolean {
  const [old, now] = [was, is].map((side) => side.sources?.());
  if (!old || !now || old.size !== now.size) return false;
  const differing = [...now].filter(([path, text]) => old.get(path) !== text);
  return differing.length > 0 && differing.every(([path, text]) => VALUES.test(path) && arePlainValues(old.get(path), text));
}

/** A kustomization that kustomize refuses since this change: it breaks what it applied before, and brings nothing. */
function brokenBy({ path, file, content, fault, isRefused }: UnreadFile, was: UnreadFile | undefined): Discovery | undefined {
  if (!isRefused || fault === undefined || was?.isRefused) return undefined;
  return {
    ...(was && OF_UNIT.has(was.reason) ? { severity: 'warning' as const } : {}),
    effect: 'breaks',
    subject: { kind: 'File', name: path },
    message: `the kustomization ${path} cannot be built, so nothing of it is applied: ${fault}`,
    fix: 'correct it: until then, its objects stay as they are on the cluster',
    place: { file },
    identity: [path, content],
  };
}

/**
 * Whether a file is only a warning: a kustomization that could not be built before hides nothing that was seen, and a template counts only
 * if somebody runs its tool.
 */
function isMild(was: UnreadFile | undefined, is: UnreadFile, isGrant: boolean | undefined): boolean {
  if (is.reason === 'pipeline') return isGrant === false && (was?.reason ?? is.reason) === is.reason;
  if (!was) return false;
  if (is.reason === 'hidden' && was.reason === 'hidden') return onlyNextVersions(was.text, is.text);
  if (is.reason === 'permissions-template')
    return was.text !== undefined && is.text !== undefined && isApartFromPermissions(was.text, is.text);
  return OF_UNIT.has(is.reason) || ((is.reason === 'plugin' || is.reason === 'helm') && isGrant === false);
}

/**
 * The severity by reason. Nothing is known to apply unlisted files, so only those with grants are errors; an object of OLM is meant to be
 * listed.
 */
function severityOf(reason: UnreadReason, isGrant = true): Severity {
  if (reason === 'unlisted' && !isGrant) return 'warning';
  return HARMLESS.has(reason) ? 'info' : reason === 'template' || reason === 'chart-rendered' ? 'warning' : 'error';
}

function several(files: readonly [UnreadFile, ...UnreadFile[]] | readonly UnreadFile[], known: ReadonlyMap<string, UnreadFile>): Discovery {
  const [first] = files as readonly [UnreadFile];
  const [, folder = ''] = /^\S+ (.*)$/s.exec(reasonAndFolder(first)) ?? [];
  const names = files.slice(0, 3).map(({ path }) => path);
  const grantOf = (file: UnreadFile): boolean | undefined => changesIn(known.get(file.path), file).isGrant;
  return {
    severity: files.every((file) => isMild(known.get(file.path), file, grantOf(file)))
      ? 'warning'
      : severityOf(
          first.reason,
          files.some((file) => grantOf(file) ?? true),
        ),
    subject: { kind: 'Folder', name: folder || '.' },
    message: `${files.length} files in ${folder || 'the input'} are new or changed and were not read, such as ${names.join(', ')}: ${UNREAD_REASONS[first.reason]}`,
    fix: 'move their manifests to files that are read, or review them yourself and accept them in the baseline',
    place: { file: first.file },
    identity: files.flatMap(({ path, content }) => [path, content]),
  };
}

/** Another revision of remote content; both revisions are unknown. */
interface Bump {
  readonly was: UnreadFile;
  readonly is: UnreadFile;
  /** Whether only version numbers differ. A commit can be anybody's: forges also serve commits of forks under the repository. */
  readonly isVersion: boolean;
}

const VERSION = /\bv?\d+(?:\.\d+)+([-+][\w.]+)?\b/g;
/** The stage of a version. Any other word after a version may be another name, such as a branch or a folder. */
const STAGE = /^[-+](?:alpha|beta|dev|final|ga|pre|preview|rc|snapshot)?[.\d]*$/i;
/** A host, an owner and a repository: other numbers in them mean another repository. */
const WHERE = /^(?:\w+::)?(?:[\w+.-]+:\/\/)?[^/?#]*(?:[/:][^/?#]*){0,2}/;
/** A path segment that is only a version. */
const VERSION_STEP = /(?<=[^/:]\/)v?\d+(?:\.\d+)+(?=\/|$)/g;

/** The address without its version. */
function withoutVersion(content: string): string {
  const [where = ''] = WHERE.exec(content) ?? [];
  return (
    where.replace(VERSION_STEP, '*') +
    content.slice(where.length).replace(VERSION, (_, more = '') => `*${STAGE.test(more) ? '' : more.replace(/\d+/g, '')}`)
  );
}

function bumpOf(is: UnreadFile, others: readonly UnreadFile[]): Bump[] {
  const skeleton = (file: UnreadFile): string => `${kustomizationOf(file)} ${withoutVersion(file.content)}`;
  if (is.reason !== 'remote') return [];
  const remote = others.filter(({ reason }) => reason === 'remote');
  const newer = remote.find((other) => skeleton(other) === skeleton(is));
  // A single remote part of the same kustomization counts as the replaced one.
  const [instead, ...more] = remote.filter((other) => kustomizationOf(other) === kustomizationOf(is));
  const was = newer ?? remote.find(({ path }) => path === is.path) ?? (more.length === 0 ? instead : undefined);
  return was ? [{ was, is, isVersion: newer !== undefined }] : [];
}

function kustomizationOf({ path }: UnreadFile): string {
  return path.replace(/: .*$/s, '');
}

function newerPart({ was, is: { path, file, content, reason }, isVersion }: Bump): Discovery {
  return {
    severity: isVersion ? 'warning' : 'error',
    subject: { kind: 'File', name: path },
    message: `the part ${path} changes from ${was.content} to ${content}; it was not read, because ${UNREAD_REASONS[reason]}`,
    fix: 'review the content of the other version, or give a folder with its content with --remote URL=FOLDER',
    place: { file },
    identity: [path, content],
  };
}

/** The whole content of a kustomization that could not be built in BASE counts as new. */
function readNow({ path, fault }: UnreadFile): Discovery {
  return {
    severity: 'warning',
    subject: { kind: 'File', name: path },
    message: `the kustomization ${path} could not be built before the change${fault === undefined ? '' : ` (${fault})`}: whatever is built of it now counts as new`,
    fix: 'compare it with the objects on the cluster',
    place: undefined,
    identity: [path],
  };
}

function removed(files: readonly UnreadFile[]): Discovery[] {
  if (files.length === 0) return [];
  const sorted = files.toSorted((a, b) => Number(DECIDING.has(b.reason)) - Number(DECIDING.has(a.reason)));
  const [first] = sorted as unknown as readonly [UnreadFile];
  const names = sorted.slice(0, 3).map(({ path }) => path);
  return [
    {
      severity: files.some(({ reason }) => DECIDING.has(reason)) ? 'error' : 'info',
      subject: { kind: 'File', name: first.path },
      message: `${files.length === 1 ? `the file ${first.path}, which was not read, is` : `${files.length} files that were not read are`} gone or read now${files.length === 1 ? '' : `, such as ${names.join(', ')}`}`,
      fix: 'check its former content',
      place: undefined,
      identity: files.map(({ path }) => path),
    },
  ];
}

// Files that may be applied as written, while the review reads the result of a kustomization.

export const rawFile = riskRule('raw-file', 'error', 'A file may be applied without its kustomization', {
  class: 'unread',
  effect: 'unknown',
  references: ['CWE-693: Protection Mechanism Failure'],
  meaning:
    'A file is new or changed, and the review reads only the objects that a kustomization builds from it. The raw file may be applied as well: its folder had no kustomization before the change, or an Application, ApplicationSet or Flux Kustomization names a folder without a kustomization above the file. It is a note if only Services and claims change. It is not reported if the build does not change the objects, or if everything that is known to apply the folder builds it.',
  attack:
    'Argo CD applies apps/ as a plain folder. The change adds a binding to cluster-admin there, and, one folder above, a kustomization that removes the binding. Nobody applies that kustomization.',
  fix: 'Check which folder is applied, and move the kustomization to it; or accept the file in the baseline.',
  compare: ({ state: base }, { state: head }) => {
    const { built = [] } = head.raw ?? {};
    const before = new Map([...(base.raw?.built ?? []), ...(base.raw?.plain ?? [])].map((file) => [file.path, file]));
    const plain = new Set((base.raw?.plain ?? []).map(({ path }) => folderOf(path)));
    const changed = built.filter((file) => before.get(file.path)?.content() !== file.content());
    if (changed.length === 0) return [];
    const roots = plainRoots(head);
    const [known, applied] = [base, head].map(({ raw }) => raw?.applied() ?? []) as [AppliedFiles[], AppliedFiles[]];
    const isPlain = ({ path }: RawFile): boolean => {
      if (roots.some((root) => isBelow(path, root)) || applied.some((one) => one.plain.has(path))) return true;
      // The applier of the plain folder now builds it; the change itself must not decide who the applier is.
      const appliers = known.filter((one) => [...one.plain, ...one.built].some((other) => folderOf(other) === folderOf(path)));
      return plain.has(folderOf(path)) && !applied.some((one) => one.built.has(path) && appliers.some(({ by }) => by === one.by));
    };
    return changed.flatMap((file) => {
      const old = before.get(file.path);
      if (!isPlain(file) || isAsBuilt(file, head)) return [];
      return [
        {
          ...(old && bringsNothing(old, file) ? { severity: 'warning' as const, effect: 'none' as const } : {}),
          subject: { kind: 'File', name: file.path },
          message: `the file ${file.path} is ${old ? 'changed' : 'new'} and can be applied directly, but the review reads the objects that a kustomization builds from it`,
          fix: 'check which folder is applied, and move the kustomization there, or accept the file in the baseline',
          place: { file: file.file },
          identity: [file.path, file.content()],
        },
      ];
    });
  },
});

/** Whether the versions of a file differ only in Services and claims, which neither grant, run nor apply anything. */
function bringsNothing(old: RawFile, file: RawFile): boolean {
  const [was, is] = [old, file].map((each) => each.values());
  if (!was || !is) return false;
  const [texts, others] = [was, is].map((values) => new Set(values.map((value) => sortedText(value))));
  const differing = [...was.filter((value) => !others?.has(sortedText(value))), ...is.filter((value) => !texts?.has(sortedText(value)))];
  return differing.every((value) => isNamedObject(value) && value.apiVersion === 'v1' && WITHOUT_PERMISSIONS.has(value.kind));
}

/** Such kinds of core/v1; other rules report the built objects. */
const WITHOUT_PERMISSIONS: ReadonlySet<string> = new Set(['PersistentVolumeClaim', 'Service']);

/** Whether the build leaves the objects of a file as written, so that the review reads the same objects. */
function isAsBuilt(file: RawFile, { given }: State): boolean {
  return file.values()?.every((value) => given.some((object) => isDeepStrictEqual(object, value))) ?? false;
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

/** Folders that an object of the input applies and that have no kustomization. */
function plainRoots(state: State): string[] {
  const kustomized = new Set(state.raw?.kustomized);
  return deliveredFolders(state).filter((folder) => folder !== '' && !kustomized.has(folder));
}

/** The folders that objects of the input apply, of whatever repository; a path with a template can be any. */
function deliveredFolders({ given }: State): string[] {
  const paths = given.filter(isDelivery).flatMap(({ spec }) => {
    const made = fieldsOf(fieldsOf(fieldsOf(spec).template).spec);
    const all = [spec, made].flatMap((one) => {
      const { path, source, sources } = fieldsOf(one);
      return [path, fieldsOf(source).path, ...listOf(sources).map((each) => each.path)];
    });
    return all.flatMap((each) => textOf(each) ?? []);
  });
  return paths.map((path) => (path.includes('{{') ? '' : plainPath(path)));
}

// Bundles of a catalog: the review reads the catalog, but OLM installs the image.

export const bundleImage = riskRule('bundle-image', 'error', 'A bundle of a catalog has another image', {
  class: 'cluster',
  effect: 'unknown',
  references: ['CWE-829: Inclusion of Functionality from Untrusted Control Sphere'],
  meaning:
    'In a catalog of the input, a bundle of an installed package has another image; or a bundle of any package, if the input installs nothing. OLM unpacks the image; the review reads the catalog or a bundle folder. It is an error if no bundle of the package used this image repository, a warning for another tag or digest under the same bundle name.',
  attack: 'The image behind an unchanged Subscription is replaced by an image whose CSV asks for all permissions.',
  fix: 'Read the manifests in the image, or accept the bundle in the baseline.',
  compare: ({ state: base }, { state: head }) => {
    const before = imagesOf(base);
    const repositories = new Set(before.map(({ of, image }) => `${of} ${repositoryOf(image)}`));
    const packages = new Set(before.map(({ of }) => of));
    const known = groupBy(before, ({ name }) => name);
    const { subscriptions, clusterExtensions } = head.cluster;
    const installed = new Set([...subscriptions, ...clusterExtensions].map(({ packageName }) => packageName));
    // A catalog alone serves clusters of other repositories.
    const isServed = (packageName: string): boolean => installed.size === 0 || installed.has(packageName);
    return imagesOf(head).flatMap(({ of, name, image, file }) => {
      // Several catalogs can have one bundle from different images.
      const old = known.get(name)?.map((bundle) => bundle.image);
      const isForeign = !repositories.has(`${of} ${repositoryOf(image)}`);
      if (!isServed(of) || !packages.has(of) || old?.includes(image) || (old === undefined && !isForeign)) return [];
      return [
        {
          severity: isForeign ? ('error' as const) : ('warning' as const),
          subject: { kind: 'Bundle', name },
          message: `Bundle ${name} comes from the image ${image}${old === undefined ? ', and no other one of the package does' : ` instead of ${listed(old)}`}; what is in it was not reviewed`,
          place: { file },
          identity: [image],
        },
      ];
    });
  },
});

interface BundleImage {
  /** The package. */
  readonly of: string;
  readonly name: string;
  readonly image: string;
  readonly file: string;
}

function imagesOf({ documents }: State): BundleImage[] {
  return documents.flatMap(({ value, file }) => {
    const { schema, name, image, package: of } = fieldsOf(value);
    const [bundle, from, owner] = [name, image, of].map(textOf);
    return schema === 'olm.bundle' && bundle && from && owner ? [{ of: owner, name: bundle, image: from, file }] : [];
  });
}
