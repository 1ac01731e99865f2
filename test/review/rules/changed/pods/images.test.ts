import { describe, expect, it } from 'vitest';
import { images } from '../../../../../src/review/rules/changed/pods/images.js';
import { sides } from '../../../../support/states.js';
import { operatorState, pod } from '../../../../support/workloads.js';

const changes = (before: string, after: string, names = ['etcd.v1', 'etcd.v1']) =>
  images
    .compare(...sides(operatorState(names[0] as string, pod({ image: before })), operatorState(names[1] as string, pod({ image: after }))))
    .map(({ severity, message }) => `${severity}: ${message}`);
const DIGEST = `sha256:${'a'.repeat(64)}`;
const OTHER = `sha256:${'b'.repeat(64)}`;

describe('changes of images', () => {
  it('says nothing of an image that stays', () => {
    expect(changes('quay.io/acme/etcd:v1', 'quay.io/acme/etcd:v1')).toEqual([]);
  });

  it('notes another version, also where an upgrade gives the CSV another name', () => {
    expect(changes('quay.io/acme/etcd:v1', 'quay.io/acme/etcd:v2', ['etcd.v1.0.0', 'etcd.v2.0.0'])).toEqual([
      'info: 1 image has another version',
    ]);
  });

  it('warns of another image of the same registry', () => {
    expect(changes('quay.io/acme/etcd:v1', 'quay.io/evil/etcd:v1')).toEqual([
      'warning: container manager of Deployment manager runs another image: evil/etcd instead of acme/etcd',
    ]);
  });

  it('says nothing of another way to write the same repository, and warns of what is no image', () => {
    expect(changes('docker.io/redis:7', 'docker.io/library/redis:7')).toEqual([
      'info: container manager of Deployment manager runs the same image, written in another way',
    ]);
    expect(changes('redis:7', 'index.docker.io/library/redis:8')).toEqual(['info: 1 image has another version']);
    expect(changes('redis:7', '$(IMAGE)')).toEqual(['warning: container manager of Deployment manager runs $(IMAGE) instead of redis:7']);
  });

  it('warns of a tag in place of a digest', () => {
    expect(changes(`quay.io/acme/etcd@${DIGEST}`, 'quay.io/acme/etcd:v1')).toEqual([
      'warning: container manager of Deployment manager uses a tag instead of a digest, so the image can change later',
    ]);
  });

  it('warns of another digest under the same tag', () => {
    expect(changes(`quay.io/acme/etcd:v1@${DIGEST}`, `quay.io/acme/etcd:v1@${OTHER}`)).toEqual([
      'warning: container manager of Deployment manager has another digest under the same tag v1',
    ]);
  });

  it('counts an image once, and tells of a related one once, however many Deployments there are', () => {
    const of = (tag: string) => {
      const image = `quay.io/acme/etcd:${tag}`;
      const related = [
        { name: 'etcd', image },
        { name: 'other', image: `quay.io/acme/${tag}` },
      ];
      const deployments = ['manager', 'webhook'].map((name) => ({ name, spec: { template: { spec: pod({ image }) } } }));
      return operatorState('etcd.v1', {}, { relatedImages: related, install: { strategy: 'deployment', spec: { deployments } } });
    };
    expect(images.compare(...sides(of('v1'), of('v2'))).map(({ message, before, after }) => ({ message, before, after }))).toEqual([
      {
        message: 'related image other runs another image: acme/v2 instead of acme/v1',
        before: 'quay.io/acme/v1',
        after: 'quay.io/acme/v2',
      },
      { message: '1 image has another version', before: 'quay.io/acme/etcd:v1', after: 'quay.io/acme/etcd:v2' },
    ]);
  });

  it('looks at init containers, variables for related images, and relatedImages', () => {
    const of = (image: string) =>
      operatorState(
        'etcd.v1',
        pod(
          { env: [{ name: 'RELATED_IMAGE_DB', value: `quay.io/${image}/db:v1` }] },
          { initContainers: [{ name: 'init', image: `quay.io/${image}/init:v1` }] },
        ),
        { relatedImages: [{ name: 'proxy', image: `quay.io/${image}/proxy:v1` }] },
      );
    expect(images.compare(...sides(of('acme'), of('evil'))).map(({ message }) => message)).toEqual([
      'container init of Deployment manager runs another image: evil/init instead of acme/init',
      'RELATED_IMAGE_DB runs another image: evil/db instead of acme/db',
      'related image proxy runs another image: evil/proxy instead of acme/proxy',
    ]);
  });

  it('warns of an older version', () => {
    expect(changes('quay.io/acme/etcd:v1.10.0', 'quay.io/acme/etcd:v1.9.0')).toEqual(['warning: 1 image has an older version']);
    expect(changes('quay.io/acme/etcd:v1.9.0', 'quay.io/acme/etcd:v1.10.0')).toEqual(['info: 1 image has another version']);
  });

  describe('that variables name', () => {
    const variables = (names: Readonly<Record<string, string>>, variable = 'RELATED_IMAGE_X', id = 'etcd.v1') => {
      const deployments = Object.entries(names).map(([name, value]) => ({
        name,
        spec: { template: { spec: pod({ env: [{ name: variable, value }] }) } },
      }));
      return operatorState(id, {}, { install: { strategy: 'deployment', spec: { deployments } } });
    };
    const told = (...states: Parameters<typeof sides>) =>
      images.compare(...sides(...states)).map(({ severity, message }) => `${severity}: ${message}`);

    it('are compared with those of the same container, whatever else has a variable of this name', () => {
      const before = variables({ a: 'quay.io/acme/good:1', b: 'quay.io/acme/old:1' });
      const after = variables({ a: 'quay.io/acme/old:1', b: 'quay.io/acme/old:1' }, 'RELATED_IMAGE_X', 'etcd.v2');
      expect(told(before, after)).toEqual(['warning: RELATED_IMAGE_X runs another image: acme/old instead of acme/good']);
    });

    it('count under any name that speaks of images, and in a Deployment that its operator gets', () => {
      const image = (value: string) => variables({ a: value }, 'exporterImageName');
      expect(told(image('quay.io/acme/a:1'), image('quay.io/evil/a:1'))).toEqual([
        'warning: exporterImageName runs another image: evil/a instead of acme/a',
      ]);
      expect(told(image('true'), image('IfNotPresent'))).toEqual([]);
      expect(told(variables({ a: 'quay.io/acme/a:1' }), variables({ a: 'quay.io/acme/a:1', b: 'quay.io/acme/b:1' }))).toEqual([
        'info: RELATED_IMAGE_X runs quay.io/acme/b:1',
      ]);
    });
  });
});
