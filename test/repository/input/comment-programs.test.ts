import { describe, expect, it } from 'vitest';
import { programComments } from '../../../src/repository/input/comment-programs.js';

describe('comments that tools execute', () => {
  it.each([
    ['{"$imagepolicy": "flux-system:evil:tag"}'],
    ['{"a": "b", "$imagepolicy": "flux-system:evil:tag"}'],
    [String.raw`{"\u0024imagepolicy": "flux-system:evil:tag"}`],
    ['{"$openapi":"x"}'],
    ['{"$ref": "#/definitions/io.k8s.cli.setters.x"}'],
    ['kpt-set: role'],
    ['kpt-merge: /name'],
  ])('are found behind a value, whatever their keys are: # %s', (comment) => {
    for (const hash of ['#', '# ', '##\t'])
      expect(programComments(`a: 1\nb:\n  - name: view ${hash}${comment}\r\n`)).toEqual([
        `/b.name 1 ${(hash + comment).slice(hash === '##\t' ? 1 : 0)}`,
      ]);
  });

  it('are found on a line of their own, and behind any line break of YAML 1.1', () => {
    expect(programComments('#@ data.values.role\n#@overlay/match by=1\na: 1')).toEqual([
      '/a 1 #@ data.values.role',
      '/a 1 #@overlay/match by=1',
    ]);
    expect(programComments('name: view # {"a": "b"}\rb: c\u0085d: e # {"a": "c"}\u2028f: g')).toEqual([
      '/d 1 # {"a": "c"}',
      '/name 1 # {"a": "b"}',
    ]);
  });

  it.each(['a: b # {a: b}', 'a: "#{b}"', 'a: b # {{ .Values.x }}', 'a: b # {}', 'a: b # ["a"]', 'a: \'b#{"c": 1}\''])(
    'are none where no tool takes them for one: %s',
    (line) => {
      expect(programComments(line)).toEqual([]);
    },
  );

  it.each(['---\n', 'a:\n', '- a:\n', '# {"a": "b"}\n', '---\nkind: a\nmetadata: {name: a}\n'])(
    'are looked for once in a quarter of a megabyte of lines: %j',
    (line) => {
      expect(programComments(`a: 1 # {"a": "b"}\n${line.repeat(2 ** 18 / line.length)}`)).toContain('/a 1 # {"a": "b"}');
    },
  );

  // Not one of these would come to an end if a part of the line were read again for each of its characters.
  const LENGTH = 2 ** 18;
  it.each([
    'a',
    'a:',
    ' ',
    '#',
    '# ',
    '#{"',
    ' #{"":"',
    ' #{"a":',
    ' #{"#{"',
    '# {"a": "b"} x ',
    ' #{"a":"","',
    '#@a',
    '# kpt-',
    '\\"#',
    '{',
  ])('are looked for once in a line of a quarter of a megabyte of %j', (part) => {
    const line = part.repeat(LENGTH / part.length);
    expect(programComments(`data: ${line}`)).toEqual([]);
    expect(programComments(`data: ${line} x}`)).toEqual([]);
    expect(programComments(`data: ${line}\n# {"a": "b"}`)).toHaveLength(1);
  });
});
