import { describe, expect, it } from 'vitest';
import { defaultTargetNamespaces, invalidTargetNamespaces } from '../../../../src/olm/rules/v1/support.js';
import { registry } from '../../../support/registry.js';

const refusal = (modes: string[], ...targets: string[]): string | undefined =>
  invalidTargetNamespaces(registry({ modes }).csv, 'op', targets);
const invalid = (targets: string, reason: string): string => `invalid option(s): invalid target namespaces [${targets}]: ${reason}`;

describe('the target namespaces of OLM v1', () => {
  it('are all by default, where the operator supports that', () => {
    expect(defaultTargetNamespaces(registry({ modes: ['AllNamespaces'] }).csv)).toEqual(['']);
    expect(defaultTargetNamespaces(registry({ modes: ['OwnNamespace'] }).csv)).toEqual([]);
  });

  it.each([
    [['AllNamespaces'], ['']],
    [['OwnNamespace'], ['op']],
    [['SingleNamespace'], ['a']],
    [['SingleNamespace'], ['a', 'a']],
    [['MultiNamespace'], ['a', 'b']],
    [
      ['MultiNamespace', 'OwnNamespace'],
      ['a', 'op'],
    ],
  ])('%j allow %j', (modes, targets) => {
    expect(refusal(modes, ...targets)).toBeUndefined();
  });

  it.each([
    [['AllNamespaces'], [], 'exactly one target namespace must be specified'],
    [['MultiNamespace'], [], 'at least one target namespace must be specified'],
    [['OwnNamespace'], [''], 'supported install modes [OwnNamespace] do not support targeting all namespaces'],
    [['SingleNamespace'], ['op'], 'supported install modes [SingleNamespace] do not support targeting own namespace'],
    [['OwnNamespace', 'AllNamespaces'], ['a'], 'supported install modes [AllNamespaces OwnNamespace] do not support target namespaces [a]'],
    [['MultiNamespace'], ['op', 'a'], 'supported install modes [MultiNamespace] do not support targeting own namespace'],
    [['SingleNamespace'], ['a', 'b'], 'supported install modes [SingleNamespace] do not support target namespaces [a b]'],
    [['MultiNamespace'], ['', 'a'], 'supported install modes [MultiNamespace] do not support target namespaces [ a]'],
  ])('%j refuse %j', (modes, targets, reason) => {
    expect(refusal(modes, ...targets)).toBe(invalid(targets.join(' '), reason));
  });
});
