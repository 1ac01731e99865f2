import { describe, expect, it } from 'vitest';
import { INSTALL_MODES, type InstallModeType } from '../../../src/olm/model/install-modes.js';
import { duplicateInstallModes, unsupportedInstallMode } from '../../../src/olm/rules/membership.js';
import { table } from '../../support/golden.js';

interface Supports {
  readonly name: string;
  readonly installModes: Readonly<Record<string, boolean>>;
  readonly operatorNamespace: string;
  readonly namespaces: readonly string[];
  readonly wantError: string | null;
}

const supporting = (...types: InstallModeType[]) => types.map((type) => ({ type, supported: true }));

describe('install modes', () => {
  it.each(table<Supports[]>('installmodeset-supports'))('$name', ({ installModes, operatorNamespace, namespaces, wantError }) => {
    const modes = Object.entries(installModes).map(([type, supported]) => ({ type, supported }));
    expect(unsupportedInstallMode(modes, operatorNamespace, namespaces)).toBe(wantError ?? undefined);
  });

  it.each<[string, InstallModeType[], string[]]>([
    ['MultiNamespace does not imply SingleNamespace', ['MultiNamespace'], ['other']],
    ['AllNamespaces does not imply MultiNamespace', ['AllNamespaces'], ['one', 'two']],
    ['AllNamespaces does not imply OwnNamespace', ['AllNamespaces'], ['operators']],
    ['SingleNamespace does not imply OwnNamespace', ['SingleNamespace'], ['operators']],
    ['MultiNamespace does not imply OwnNamespace among several', ['MultiNamespace'], ['one', 'operators']],
    [
      'OwnNamespace, SingleNamespace and MultiNamespace do not imply AllNamespaces',
      ['OwnNamespace', 'SingleNamespace', 'MultiNamespace'],
      [''],
    ],
  ])('%s', (_, modes, namespaces) => {
    expect(unsupportedInstallMode(supporting(...modes), 'operators', namespaces)).toMatch(/not supported/);
  });

  it('takes several namespaces with its own among them when both MultiNamespace and OwnNamespace are supported', () => {
    expect(unsupportedInstallMode(supporting('MultiNamespace', 'OwnNamespace'), 'operators', ['one', 'operators'])).toBeUndefined();
  });
});

describe('duplicate install modes', () => {
  it('are reported as Go prints the list', () => {
    const modes = [
      { type: 'OwnNamespace', supported: true },
      { type: 'AllNamespaces', supported: false },
      { type: 'OwnNamespace', supported: false },
    ];
    expect(duplicateInstallModes(modes)).toBe(
      'InstallMode list contains duplicates, cannot make set: [{OwnNamespace true} {AllNamespaces false} {OwnNamespace false}]',
    );
  });

  it('are duplicates also when both entries say the same', () => {
    expect(duplicateInstallModes(supporting('OwnNamespace', 'OwnNamespace'))).toBe(
      'InstallMode list contains duplicates, cannot make set: [{OwnNamespace true} {OwnNamespace true}]',
    );
  });

  it('are none in a list that names each mode once, and in an empty one', () => {
    expect(duplicateInstallModes(supporting(...INSTALL_MODES))).toBeUndefined();
    expect(duplicateInstallModes([])).toBeUndefined();
  });
});
