import { describe, expect, it } from 'vitest';
import { namespace } from '../../../src/olm/model/operator-group.js';

describe('a Namespace', () => {
  it('has its name as a label, as the API server sees to', () => {
    expect(namespace('team-a', { tenant: 'a' })).toEqual({
      name: 'team-a',
      labels: { tenant: 'a', 'kubernetes.io/metadata.name': 'team-a' },
    });
  });

  it('cannot have another name as that label', () => {
    expect(namespace('team-a', { 'kubernetes.io/metadata.name': 'team-b' }).labels).toEqual({ 'kubernetes.io/metadata.name': 'team-a' });
  });

  it('remembers where it stands', () => {
    const source = { file: 'a.yaml', document: 0, path: [] };
    expect(namespace('team-a', {}, source).source).toBe(source);
  });
});
