/** Label selectors, as in `spec.selector` of an OperatorGroup: whether labels match (all requirements must hold). */

/** `matchLabels` and `matchExpressions`; all of them must hold. */
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

/** Whether all of `matchLabels` and `matchExpressions` hold; `NotIn` also holds when the label is absent. */
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
