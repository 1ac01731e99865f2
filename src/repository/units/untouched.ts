/** Reads the units that a change does not touch, for mentions of names: only files with a name, and kustomizations of such files. */

import { hiddenIn } from '../../base/inside/hidden.js';
import { unwrapped } from '../../base/inside/index.js';
import { unfinishedRoles } from '../../base/inside/unfinished-roles.js';
import { createLocator } from '../../base/manifest/locate.js';
import type { Locator } from '../../base/manifest/locator.js';
import { type ParsedDocument, parseDocuments } from '../../base/manifest/parse.js';
import { type FoundFile, readTexts, textsByName } from '../input/found-file.js';
import { originsByName } from '../input/found-texts.js';
import { mentionsOf } from '../trees/mentions.js';
import type { Unit } from './unit.js';
import type { Units } from './units.js';

/** Documents, and a function that finds their places. */
export interface UntouchedRead {
  readonly documents: readonly ParsedDocument[];
  readonly place: Locator['place'];
}

/** Words of files that can contain a role, a binding, a service account or a Namespace. */
const KINDS = ['Role', 'ServiceAccount', 'Namespace'];
/** Fields that change names: the final name of an object is then in no file. */
const PREFIXES = ['namePrefix', 'nameSuffix'];

/** Reads the documents of these units that mention any of the names. */
export function readUntouched(units: Units, of: readonly Unit[], names: ReadonlySet<string>): UntouchedRead {
  const some = units.mentioning(KINDS, of);
  const built = some.filter(({ kind }) => kind !== 'folder');
  const named = new Set([...units.mentioning([...names], some, true), ...units.mentioning(PREFIXES, built, true)]);
  const isAbout = [mentionsOf(names, true), mentionsOf(KINDS)];
  const isWanted = ({ bytes, within }: FoundFile): boolean => {
    const content = within && bytes();
    return !content || isAbout.every((mentions) => mentions(content));
  };
  const files = [...units.read([...named]).values()].flatMap((unit) => unit.files.filter(isWanted));
  const texts = readTexts(files, []);
  const { place } = createLocator(textsByName(texts), originsByName(texts));
  const documents = unwrapped(texts.flatMap((text) => parseDocuments(text).documents));
  return { documents: [...documents, ...hiddenIn(documents), ...texts.flatMap(unfinishedRoles)], place };
}
