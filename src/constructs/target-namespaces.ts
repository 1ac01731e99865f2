/** The target namespaces of an OperatorGroup, for construct authors. */
import type { OperatorGroupSpec, OperatorGroupSpecSelector } from '../../imports/operators.coreos.com.js';

/**
 * The target namespaces of an OperatorGroup.
 *
 * @example
 * TargetNamespaces.labelled({ tenant: 'a' })
 */
export class TargetNamespaces {
  /** All namespaces: a global group. */
  static all(): TargetNamespaces {
    return new TargetNamespaces({});
  }

  /**
   * These namespaces, whatever their labels. The group's own namespace is included only if it is named.
   *
   * @throws RangeError without a name, because an empty list would select all namespaces
   */
  static named(...names: string[]): TargetNamespaces {
    if (names.length === 0)
      throw new RangeError('TargetNamespaces.named needs at least one name; use TargetNamespaces.all() to select all namespaces');
    return new TargetNamespaces({ targetNamespaces: names });
  }

  /**
   * The namespaces that have all of these labels.
   *
   * @throws RangeError without a label, because an empty selector would select all namespaces
   */
  static labelled(labels: Readonly<Record<string, string>>): TargetNamespaces {
    if (Object.keys(labels).length === 0)
      throw new RangeError('TargetNamespaces.labelled needs at least one label; use TargetNamespaces.all() to select all namespaces');
    return new TargetNamespaces({ selector: { matchLabels: { ...labels } } });
  }

  /**
   * The namespaces that match a label selector.
   *
   * @throws RangeError without a requirement, because an empty selector would select all namespaces
   */
  static selected(selector: OperatorGroupSpecSelector): TargetNamespaces {
    if (Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length === 0) {
      throw new RangeError('TargetNamespaces.selected needs at least one requirement; use TargetNamespaces.all() to select all namespaces');
    }
    return new TargetNamespaces({ selector });
  }

  private constructor(
    /** The fields of `spec` for it. */
    readonly spec: Pick<OperatorGroupSpec, 'selector' | 'targetNamespaces'>,
  ) {}
}
