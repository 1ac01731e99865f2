import { describe, expect, it } from 'vitest';
import { inventoryPage } from '../../../src/report/html/inventory.js';
import { inventoryOf } from '../../../src/report/inventory.js';
import { namespace } from '../../support/build.js';
import { allow, binding, role } from '../../support/rbac.js';
import { stateOf } from '../../support/states.js';

const rows = inventoryOf(
  stateOf(namespace('op'), role('s', allow('get', 'secrets')), binding('s', 'ClusterRole/s', { kind: 'User', name: '<script>x</script>' })),
);

describe('the page of an inventory', () => {
  it('lets no script run, its own input least of all', () => {
    const page = inventoryPage({ input: 'clusters/<b>', rows, notRead: ['over/lay'], versions: 'OLM v0.46' });
    expect(page).toContain('default-src &#39;none&#39;');
    expect(page).not.toMatch(/script-src|<script|<b>/);
    expect(page).toContain('Not read, so not on this page: over/lay');
    expect(page).toContain('cluster-wide');
    expect(page).toContain('secrets-read');
  });

  it('has no column without an entry', () => {
    const page = inventoryPage({ input: 'x', rows, notRead: [] });
    expect(page).toContain('>Secrets</th>');
    expect(page).not.toContain('>Nodes</th>');
    expect(inventoryPage({ input: 'x', rows: [], notRead: [] })).toContain('No operator has permissions that are a risk');
  });
});
