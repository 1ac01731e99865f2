/** Recognises changes of unread files that bring nothing: empty files, versions of libraries, and definitions of resources. */

import { compareText } from '../../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import { isMapping, sortedText } from '../../../../base/manifest/plain-data.js';
import type { UnreadFile } from '../../../../olm/model/unread-file.js';
import { onlyGives } from '../kind-effects.js';
import { isInTemplates } from './chart-templates.js';
import { isControl, type TextChange } from './text-changes.js';
import { documentsOf } from './text-documents.js';
import { apartFromWholes } from './whole-objects.js';

/** Libraries of Jsonnet programs, which jsonnet-bundler fetches; Argo CD does not. */
const LIBRARIES = /(?:^|\/)jsonnetfile(?:\.lock)?\.json$/;
export function isOfLibraries(file: UnreadFile | undefined): boolean {
  return file?.reason === 'settings' && LIBRARIES.test(file.path);
}

/** Whether a file without an object stays one: `{}` is no object that somebody could apply, and has no value that a tool could read. */
export function areEmpty(was: UnreadFile | undefined, is: UnreadFile | undefined): boolean {
  return [was, is].every(
    (side) => side === undefined || (side.reason === 'broken' && /^(?:---)?\s*\{\s*\}$/.test((side.text ?? '').trim())),
  );
}

/** Names of catalogs that a cluster has by itself: without another one of the name, its own comes back. */
const DEFAULT_CATALOG = /^CatalogSource (?:(?:redhat|certified|community)-\w+|operatorhubio-catalog)$/;

/** Whether a template of a chart goes whose objects only gave or added something. */
export function onlyGave(was: UnreadFile | undefined, is: UnreadFile | undefined, changes: readonly TextChange[]): boolean {
  if (is || was?.reason !== 'chart-source' || !isInTemplates(was.path) || /\{\{-?\s*define\b/.test(was.text ?? '')) return false;
  const { objects, rest } = apartFromWholes(changes);
  const versions = new Map(changes.flatMap(({ of, field, before }) => (of !== undefined && field === 'apiVersion' ? [[of, before]] : [])));
  const isGift = ({ of }: { readonly of: string }): boolean => {
    const version = versions.get(of);
    return version !== undefined && !DEFAULT_CATALOG.test(of) && onlyGives({ apiVersion: version, kind: of.replace(/ .*$/s, '') });
  };
  // Any other action writes something, such as a guard.
  const isBranch = ({ before = '' }: TextChange): boolean =>
    /^\{\{-?\s*(?:if|else|end|with|range)\b(?!.*\b(?:include|template|tpl|Files)\b)/.test(before);
  return objects.length > 0 && objects.every(isGift) && rest.every((change) => isControl(change) && isBranch(change));
}

/** Whether only the versions of Jsonnet libraries differ, and not where they come from. */
export function areVersions(was: UnreadFile | undefined, is: UnreadFile | undefined): boolean {
  const [before, after] = [was, is].map((side) => side && documentsOf(side.text)?.map(withoutVersions));
  return before !== undefined && sortedText(before) === sortedText(after ?? null);
}

function withoutVersions(value: unknown): unknown {
  // The order of dependencies has no meaning.
  if (Array.isArray(value)) return value.map(withoutVersions).sort((a, b) => compareText(sortedText(a ?? null), sortedText(b ?? null)));
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (key === 'version' || key === 'sum' ? [] : [[key, withoutVersions(one)]])),
  );
}

/** Whether all documents that differ are CRDs whose conversion stays: a CRD grants nothing, and OLM or the API server checks it. */
export function areCrds(was: UnreadFile | undefined, is: UnreadFile | undefined): boolean {
  const [before, after] = [was, is].map((side) => (side ? documentsOf(side.text) : []));
  if (!before || !after) return false;
  const [texts, others] = [before, after].map((values) => values.map((value) => sortedText(value)));
  const [gone, came] = [
    before.filter((_, index) => !others?.includes(texts?.[index] ?? '')),
    after.filter((_, index) => !texts?.includes(others?.[index] ?? '')),
  ];
  // Two CRDs can swap their webhooks: each conversion belongs to its name.
  const conversions = (crds: readonly unknown[]): string =>
    sortedText(
      crds
        .flatMap((crd) => {
          const { conversion } = fieldsOf(fieldsOf(crd).spec);
          return conversion === undefined ? [] : [sortedText([fieldsOf(fieldsOf(crd).metadata).name, conversion])];
        })
        .toSorted(compareText),
    );
  return gone.length + came.length > 0 && [...gone, ...came].every(isCrd) && conversions(gone) === conversions(came);
}

function isCrd(value: unknown): boolean {
  const { apiVersion, kind } = fieldsOf(value);
  return (apiVersion === 'apiextensions.k8s.io/v1' || apiVersion === 'apiextensions.k8s.io/v1beta1') && kind === 'CustomResourceDefinition';
}
