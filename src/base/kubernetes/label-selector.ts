/** Label selectors, as in `spec.selector` of an OperatorGroup: whether labels match (all requirements must), and a selector's mistakes. */
import { isLabelValue, isQualifiedName } from './names.js';

/** `matchLabels` and `matchExpressions`; labels must match all of them. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>> | null;
  readonly matchExpressions?: readonly SelectorRequirement[] | null;
  readonly [field: string]: unknown;
}

/** One of `matchExpressions`. */
export interface SelectorRequirement {
  readonly key: string;
  /** `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  readonly operator: string;
  readonly values?: readonly string[] | null;
}

/** A selector without requirements. In an OperatorGroup it is the same as no selector. */
export function isEmptySelector(selector: LabelSelector): boolean {
  return Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0;
}

/** Whether labels match all of `matchLabels` and `matchExpressions`; `NotIn` matches an absent label, too. */
export function matchesSelector(selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  const labelOf = (key: string): string | undefined => (Object.hasOwn(labels, key) ? labels[key] : undefined);
  return (
    Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labelOf(key) === value) &&
    (selector.matchExpressions ?? []).every(({ key, operator, values }) => {
      const label = labelOf(key);
      switch (operator) {
        case 'In':
          return label !== undefined && (values ?? []).includes(label);
        case 'NotIn':
          return label === undefined || !(values ?? []).includes(label);
        case 'Exists':
          return label !== undefined;
        case 'DoesNotExist':
          return label === undefined;
        default:
          return false;
      }
    })
  );
}

/** The requirements that no label can meet, and the unknown operators (apimachinery's LabelSelectorAsSelector); empty if there are none. */
export function selectorMistakes({ matchLabels, matchExpressions }: LabelSelector): string[] {
  return [
    ...Object.entries(matchLabels ?? {}).flatMap(([key, value]) => [...keyMistakes(key), ...valueMistakes(value)]),
    ...(matchExpressions ?? []).flatMap(({ key, operator, values }) => [
      ...keyMistakes(key),
      ...operatorMistakes(operator, values?.length ?? 0),
      ...(values ?? []).flatMap(valueMistakes),
    ]),
  ];
}

function operatorMistakes(operator: string, values: number): string[] {
  if (operator === 'In' || operator === 'NotIn') return values === 0 ? [`the operator ${operator} needs values`] : [];
  if (operator === 'Exists' || operator === 'DoesNotExist') return values === 0 ? [] : [`the operator ${operator} takes no values`];
  return [`${JSON.stringify(operator)} is not one of the operators In, NotIn, Exists and DoesNotExist`];
}

function keyMistakes(key: string): string[] {
  return isQualifiedName(key) ? [] : [`${JSON.stringify(key)} is not a valid label key`];
}

function valueMistakes(value: string): string[] {
  return isLabelValue(value) ? [] : [`${JSON.stringify(value)} is not a valid label value`];
}
