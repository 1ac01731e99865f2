/** Builds Argo CD's call of Helm for a chart: the arguments and values of one release. Only checks which files exist. */
import { type Fields, fieldsOf, listOf, textOf } from '../../base/kubernetes/pod-spec.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import { printable } from '../../base/manifest/printable.js';
import { isRemote, resolvedPath } from '../kustomize/refused-kustomization.js';

/** An Application's settings for a chart. */
export interface ChartSource {
  /** The name of the Application. */
  readonly name: string;
  /** The namespace of the installation. */
  readonly namespace: string;
  /** `spec.source.helm`. */
  readonly helm: Fields;
  /** The `ref` names of sources in this repository. */
  readonly refs: readonly string[];
  /** Why the settings are unknown. */
  readonly lack?: string;
}

/** One chart with Helm's arguments and values. */
export interface Release {
  readonly chart: string;
  readonly name: string;
  /** Helm's arguments after the chart, in the order of Argo CD. */
  readonly words: readonly string[];
  /** Inline values; they come last. */
  readonly values?: string;
  /** Files of values, by their paths in the repository, each with its option. */
  readonly files: readonly (readonly [word: string, file: string])[];
  /** Why the release cannot be rendered. */
  readonly lack?: string;
}

/** A Kubernetes name; Helm renders any other name as a template. */
const NAME = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
/** The name of a value for `--set-file`: with other characters, Helm would read more than one file. */
const VALUE_NAME = /^[\w.[\]-]+$/;

/**
 * The release of a chart that the repository does not apply, with the chart's own values, as in `helm template NAME CHART`.
 *
 * @param name the chart's name
 */
export function ownRelease(chart: string, name: string): Release {
  return { chart, name, words: ['--name-template', NAME.test(name) ? name : 'release-name', '--include-crds'], files: [] };
}

/**
 * The release that an Application makes of a chart.
 *
 * @param isFile whether a path of the repository is a file
 */
export function releaseOf(chart: string, source: ChartSource, isFile: (path: string) => boolean): Release {
  const { helm } = source;
  const name = textOf(helm.releaseName) || source.name;
  const namespace = textOf(helm.namespace) || source.namespace;
  const version = helm.kubeVersion === undefined ? '' : String(helm.kubeVersion);
  const values = isMapping(helm.valuesObject) ? sortedText(helm.valuesObject) : textOf(helm.values);
  const files = filesOf(chart, source, isFile);
  const parameters = new Map(listOf(helm.parameters).map((one) => [String(one.name), one]));
  const apiVersions = Array.isArray(helm.apiVersions) ? helm.apiVersions.map(String) : [];
  const lacks = [
    ...(source.lack === undefined ? [] : [source.lack]),
    ...[name, ...(namespace === '' ? [] : [namespace])]
      .filter((text) => !NAME.test(text))
      .map((text) => `${printable(text)} is not a valid name`),
    ...[version, ...apiVersions].filter((text) => text.startsWith('-')).map((text) => `${printable(text)} is not a valid version`),
    // Argo CD fills in variables that only it knows.
    ...[...parameters.values()]
      .filter((one) => /^-|\$/.test(`${one.name}${one.value}`))
      .map((one) => `Argo CD fills in its parameter ${printable(String(one.name))}`),
    ...files.lacks,
  ];
  return {
    chart,
    name,
    words: [
      '--name-template',
      name,
      ...(namespace === '' ? [] : ['--namespace', namespace]),
      ...(version === '' ? [] : ['--kube-version', version]),
      ...[...parameters.values()].flatMap((one) => [
        one.forceString === true ? '--set-string' : '--set',
        `${String(one.name)}=${escaped(String(one.value ?? ''))}`,
      ]),
      ...apiVersions.flatMap((text) => ['--api-versions', text]),
      ...(helm.skipCrds === true ? [] : ['--include-crds']),
      ...(helm.skipTests === true ? ['--skip-tests'] : []),
    ],
    ...(values ? { values } : {}),
    files: files.found,
    ...(lacks[0] === undefined ? {} : { lack: lacks[0] }),
  };
}

/** Files of values and parameters. A path is relative to the chart, or with a leading slash or reference, to the repository. */
function filesOf(
  chart: string,
  { helm, refs }: ChartSource,
  isFile: (path: string) => boolean,
): { readonly found: Release['files']; readonly lacks: readonly string[] } {
  const pathOf = (text: string): string | undefined => {
    const [, ref = '', inside = ''] = /^\$([\w-]+)\/(.*)$/s.exec(text) ?? [];
    if (refs.includes(ref)) return resolvedPath('', inside);
    return isRemote(text) || text.includes('$')
      ? undefined
      : text.startsWith('/')
        ? resolvedPath('', text.slice(1))
        : resolvedPath(chart, text);
  };
  const found: (readonly [string, string])[] = [];
  const lacks: string[] = [];
  for (const one of listOf(helm.fileParameters)) {
    const path = pathOf(String(one.path));
    const name = String(one.name);
    if (path !== undefined && isFile(path) && VALUE_NAME.test(name) && !/[,\\{}]/.test(path)) found.push([`--set-file ${name}`, path]);
    else lacks.push(`the file of its parameter ${printable(name)} is not in the repository`);
  }
  for (const text of Array.isArray(helm.valueFiles) ? helm.valueFiles.map(String) : []) {
    const path = pathOf(text);
    if (path !== undefined && isFile(path) && !/[,\\"]/.test(path)) found.push(['--values', path]);
    else if (path === undefined || helm.ignoreMissingValueFiles !== true)
      lacks.push(`${printable(text)}, with values for it, is not in the repository`);
  }
  return { found, lacks };
}

/** Escapes commas like Argo CD, except in lists: a comma would begin another parameter. */
function escaped(value: string): string {
  return /^\{.*\}$/s.test(value) ? value : value.replace(/(?<!\\),/g, '\\,');
}

/** The chart settings of one source of an Application. @param address returns the normal form of a repository's address */
export function chartSource(
  { source, sources, destination }: Fields,
  name: string,
  own: Fields,
  address: (url: string) => string,
): ChartSource {
  const url = address(textOf(own.repoURL) ?? '');
  const refs = [fieldsOf(source), ...listOf(sources)].flatMap(({ ref, repoURL }) =>
    typeof ref === 'string' && address(textOf(repoURL) ?? '') === url ? [ref] : [],
  );
  return { name, namespace: textOf(fieldsOf(destination).namespace) ?? '', helm: fieldsOf(own.helm), refs };
}
