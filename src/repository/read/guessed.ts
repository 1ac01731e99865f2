/** Drops findings that do not apply to a guessed cluster: one that only Applications join. */
import type { Finding } from '../../olm/model/finding.js';
import { OPERATOR_GROUP_NAME_SHARED } from '../../olm/render/clashes.js';
import type { Source } from '../input/read-files.js';

/** The findings without shared OperatorGroup names: they only clash in a rendering; OLM gives each group's roles a unique name. */
export function ofGuessed(findings: readonly Finding[], inputs: readonly Source[]): readonly Finding[] {
  const isGuessed = inputs.some((input) => typeof input !== 'string' && input.isGuessed);
  return isGuessed ? findings.filter(({ id }) => id !== OPERATOR_GROUP_NAME_SHARED.id) : findings;
}
