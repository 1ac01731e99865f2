/** The wording about CSVs that stay because of `spec.replaces`, also where it leads in a circle. */
import type { Resolution, ResolvedCsv } from '../resolve.js';
import { enumeration } from './text.js';

type Csvs = Pick<Resolution, 'csvs'>;

/** Why a CSV waits for the one that it replaces. */
export function waitsMessage(csv: ResolvedCsv, resolution: Csvs): string {
  return circleMessage(csv, resolution) ?? `${namesOf(csv)}, which it replaces, does not run, and OLM waits for that`;
}

/** What to do about it. */
export function waitsFix(csv: ResolvedCsv, resolution: Csvs): string {
  return circleFix(csv, resolution) ?? 'mend the CSV that it replaces, or remove it from the input';
}

/** Why a CSV that is to be replaced is still there. */
export function replacedMessage(csv: ResolvedCsv, resolution: Csvs): string {
  return circleMessage(csv, resolution) ?? `${namesOf(csv)} is to replace this CSV but does not run`;
}

/** What to do about it. */
export function replacedFix(csv: ResolvedCsv, resolution: Csvs): string {
  return circleFix(csv, resolution) ?? 'see the findings about its successor';
}

function namesOf({ verdict }: ResolvedCsv): string {
  return verdict.because.map(({ name }) => name).join();
}

function circleMessage(csv: ResolvedCsv, resolution: Csvs): string | undefined {
  const circle = replacementCircle(csv, resolution);
  if (circle.length === 0) return undefined;
  if (circle.length === 1) return 'spec.replaces names the CSV itself, so OLM waits for it to make way for itself';
  return `${enumeration(circle)} replace each other in a circle, so OLM waits for each of them to make way for another`;
}

function circleFix(csv: ResolvedCsv, resolution: Csvs): string | undefined {
  const circle = replacementCircle(csv, resolution);
  if (circle.length === 0) return undefined;
  const one = circle.length === 1 ? '' : ' in the oldest of them';
  return `correct spec.replaces${one}: it names the CSV that came before, or is left out`;
}

/** The names of the CSVs that lead from one back to itself by `spec.replaces`; none where they do not. */
function replacementCircle({ csv: { namespace, name, replaces } }: ResolvedCsv, { csvs }: Csvs): string[] {
  const replacesOf = new Map(csvs.filter(({ csv }) => csv.namespace === namespace).map(({ csv }) => [csv.name, csv.replaces]));
  const circle = new Set([name]);
  for (let next = replaces; next !== undefined; next = replacesOf.get(next)) {
    if (next === name) return [...circle];
    // A circle that the CSV leads into, but is not part of.
    if (circle.has(next)) return [];
    circle.add(next);
  }
  return [];
}
