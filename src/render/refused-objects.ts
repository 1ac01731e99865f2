/** Rendered objects that an API server refuses: one of them stops a whole sync of Flux, and the permissions are not applied either. */

import { formatReference, type ObjectReference, referenceTo } from '../kubernetes/object.js';
import { type Refusal, refusals } from '../kubernetes/structure/refusals.js';
import { type FieldPath, formatFieldPath } from '../manifest/field-path.js';
import { jsonText } from '../manifest/format.js';
import type { Discovery, FieldOfInput } from '../model/finding.js';
import { listed } from '../wording/phrases.js';
import type { Rendered } from './rendered.js';
import type { RenderedRule } from './rendered-rule.js';

const SHOWN = 3;
const LONGEST = 60;

/** An error for each rendered object that is refused by its structure; `find` takes everything that is rendered. */
export const refusedObjects: RenderedRule = {
  id: 'api-server-refuses',
  severity: 'error',
  title: 'The API server refuses an object',
  references: [],
  documentation: {
    meaning:
      'A rendered object has a field that the API server refuses, so that applying it fails; Flux then applies nothing of the whole stage.',
    fix: 'Correct the field in the input that it comes from.',
  },
  find: (rendered) => rendered.flatMap(refusedObject),
};

/** Copies are told once, with their original. */
function refusedObject(item: Rendered): Discovery[] {
  const { object, copies } = item;
  const isCopiedCsv = object.kind === 'ClusterServiceVersion' && copies !== undefined;
  const found = isCopiedCsv ? [] : refusals(object);
  if (found.length === 0) return [];
  const path = found[0]?.path ?? [];
  const subject: ObjectReference = copies ? { ...referenceTo(object), namespace: copies.namespaces[0] ?? '' } : referenceTo(object);
  const who = found.some(({ by }) => by === 'every-write') ? 'the API server refuses' : 'server-side apply and kubectl apply refuse';
  return [
    {
      subject,
      message: `${who} ${formatReference(subject)}: ${listed(found.slice(0, SHOWN).map(refusalText))}${found.length > SHOWN ? `, and ${found.length - SHOWN} more` : ''}`,
      fix: `correct ${formatFieldPath(path)}${found.length > 1 ? ' and the others' : ''} in the input`,
      related: [],
      at: fieldOfInput(item, path),
    },
  ];
}

/** Where a field of a rendered object comes from: a role has the rules of a field of its owner, most others are objects of the input. */
function fieldOfInput({ object, owner, field }: Rendered, path: FieldPath): FieldOfInput {
  if (field !== undefined) return { object: owner, field: path[0] === 'rules' ? [...field, ...path] : field };
  const isInput = formatReference(owner) === formatReference(referenceTo(object));
  return { object: owner, field: isInput ? path : [] };
}

function refusalText({ path, reason, found, expected }: Refusal): string {
  const field = formatFieldPath(path);
  switch (reason) {
    case 'unknown-field':
      return `${field} is no field of it`;
    case 'required':
    case 'key-missing':
      return `${field} is missing`;
    case 'duplicate':
      return `${field} repeats an earlier item`;
    default:
      return `${field} is ${jsonText(found).slice(0, LONGEST)} where ${expected} is expected`;
  }
}
