import { describe, expect, it } from 'vitest';
import { mergeEnvOnce, mergeEnvV0, mergeEnvV1, withDistinct } from '../../../../../src/olm/render/install/settings.js';

const env = (...pairs: [string, string][]) => pairs.map(([name, value]) => ({ name, value }));

describe('environment variables of settings', () => {
  it.each([mergeEnvV0, mergeEnvV1, mergeEnvOnce])('replace those of their name in place, and come after all others', (merge) => {
    expect(merge(env(['A', '1'], ['B', '2']), env(['C', '3'], ['A', '4']))).toEqual(env(['A', '4'], ['B', '2'], ['C', '3']));
  });

  it('twice of one name: OLM v0 leaves one without a name, OLM v1 both, we the last', () => {
    const twice = env(['N', '1'], ['N', '2']);
    expect(mergeEnvV0([], twice)).toEqual([{ name: 'N', value: '2' }, { name: '' }]);
    expect(mergeEnvV1([], twice)).toEqual(twice);
    expect(mergeEnvOnce([], twice)).toEqual(env(['N', '2']));
  });

  it('twice of one name in the container: OLM v0 empties the second, OLM v1 replaces the last, we keep one', () => {
    const twice = env(['N', '1'], ['N', '2']);
    expect(mergeEnvV0(twice, env(['N', '3']))).toEqual([{ name: 'N', value: '3' }, { name: '' }]);
    expect(mergeEnvV1(twice, env(['N', '3']))).toEqual(env(['N', '1'], ['N', '3']));
    expect(mergeEnvOnce(twice, env(['N', '3']))).toEqual(env(['N', '3']));
  });

  it('of other objects are added unless they are there', () => {
    const secret = { secretRef: { name: 's' } };
    const [there, more] = [[{ prefix: 'a', ...secret }, secret], { secretRef: { name: 's', optional: true } }];
    expect(withDistinct(there, [secret, more])).toEqual([...there, more]);
  });
});
