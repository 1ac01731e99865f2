import { describe, expect, it } from 'vitest';
import type { Fields } from '../../../../../src/base/kubernetes/pod-spec.js';
import { POD_FIELDS } from '../../../../../src/review/rules/changed/pods/pod-fields.js';
import { differingParts } from '../../../../../src/review/rules/changed/pods/pod-parts.js';

const differing = (before: Fields, after: Fields) =>
  differingParts({ fields: before, at: ['spec'] }, { fields: after, at: ['spec'] }).map(({ name, decides }) => `${name}: ${decides}`);
const pod = (container: Fields = {}, more: Fields = {}): Fields => ({ containers: [{ name: 'a', ...container }], ...more });

describe('what differs between two Pods', () => {
  it.each(POD_FIELDS.filter(({ entry, field }) => entry === undefined && !field.includes('.')))(
    'is what one row of the table says: $field of a $of',
    ({ of, field, name = field, decides, defaults = [] }) => {
      const having = (value: unknown): Fields => (of === 'pod' ? pod({}, { [field]: value }) : pod({ [field]: value }));
      expect(differing(pod(), having('other'))).toEqual([`${name}${of === 'pod' ? '' : ' of a'}: ${decides}`]);
      for (const nothing of [...defaults, null, [], {}]) expect(differing(pod(), having(nothing))).toEqual([]);
    },
  );

  it('is input where the field is not known', () => {
    expect(differing(pod(), pod({ newerField: 1 }, { otherField: {} }))).toEqual(['newerField of a: input']);
    expect(differing(pod(), pod({ constructor: 1 }))).toEqual(['constructor of a: input']);
  });

  it('is told by variable and volume, and by container', () => {
    const variables = (...values: string[]): Fields => pod({ env: values.map((value, index) => ({ name: `V${index}`, value })) });
    expect(differing(variables('a', 'b'), variables('a', 'c', 'd'))).toEqual(['variable V1 of a: input', 'variable V2 of a: input']);
    expect(differing(pod({}, { volumes: [{ name: 's', emptyDir: {} }] }), pod())).toEqual(['volume s: input']);
    expect(differing(pod(), pod({ name: 'b', tty: true }))).toEqual(['container b: input', 'tty of b: running', 'container a: input']);
    expect(differing(pod(), pod({ resources: { claims: [{ name: 'gpu' }] } }))).toEqual([
      'resources of a: size',
      'resources.claims of a: input',
    ]);
  });

  it('is neither another version of an image nor when something is asked', () => {
    expect(differing(pod({ image: 'redis:7' }), pod({ image: 'docker.io/library/redis:8' }))).toEqual([]);
    expect(differing(pod({ image: 'redis:7' }), pod({ image: 'evil/redis:7' }))).toEqual(['image of a: image']);
    const probe = (periodSeconds: number): Fields => pod({ livenessProbe: { httpGet: { path: '/' }, periodSeconds } });
    expect(differing(probe(1), probe(2))).toEqual([]);
  });
});
