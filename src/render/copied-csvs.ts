/** Copied CSVs: they tell the users of a target namespace which operators watch it (design document, "Copied CSVs"). */
import { COPIED_FROM_LABEL, TARGET_NAMESPACES_ANNOTATION } from '../model/cluster-service-version.js';
import { csvReference } from '../model/finding.js';
import { annotatedCsv } from './cluster-service-versions.js';
import { copyNamespaces, type Generator, isGlobal } from './context.js';
import { copyable, nonEmpty } from './metadata.js';
import { isComponentLabel } from './owner-labels.js';
import type { Made } from './rendered.js';

export const copiedCsvs: Generator = (context) => {
  const { conventions } = context;
  const originals = new Set(context.resolution.csvs.map(({ csv }) => `${csv.namespace}/${csv.name}`));
  return context.resolution.csvs
    .filter((csv) => conventions.isCopied(csv) && !(isGlobal(csv) && context.cluster.copiedCSVsDisabled))
    .flatMap((csv): Made[] => {
      // An original of the same name stays as it is.
      const namespaces = copyNamespaces(csv, context).filter((namespace) => !originals.has(`${namespace}/${csv.csv.name}`));
      if (namespaces.length === 0) return [];
      const { metadata, ...rest } = annotatedCsv(csv, conventions);
      const labels = {
        ...copyable(metadata.labels, isComponentLabel),
        [COPIED_FROM_LABEL]: csv.csv.namespace,
      };
      // The list of targets would tell one tenant about the others.
      const annotations = copyable(metadata.annotations, (key) => key === TARGET_NAMESPACES_ANNOTATION);
      return [
        {
          object: {
            ...rest,
            metadata: { name: metadata.name, labels, ...nonEmpty('annotations', annotations) },
            status: {
              phase: csv.verdict.phase,
              reason: 'Copied',
              message: `The operator is running in ${csv.csv.namespace} but is managing this namespace`,
            },
          },
          owner: csvReference(csv.csv),
          copies: { namespaces, ownerNamespaceLabel: false },
        },
      ];
    });
};
