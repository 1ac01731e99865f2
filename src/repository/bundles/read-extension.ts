/** Reads a bundle folder to install with OLM v1: a ClusterExtension from arguments of the command line. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createLocator } from '../../base/manifest/locate.js';
import { parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { isError, type Problem } from '../../base/manifest/problem.js';
import { cluster, EMPTY_CLUSTER } from '../../olm/model/cluster-of-parts.js';
import { textsByName } from '../input/found-file.js';
import { readFiles } from '../input/read-files.js';
import type { Input } from '../input/read-input.js';
import { bundleFolder, textsByFolder } from './bundle-folders.js';
import { readBundleFolder } from './read-bundle-folder.js';

export interface ExtensionRequest {
  readonly folder: string;
  readonly installNamespace: string;
  readonly watchNamespaces?: readonly string[];
  /** The path of a file with the fields of `spec.config.inline`. */
  readonly config?: string;
}

/** Reads a bundle like OLM v1: the last of duplicate keys counts, and `manifests/` must not have subfolders. */
export function readExtension({ folder, installNamespace, watchNamespaces = [], config }: ExtensionRequest): Input {
  const { texts, problems } = readFiles([folder]);
  const settings = config === undefined ? undefined : readSettings(config, problems);
  const all = settings ? [...texts, settings.text] : texts;
  const locator = createLocator(textsByName(all));
  const files = bundleFolder(join(folder), textsByFolder(texts));
  const read = readBundleFolder(files, { lenient: true });
  problems.push(
    ...(files.annotations ? [] : [notDescribed(folder)]),
    ...nested(folder, texts),
    ...read.problems,
    ...read.unlocated.map(locator.locate),
  );
  if (!read.bundle || problems.some(isError)) return { cluster: EMPTY_CLUSTER, documents: [], problems, locator };
  const extension = {
    name: read.bundle.packageName ?? read.bundle.name,
    namespace: installNamespace,
    packageName: read.bundle.packageName ?? '',
    channels: [],
    ...(settings ? { inline: settings.inline } : {}),
    watchNamespaces,
    bundle: read.bundle,
    problems: [],
    source: { file: config ?? folder, document: 0, path: [] },
  };
  return { cluster: cluster({ clusterExtensions: [extension] }), documents: [], problems, locator };
}

function readSettings(file: string, problems: Problem[]): { inline: Readonly<Record<string, unknown>>; text: SourceText } | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const found = (error as Error).message;
    problems.push({
      code: 'FILE_UNREADABLE',
      message: 'the file cannot be read',
      file,
      found,
      expected: 'a YAML or JSON file',
      fix: 'check the path',
    });
    return undefined;
  }
  const parsed = parseDocuments({ file, text });
  problems.push(...parsed.problems);
  const inline = parsed.documents[0]?.value ?? {};
  if (isMapping(inline)) return { inline, text: { file, text } };
  problems.push({
    code: 'WRONG_TYPE',
    message: 'the settings have the wrong type',
    file,
    expected: 'a mapping, as spec.config.inline of a ClusterExtension',
    fix: 'write watchNamespace and deploymentConfig as keys',
  });
  return undefined;
}

function notDescribed(folder: string): Problem {
  return {
    code: 'INVALID_BUNDLE',
    message: 'the bundle has no metadata/annotations.yaml, which names its package',
    file: folder,
    found: 'open metadata/annotations.yaml: no such file or directory',
    expected: 'manifests/ next to metadata/annotations.yaml',
    fix: 'name the folder of one bundle',
  };
}

/** The problems of folders in `manifests/`, for which OLM v1 refuses a bundle. */
function nested(folder: string, texts: readonly SourceText[]): Problem[] {
  const manifests = join(folder, 'manifests');
  const found = new Set(texts.map(({ file }) => dirname(file)).filter((place) => place.startsWith(`${manifests}/`)));
  return [...found].map((place) => ({
    code: 'REFUSED_BY_OLM',
    message: `subdirectories are not allowed within the "manifests" directory of the bundle image filesystem: found "manifests/${basename(place)}"`,
    file: place,
    fix: 'move the manifests up, or remove the folder',
  }));
}
