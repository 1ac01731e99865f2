/** Replaced CSVs: they are gone on the cluster, and so are not rendered. */
import type { Finding } from '../../model/finding.js';
import { csvReference } from '../references.js';
import type { Resolution } from '../resolve.js';

/** A note for each of them. */
export function replacedCsvs({ replaced }: Pick<Resolution, 'replaced'>): Finding[] {
  return replaced.map(({ csv, by }) => ({
    id: 'csv-replaced',
    severity: 'info',
    subject: csvReference(csv),
    message: `${csv.name} is replaced by ${by.name} and is not rendered`,
    fix: `remove ${csv.name} from the input once the cluster runs ${by.name}`,
    related: [csvReference(by)],
    verdict: false,
  }));
}
