/** Finds CSVs that other CSVs replace. */

import { namespacedName } from '../../base/kubernetes/object.js';
import { listed } from '../../base/wording/phrases.js';
import { csvReference } from '../model/finding.js';
import { isAllNamespaces } from '../rules/namespace-set.js';
import type { ResolvedCsv } from '../rules/resolution.js';
import { resolutionRule, type Surroundings } from './surroundings.js';

/** A warning about each uncertain replacement. */
export const uncertainReplacement = resolutionRule('uncertain-replacement', 'warning', 'OLM replaces a CSV only in some orders', {
  meaning:
    'The input has several CSVs that replace each other. Depending on the order in which OLM processes them, it removes the older ones, or one of them stays with its Deployment and permissions.',
  fix: 'Apply the versions one after the other, or remove the replaced CSVs.',
  find: ({ replaced }) =>
    replaced
      .filter(({ certainty }) => certainty !== 'certain')
      .map(({ csv, by, rivals }) => ({
        subject: csvReference(csv),
        message: `OLM removes this CSV or keeps it, depending on the order in which it processes this CSV and ${listed(rivals.map(namespacedName), 'CSVs')}; this report assumes that ${by.name} replaces it`,
        fix: `apply ${by.name} only after OLM has installed ${csv.name}, one version at a time, or remove ${csv.name} from the input`,
        related: rivals.map(csvReference),
        verdict: true,
      })),
});

// The wording for CSVs that stay because of `spec.replaces`, also if CSVs replace each other in a circle.

type Circles = Pick<Surroundings, 'circles'>;

/** The reason why a CSV waits for the CSV that it replaces. */
export function waitsMessage(csv: ResolvedCsv, surroundings: Circles): string {
  return circleMessage(csv, surroundings) ?? `OLM waits for ${namesOf(csv)}, which it replaces and which does not run`;
}

/** The fix for a waiting CSV. */
export function waitsFix(csv: ResolvedCsv, surroundings: Circles): string {
  return circleFix(csv, surroundings) ?? 'fix the CSV that it replaces, or remove that CSV from the input';
}

/** The reason why a CSV that should be replaced still exists. */
export function replacedMessage(csv: ResolvedCsv, surroundings: Circles): string {
  return circleMessage(csv, surroundings) ?? `${namesOf(csv)} replaces this CSV but does not run`;
}

/** The fix for a CSV that should be replaced. */
export function replacedFix(csv: ResolvedCsv, surroundings: Circles): string {
  return circleFix(csv, surroundings) ?? 'see the findings about its successor';
}

function namesOf({ verdict }: ResolvedCsv): string {
  return verdict.because.map(({ name }) => name).join();
}

function circleMessage({ csv }: ResolvedCsv, { circles }: Circles): string | undefined {
  const circle = circles.get(csv);
  if (!circle) return undefined;
  if (circle.length === 1) return 'spec.replaces contains the name of the CSV itself, so OLM waits for the CSV to replace itself';
  const names = listed(
    circle.map(({ name }) => name),
    'CSVs',
  );
  return `${names} replace each other in a circle, so OLM waits for each of them`;
}

function circleFix({ csv }: ResolvedCsv, { circles }: Circles): string | undefined {
  const circle = circles.get(csv);
  if (!circle) return undefined;
  const where = circle.length === 1 ? '' : ' in the oldest of them';
  return `correct spec.replaces${where}: set it to the previous CSV, or omit it`;
}

// Replaced CSVs: OLM deletes them, so they are not rendered.

/** A note about each replaced CSV. */
export const replacedCsvs = resolutionRule('csv-replaced', 'info', 'A CSV is replaced', {
  meaning: 'OLM deletes a CSV, because another CSV of the input replaces it. The deleted CSV is not rendered.',
  fix: 'Remove the replaced CSV from the input when the cluster runs the new one.',
  find: ({ csvs, replaced }) => {
    const resolved = new Map(csvs.map((successor) => [successor.csv, successor]));
    return replaced.map(({ csv, by }) => {
      // OLM copies no Roles while the old copies exist, and it deletes the old copies together with the old CSV.
      const gap = hasCopies(resolved.get(by))
        ? `; after OLM replaces it, ${by.name} has no Roles in the other target namespaces for some minutes, until OLM syncs the group again`
        : '';
      return {
        subject: csvReference(csv),
        message: `${csv.name} is replaced by ${by.name} and is not rendered${gap}`,
        fix: `remove ${csv.name} from the input once the cluster runs ${by.name}`,
        related: [csvReference(by)],
      };
    });
  },
});

/** Whether OLM copies the Roles of a CSV to other namespaces. */
function hasCopies(resolved: ResolvedCsv | undefined): boolean {
  const targets = resolved?.group?.namespaces ?? [];
  if (!resolved || isAllNamespaces(targets)) return false;
  const { namespace, permissions } = resolved.csv;
  return permissions.some(({ rules }) => rules?.length) && targets.some((target) => target !== namespace);
}
