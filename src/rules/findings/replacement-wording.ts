/** The wording about CSVs that stay because of `spec.replaces`, also where it leads in a circle. */
import { enumeration } from '../../model/name-lists.js';
import type { ResolvedCsv } from '../resolve.js';
import type { Surroundings } from './surroundings.js';

type Circles = Pick<Surroundings, 'circles'>;

/** Why a CSV waits for the one that it replaces. */
export function waitsMessage(csv: ResolvedCsv, surroundings: Circles): string {
  return circleMessage(csv, surroundings) ?? `${namesOf(csv)}, which it replaces, does not run, and OLM waits for that`;
}

/** What to do about it. */
export function waitsFix(csv: ResolvedCsv, surroundings: Circles): string {
  return circleFix(csv, surroundings) ?? 'mend the CSV that it replaces, or remove it from the input';
}

/** Why a CSV that is to be replaced is still there. */
export function replacedMessage(csv: ResolvedCsv, surroundings: Circles): string {
  return circleMessage(csv, surroundings) ?? `${namesOf(csv)} is to replace this CSV but does not run`;
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
  if (circle.length === 1) return 'spec.replaces names the CSV itself, so OLM waits for it to make way for itself';
  const names = enumeration(circle.map(({ name }) => name));
  return `${names} replace each other in a circle, so OLM waits for each of them to make way for another`;
}

function circleFix({ csv }: ResolvedCsv, { circles }: Circles): string | undefined {
  const circle = circles.get(csv);
  if (!circle) return undefined;
  const where = circle.length === 1 ? '' : ' in the oldest of them';
  return `correct spec.replaces${where}: it names the CSV that came before, or is left out`;
}
