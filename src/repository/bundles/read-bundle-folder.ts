/** Reads bundle folders as bundles. */

import { basename } from 'node:path';
import { createLocator } from '../../base/manifest/locate.js';
import { isManifestFile } from '../../base/manifest/manifest-name.js';
import { type ParsedDocument, parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { isError, LENIENT, type Leniency, type Problem, tolerate, type UnlocatedProblem } from '../../base/manifest/problem.js';
import { releasesOf } from '../../olm/catalog/bundle-releases.js';
import type { Bundle } from '../../olm/model/bundle.js';
import { UPDATE_GRAPHS, type UpdateGraph } from '../../olm/model/update-graph.js';
import { readAnnotations, readBundle } from '../../olm/read/read-bundle.js';
import { textsByName } from '../input/found-file.js';
import type { BrokenBundle } from './broken-bundles.js';
import { type BundleFolder, bundleFolder, textsByFolder } from './bundle-folders.js';
import { readFilesOnDisk } from './files-on-disk.js';

/**
 * Parses and reads one bundle folder. A bundle with a problem is left out, because it would be incomplete. If its meaning is still
 * certain, it keeps its place in the upgrade graph, but cannot be installed.
 */
export function readBundleFolder(
  { settings, release, templates, ...files }: BundleFolder,
  leniency: Leniency = {},
): {
  bundle?: Bundle;
  broken?: BrokenBundle;
  /** All parsed documents of the folder. */
  documents: ParsedDocument[];
  problems: Problem[];
  unlocated: UnlocatedProblem[];
} {
  const { folder, manifests, annotations, dependencies, properties } = files;
  const problems: Problem[] = [];
  const parse = (text: SourceText | undefined): ParsedDocument[] => {
    const parsed = text ? parseDocuments(text, leniency) : { documents: [], problems: [] };
    for (const problem of parsed.problems) problems.push(problem);
    return parsed.documents;
  };
  const isManifest = (text: SourceText): boolean => isManifestFile(basename(text.file)) || isManifestText(text);
  const notManifests = manifests.filter((text) => !isManifest(text) && !isEmpty(text)).map(({ file }) => file);
  const documents = manifests.filter(isManifest).flatMap(parse);
  const [described] = parse(annotations);
  const [needed] = dependencies ? parseDependencies(dependencies, problems, leniency) : [];
  const [extra] = properties ? parseDependencies(properties, problems, leniency) : [];
  const all = [...documents, ...[described, needed, extra].filter((document) => document !== undefined)];
  const packageName = described && readAnnotations(described).value?.packageName;
  const of = { folder, ...(packageName === undefined ? {} : { packageName }) };
  const errors = problems.filter(isError);
  problems.push(...notManifests.map(notAManifest));
  if (errors.length > 0) {
    const { bundle } = errors.every(({ code }) => LENIENT.has(code))
      ? readBundleFolder({ settings, release, templates, ...files }, { lenient: true })
      : {};
    return {
      documents: all,
      problems,
      unlocated: [],
      ...(bundle ? { bundle } : {}),
      broken: { ...of, ...(bundle ? { name: bundle.name } : {}) },
    };
  }
  const { bundle, problems: unlocated } = readBundle({
    folder,
    manifests: documents,
    annotations: described,
    dependencies: needed,
  });
  const entries = isMapping(extra?.value) ? extra.value.properties : undefined;
  const updateGraph = settings && updateGraphOf(settings);
  const releases = bundle && releasesOf(bundle, { release, templates });
  const whole = bundle && {
    ...bundle,
    ...(Array.isArray(entries) ? { properties: entries as unknown[] } : {}),
    ...(updateGraph ? { updateGraph } : {}),
    ...(releases ? { releases } : {}),
    ...(notManifests.length > 0 ? { notManifests } : {}),
  };
  return { bundle: whole, ...(bundle ? {} : { broken: of }), documents: all, problems, unlocated };
}

/**
 * Whether a file in `manifests/` is a manifest although its name is not that of one: OLM reads every file there, regardless of its name.
 * OLM v0 looks at the first document, and skips a file without an object (operator-registry's configmap loader); OLM v1 then refuses the
 * bundle (operator-controller's rukpak/bundle/source).
 */
function isManifestText(text: SourceText): boolean {
  const [first] = parseDocuments(text).documents;
  return first?.source.document === 0 && isMapping(first.value) && typeof first.value.kind === 'string' && first.value.kind !== '';
}

/** Whether a file contains only comments: no object, for both OLM versions. */
function isEmpty(text: SourceText): boolean {
  const { documents, problems } = parseDocuments(text);
  return documents.length + problems.length === 0;
}

function notAManifest(file: string): Problem {
  return {
    code: 'BUNDLE_FILE_NOT_READ',
    message: 'the file is in manifests/ of a bundle, and is not a manifest: OLM v0 leaves it out, OLM v1 refuses the bundle',
    file,
    found: 'no object of Kubernetes',
    expected: 'manifests and nothing else, whatever the names of the files',
    fix: 'move it out of manifests/',
  };
}

/** The update graph in `ci.yaml`. The file belongs to the catalog's tools: its problems are not the bundle's. */
function updateGraphOf(settings: SourceText): UpdateGraph | undefined {
  const [first] = parseDocuments(settings).documents;
  return UPDATE_GRAPHS.find((known) => isMapping(first?.value) && first.value.updateGraph === known);
}

/** The dependencies of a bundle in addition to those in its CSV. Without them, the bundle can still be read. */
function parseDependencies(text: SourceText, problems: Problem[], leniency: Leniency): ParsedDocument[] {
  const parsed = parseDocuments(text, leniency);
  const first = parsed.problems.find(({ code }) => code === 'NOT_YAML');
  if (!first) {
    for (const problem of parsed.problems) problems.push(problem);
    return parsed.documents;
  }
  const problem: Problem = {
    ...first,
    code: 'BUNDLE_DEPENDENCIES',
    message: `the dependencies of the bundle cannot be read: ${first.message}`,
    fix: `${first.fix}; with --lenient the bundle is read without them`,
  };
  problems.push(tolerate(problem, leniency));
  return [];
}

/** Reads the bundle in a folder. The bundle need not name its package. */
export function readBundleDirectory(path: string): { bundle?: Bundle; problems: Problem[] } {
  const { texts, problems } = readFilesOnDisk(path);
  if (problems.some(isError)) return { problems };
  const read = readBundleFolder(bundleFolder(path, textsByFolder(texts)));
  const { locate } = createLocator(textsByName(texts));
  const all = [...problems, ...read.problems, ...read.unlocated.map(locate)];
  return { bundle: all.some(isError) ? undefined : read.bundle, problems: all };
}
