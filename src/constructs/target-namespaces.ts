/** The target namespaces of an OperatorGroup, for construct authors. */
import { z } from 'zod';
import type { OperatorGroupSpec } from '../../imports/operators.coreos.com.js';
import { checkArguments, settings, TEXT, TEXTS } from './arguments.js';

const SYMBOL = Symbol.for('cdk8s-olm.TargetNamespaces');
const NAMES = z.array(TEXT('the name of a namespace, or a Namespace'));

/** A Namespace of cdk8s or cdk8s-plus. */
export interface INamedNamespace {
  readonly kind: string;
  readonly name: string;
}

/** Selects namespaces by their labels; all requirements must be met. */
export interface NamespaceSelector {
  /** Labels that a namespace must have. @default none */
  readonly matchLabels?: { readonly [key: string]: string };
  /** Requirements for labels. @default none */
  readonly matchExpressions?: NamespaceRequirement[];
}

/** A requirement for one label. */
export interface NamespaceRequirement {
  /** The key of the label. */
  readonly key: string;
  /** `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  readonly operator: string;
  /** The values of `In` and `NotIn`. @default none */
  readonly values?: string[];
}

const SELECTOR = settings({
  matchLabels: TEXTS('labels').optional(),
  matchExpressions: z.array(z.any(), 'a list of requirements').optional(),
});

/**
 * The target namespaces of an OperatorGroup.
 *
 * @example
 * TargetNamespaces.labelled({ tenant: 'a' })
 */
export class TargetNamespaces {
  /** Whether a value is a TargetNamespaces of any copy of this package. */
  static isTargetNamespaces(value: unknown): value is TargetNamespaces {
    return typeof value === 'object' && value !== null && SYMBOL in value;
  }

  /** All namespaces: a global group. */
  static all(): TargetNamespaces {
    return new TargetNamespaces({});
  }

  /**
   * These namespaces, regardless of their labels. The group's own namespace is included only if it is named.
   *
   * @param namespaces names, or Namespaces that the app makes
   * @throws RangeError without a name, because an empty list would select all namespaces
   * @throws TypeError for anything but text
   */
  static named(...namespaces: (string | INamedNamespace)[]): TargetNamespaces {
    const names = namespaces.map((one) => (typeof one !== 'string' && one?.kind === 'Namespace' ? one.name : (one as string)));
    checkArguments('TargetNamespaces.named', NAMES, names);
    if (names.length === 0)
      throw new RangeError('TargetNamespaces.named needs at least one name; use TargetNamespaces.all() to select all namespaces');
    return new TargetNamespaces({ targetNamespaces: names });
  }

  /**
   * The namespaces that have all of these labels.
   *
   * @throws RangeError without a label, because an empty selector would select all namespaces
   * @throws TypeError for anything but labels with text
   */
  static labelled(labels: { readonly [key: string]: string }): TargetNamespaces {
    checkArguments('TargetNamespaces.labelled', TEXTS('labels'), labels);
    if (Object.keys(labels).length === 0)
      throw new RangeError('TargetNamespaces.labelled needs at least one label; use TargetNamespaces.all() to select all namespaces');
    return new TargetNamespaces({ selector: { matchLabels: { ...labels } } });
  }

  /**
   * The namespaces that match a label selector.
   *
   * @throws RangeError without a requirement, because an empty selector would select all namespaces
   * @throws TypeError for anything but a selector
   */
  static selected(selector: NamespaceSelector): TargetNamespaces {
    checkArguments('TargetNamespaces.selected', SELECTOR, selector);
    if (Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length === 0) {
      throw new RangeError('TargetNamespaces.selected needs at least one requirement; use TargetNamespaces.all() to select all namespaces');
    }
    return new TargetNamespaces({ selector });
  }

  private constructor(
    /** The fields of `spec` of the OperatorGroup. @jsii ignore */
    readonly spec: Pick<OperatorGroupSpec, 'selector' | 'targetNamespaces'>,
  ) {
    Object.defineProperty(this, SYMBOL, { value: true });
  }
}
