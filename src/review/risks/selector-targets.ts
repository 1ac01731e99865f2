/** OperatorGroups whose targets hang on labels: whoever labels a namespace decides what an operator reaches. */
import { formatReference } from '../../model/kubernetes-object.js';
import type { LabelSelector } from '../../model/label-selector.js';
import { joined } from '../../model/name-lists.js';
import { isAllNamespaces } from '../../rules/namespace-set.js';
import { groupReference } from '../../rules/references.js';
import { heldBy, type Want } from './held.js';
import { NSA_NAMESPACES, type RiskRule } from './rule.js';
import { formatSubject, shortList } from './wording.js';

const LABEL_NAMESPACES: readonly Want[] = [{ apiGroup: '', resources: ['namespaces'], verbs: ['create', 'update', 'patch'] }];

export const selectorTargets: RiskRule = {
  id: 'selector-targets',
  severity: 'warning',
  title: 'Targets hang on labels of namespaces',
  references: [NSA_NAMESPACES],
  documentation: {
    meaning:
      'An OperatorGroup selects its target namespaces by label. Its operators get their rights in every namespace that someone labels so. A warning when the input lets anyone but cluster-admin label namespaces, who are named; a note otherwise.',
    attack:
      'Whoever may patch a namespace puts the label on one of another team, and the operator, its Roles and its API come to it; or takes the label off, and the operator loses its rights there.',
    fix: 'List `targetNamespaces`, select by the label kubernetes.io/metadata.name, which nobody can change, or keep namespaces from being patched.',
  },
  find: (access) => {
    const labellers = heldBy(access, LABEL_NAMESPACES);
    const names = labellers.map(({ subject }) => formatSubject(subject));
    return access.side.resolution.groups.flatMap(({ group, namespaces }) => {
      const { selector, targetNamespaces } = group;
      if (!selector || targetNamespaces.length > 0 || (namespaces && isAllNamespaces(namespaces)) || !isChangeable(selector)) return [];
      const subject = groupReference(group);
      const who = names.length === 0 ? 'whoever may label namespaces' : shortList(names, 'subjects');
      const labels = selectorText(selector);
      return [
        {
          severity: names.length === 0 ? ('info' as const) : ('warning' as const),
          subject,
          message: `${formatReference(subject)} targets namespaces by ${labels}, so ${who} may widen it`,
          path: `${who} → label a Namespace so that ${labels} matches → ${formatReference(subject)} targets it → its operators get their rights there`,
          fix: `list spec.targetNamespaces${namespaces ? ` (now ${shortList(namespaces, 'namespaces')})` : ''}, or select by kubernetes.io/metadata.name`,
          place: access.side.placeOf(subject, ['spec', 'selector']),
          // Who may label them changes with every operator that comes or goes, and is among the grants.
          identity: [],
        },
      ];
    });
  },
};

const NAME_LABEL = 'kubernetes.io/metadata.name';

/** The name label is set by the API server, which lets nobody change it. */
function isChangeable({ matchLabels, matchExpressions }: LabelSelector): boolean {
  if (matchLabels && Object.hasOwn(matchLabels, NAME_LABEL)) return false;
  return !matchExpressions?.some(({ key, operator }) => key === NAME_LABEL && operator === 'In');
}

function selectorText({ matchLabels, matchExpressions }: LabelSelector): string {
  const labels = Object.entries(matchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  const expressions = (matchExpressions ?? []).map(({ key, operator, values }) =>
    [key, operator, ...(values?.length ? [`(${values.join(', ')})`] : [])].join(' '),
  );
  return joined([...labels, ...expressions]);
}
