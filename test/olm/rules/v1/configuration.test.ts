import { describe, expect, it } from 'vitest';
import { v1Configuration } from '../../../../src/olm/rules/v1/support.js';
import { registry } from '../../../support/registry.js';

const read = (modes: string[], raw: Record<string, unknown>) => v1Configuration(raw, registry({ modes }).csv, 'op');

describe('the settings of a ClusterExtension', () => {
  it('are the namespace to watch and settings for the Deployments', () => {
    const raw = { watchNamespace: 'a', deploymentConfig: { nodeSelector: {} } };
    expect(read(['SingleNamespace', 'OwnNamespace'], raw)).toEqual({ configuration: raw, errors: [] });
  });

  it('have no other field, and none for a namespace where all are watched', () => {
    expect(read(['AllNamespaces'], { x: 1, watchNamespace: 'a' }).errors).toEqual(['unknown field "watchNamespace"', 'unknown field "x"']);
  });

  it('need a namespace unless all can be watched', () => {
    expect(read(['OwnNamespace'], {}).errors).toEqual(['required field "watchNamespace" is missing']);
    expect(read(['OwnNamespace'], { watchNamespace: null }).errors).toEqual(['required field "watchNamespace" is missing']);
    expect(read(['OwnNamespace', 'AllNamespaces'], { watchNamespace: null }).errors).toEqual([]);
    // Given beside the settings, it can be absent there; the renderer looks at it then.
    expect(v1Configuration({}, registry({ modes: ['OwnNamespace'] }).csv, 'op', true).errors).toEqual([]);
  });

  it('name the namespace that the install modes allow', () => {
    expect(read(['OwnNamespace'], { watchNamespace: 'op' }).errors).toEqual([]);
    expect(read(['OwnNamespace'], { watchNamespace: 'x' }).errors).toEqual([
      'invalid value "x": must be "op" (the namespace where the operator is installed) because this operator only supports OwnNamespace install mode',
    ]);
    expect(read(['SingleNamespace'], { watchNamespace: 'op' }).errors).toEqual([
      'invalid value "op": must be different from "op" (the install namespace) because this operator uses SingleNamespace install mode to watch a different namespace',
    ]);
    expect(read(['SingleNamespace'], { watchNamespace: 'A_b' }).errors).toHaveLength(1);
    expect(read(['SingleNamespace'], { watchNamespace: 1 }).errors).toEqual(['invalid value for field "watchNamespace"']);
  });
});
