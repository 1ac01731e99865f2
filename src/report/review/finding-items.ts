/** Findings as list items: findings of one rule stay together, with the reason, the path and the fix only once. */

import { groupBy, namespacedName } from '../../base/kubernetes/object.js';
import { aboutText, placeText } from '../../base/wording/permissions.js';
import type { Finding } from '../../olm/model/finding.js';
import type { Acceptance, ReportedFinding } from '../../review/index.js';
import type { Detail, Item } from '../blocks.js';
import { changeText, crdsAlike, crdText } from '../change-words.js';
import { stepTexts } from '../steps.js';
import { alikeFindings, fromTo, sameOfOthers } from './alike-findings.js';

/** The most CRDs that keep an item each; more with the same change share one. */
const FEW_CRDS = 3;

/** Findings as list items. The page of the rule has the possible attack, which need not be about this change. */
export function findingItems(told: readonly ReportedFinding[]): Item[] {
  const groups = groupBy(told, ({ finding: { id, severity }, state }) => JSON.stringify([id, severity, state === 'fixed']));
  return [...groups.values()].flatMap((alike) => crdItem(alike) ?? itemsOf(alike));
}

/** Findings of one rule as items: those that say the same of several objects share one. */
function itemsOf(told: readonly ReportedFinding[]): Item[] {
  const ones = alikeFindings(told);
  return withDetails(ones.map(([first]) => first)).map((item, index) => withOthers(item, ones[index]?.slice(1) ?? []));
}

function withOthers(item: Item, others: readonly ReportedFinding[]): Item {
  if (others.length === 0) return item;
  const names = others.map(({ finding: { subject } }) => (subject.namespace === undefined ? subject.name : namespacedName(subject)));
  return {
    ...item,
    content: [...item.content, sameOfOthers(others)],
    details: [...(item.details ?? []), { content: [names.join(', ')] }],
  };
}

/** Shows details that several findings of one rule share only with the first of them. */
function withDetails(alike: readonly ReportedFinding[]): Item[] {
  const said = new Set<string>();
  return alike.map((one) => {
    const details = detailsOf(one).filter(({ label, content }) => {
      const key = JSON.stringify(label === 'fix' ? [label, one.finding.id] : label === 'path' ? [label, one.finding.id] : content);
      const isNew = !said.has(key);
      said.add(key);
      return isNew;
    });
    return { ...itemOf(one), details };
  });
}

/** One finding as a list item. */
function itemOf({ finding, kind }: ReportedFinding): Item {
  const { id, severity, subject, message, place } = finding;
  return {
    content: [{ severity, rule: id }, ' ', kind === 'risk' ? message : aboutText(finding)],
    ...(place ? { place: placeText(place) } : {}),
    marks: { severity, subject },
  };
}

function crdItem(alike: readonly ReportedFinding[]): Item[] | undefined {
  const findings = alike.map(({ finding }) => finding);
  const [together] = crdsAlike(findings);
  if (!together || new Set(together.map(({ subject }) => subject.name)).size <= FEW_CRDS) return undefined;
  const [{ id, severity, subject, fix }] = together;
  return [
    {
      content: [{ severity, rule: id }, ' ', crdText(together, Number.POSITIVE_INFINITY)],
      details: severity === 'error' ? [{ label: 'fix', content: [fix] }] : [],
      marks: { severity, subject },
    },
  ];
}

function detailsOf({ finding, state, acceptance }: ReportedFinding): Detail[] {
  if (acceptance) return [{ content: [acceptedText(acceptance)] }];
  if (state === 'fixed') return [];
  const { path = [], fix, severity } = finding;
  const isRisk = path.length > 0;
  return [
    ...(finding.added !== undefined || finding.removed !== undefined ? [{ content: [changeText(finding)] }] : []),
    ...fromToDetail(finding),
    ...(isRisk ? [{ label: 'path', content: [{ path: stepTexts(path) }] }] : []),
    ...(isRisk || severity !== 'info' ? [{ label: 'fix', content: [fix] }] : []),
  ];
}

function fromToDetail(finding: Finding): Detail[] {
  const [before, after] = fromTo(finding) ?? [];
  return before === undefined || after === undefined ? [] : [{ content: [{ path: [before, after] }] }];
}

export function acceptedText({ reason, expires, by }: Acceptance): string {
  return `accepted${by === undefined ? '' : ` by ${by}`}${expires === undefined ? '' : ` until ${expires}`}: ${reason}`;
}
