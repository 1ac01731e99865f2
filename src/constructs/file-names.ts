/** Prevents two objects in one file: some of cdk8s' output types omit the namespace in file names. */
import { ApiObject, App, Chart, YamlOutputType } from 'cdk8s';
import { groupBy } from '../base/kubernetes/object.js';

/**
 * The conflicts between the app's files.
 *
 * @returns one message for each file where one object would overwrite another
 */
export function sharedFiles(app: App): string[] {
  const { yamlOutputType, outputFileExtension } = app;
  const perResource = yamlOutputType === YamlOutputType.FILE_PER_RESOURCE;
  if (!perResource && yamlOutputType !== YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE) return [];
  const objects = app.node.findAll().filter((construct): construct is ApiObject => ApiObject.isApiObject(construct));
  // cdk8s drops these characters too.
  const fileOf = (object: ApiObject): string => `${object.kind}.${object.name}`.replace(/[^0-9a-zA-Z-_.]/g, '');
  const files = groupBy(objects, (object) => (perResource ? fileOf(object) : `${Chart.of(object).node.path}/${fileOf(object)}`));
  return [...files].flatMap(([file, sharers]) => {
    if (sharers.length < 2) return [];
    const names = sharers.map(describe).join(' and ');
    const areApart = perResource && new Set(sharers.map((one) => Chart.of(one))).size === sharers.length;
    return [
      `${names} would be written to the same file ${file}${outputFileExtension} and overwrite each other; use YamlOutputType.FILE_PER_CHART${areApart ? ' or FOLDER_PER_CHART_FILE_PER_RESOURCE' : ''}`,
    ];
  });
}

function describe(object: ApiObject): string {
  const { metadata } = object.toJson() as { metadata: { name: string; namespace?: string } };
  return `${object.kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`;
}

/** The app that a construct is part of, if its root is one. */
export function appOf(root: unknown): App | undefined {
  return root instanceof App ? root : undefined;
}
