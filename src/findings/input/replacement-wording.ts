/** The wording about CSVs that stay because of `spec.replaces`, also where CSVs replace each other in a circle. */

import type { ResolvedCsv } from '../../rules/resolution.js';
import { listed } from '../../wording/phrases.js';
import type { Surroundings } from './surroundings.js';

type Circles = Pick<Surroundings, 'circles'>;

/** Why a CSV waits for the one that it replaces. */
export function waitsMessage(csv: ResolvedCsv, surroundings: Circles): string {
  return circleMessage(csv, surroundings) ?? `OLM waits for ${namesOf(csv)}, which it replaces and which does not run`;
}

/** What to do about it. */
export function waitsFix(csv: ResolvedCsv, surroundings: Circles): string {
  return circleFix(csv, surroundings) ?? 'fix the CSV that it replaces, or remove that CSV from the input';
}

/** Why a CSV that should be replaced still exists. */
export function replacedMessage(csv: ResolvedCsv, surroundings: Circles): string {
  return circleMessage(csv, surroundings) ?? `${namesOf(csv)} replaces this CSV but does not run`;
}

/** What to do about it. */
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
