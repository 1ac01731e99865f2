/** The objects of all operators that are installed without OLM, each with the CSV that it is installed for. */
import { csvReference } from '../../model/references.js';
import type { Generator } from '../context.js';
import { install } from './index.js';

/** Nothing where OLM runs. */
export const installedObjects: Generator = ({ plan }) =>
  plan
    ? plan.installations.flatMap(({ csv, installation }) =>
        install(installation, plan.rules).map(({ object, field }) => ({
          object,
          owner: csvReference(csv.csv),
          ...(field ? { field } : {}),
        })),
      )
    : [];
