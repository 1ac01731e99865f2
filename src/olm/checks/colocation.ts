/** Colocation: operators of one namespace resolve together, so they share approval and failures. Makes the resolver's notes findings. */

import { NOTE_RULES } from '../model/resolver-note.js';
import type { ClusterRule } from './surroundings.js';

/** The rule of each note; it finds the notes with its id. */
export const COLOCATION_RULES = NOTE_RULES.map((rule) => ({
  ...rule,
  find: ({ resolverNotes }) =>
    resolverNotes.filter((note) => note.id === rule.id).map(({ severity, subject, message, fix }) => ({ severity, subject, message, fix })),
})) satisfies readonly ClusterRule[];
