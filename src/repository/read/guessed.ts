/** What is not said of a cluster that is one only because Applications bring its units together. */
import type { Finding } from '../../olm/model/finding.js';
import { OPERATOR_GROUP_NAME_SHARED } from '../../olm/render/clashes.js';
import type { Source } from '../input/read-files.js';

/** The findings without names of a rendering that nobody asks for: OLM gives the roles of each group a name of their own. */
export function ofGuessed(findings: readonly Finding[], inputs: readonly Source[]): readonly Finding[] {
  const isGuessed = inputs.some((input) => typeof input !== 'string' && input.isGuessed);
  return isGuessed ? findings.filter(({ id }) => id !== OPERATOR_GROUP_NAME_SHARED.id) : findings;
}
