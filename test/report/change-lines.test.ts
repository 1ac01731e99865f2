import { describe, expect, it } from 'vitest';
import { changeLines } from '../../src/report/change-lines.js';
import { changeOf } from '../support/hand-made-review.js';

const INSTALLS = changeOf({
  id: 'source-added',
  severity: 'warning',
  subject: { kind: 'Subscription', namespace: 'db', name: 'stonedb' },
  message: 'installs stonedb',
  presence: 'added',
});
const GROUP = changeOf({
  id: 'group-added',
  subject: { kind: 'OperatorGroup', namespace: 'db', name: 'db' },
  message: 'is a new group that targets db',
  after: 'db',
});
const NAMESPACE = changeOf({ subject: { kind: 'Namespace', name: 'db' }, presence: 'added' });
const ELSEWHERE = changeOf({ subject: { kind: 'ConfigMap', namespace: 'web', name: 'settings' }, presence: 'added' });

function texts(...args: Parameters<typeof changeLines>): string[] {
  return changeLines(...args).map(({ text }) => text);
}

describe('a new operator', () => {
  it('is one paragraph with what comes with it', () => {
    expect(texts([NAMESPACE, GROUP, ELSEWHERE, INSTALLS])).toEqual([
      'Subscription db/stonedb: installs stonedb. Added with it: OperatorGroup db/db, which is a new group that targets db; Namespace db',
      'New, and not reviewed: ConfigMap web/settings',
    ]);
  });

  it('is not said again where the verdict says it', () => {
    expect(texts([INSTALLS, NAMESPACE], INSTALLS)).toEqual(['Added with it: Namespace db']);
  });

  it('takes nothing along that is worse, that is there already, or that another operator may need', () => {
    const worse = { ...GROUP, severity: 'error' as const };
    expect(texts([worse, INSTALLS])).toEqual([
      'OperatorGroup db/db: is a new group that targets db',
      'Subscription db/stonedb: installs stonedb',
    ]);
    const changed = changeOf({ id: 'image-changed', subject: GROUP.subject, message: 'changes', before: 'a', after: 'b' });
    expect(texts([INSTALLS, changed])).toEqual(['Subscription db/stonedb: installs stonedb', 'OperatorGroup db/db: changes']);
    const second = { ...INSTALLS, subject: { ...INSTALLS.subject, name: 'other' } };
    expect(texts([INSTALLS, second, NAMESPACE]).at(-1)).toBe('New, and not reviewed: Namespace db');
  });
});

describe('objects that only come', () => {
  it('are not called unreviewed where other rules look at their kind', () => {
    const known = { ...NAMESPACE, id: 'object-comes-or-goes' };
    expect(texts([known, ELSEWHERE])).toEqual(['New: Namespace db', 'New, and not reviewed: ConfigMap web/settings']);
  });

  it('are named in lines that are short enough to be shown whole', () => {
    const name = (index: number): string => `${index}`.padStart(250, 'x');
    const found = Array.from({ length: 9 }, (_, index) =>
      changeOf({ subject: { kind: 'Secret', namespace: 'a', name: name(index) }, presence: 'added' }),
    );
    const lines = texts(found);
    expect(lines.length).toBe(3);
    expect(lines.every((line) => line.length < 1000)).toBe(true);
    for (let index = 0; index < 9; index += 1) expect(lines.join(' ')).toContain(name(index));
  });
});
