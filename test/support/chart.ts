/** A chart with one Subscription, and programs that stand for Helm. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { folderOf } from './files.js';
import { lines } from './lines.js';
import { type Need, program } from './needs.js';

/** Helm itself. */
export const HELM: Need = program('helm');

/** The files of a chart in a folder. */
export function chart(folder: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const files = {
    'Chart.yaml': lines('apiVersion: v2', 'name: etcd', 'version: 1.0.0'),
    'values.yaml': lines('channel: stable'),
    'templates/subscription.yaml': lines(
      'apiVersion: operators.coreos.com/v1alpha1',
      'kind: Subscription',
      'metadata:',
      '  name: {{ .Release.Name }}',
      '  namespace: {{ .Release.Namespace }}',
      'spec:',
      '  channel: {{ .Values.channel }}',
      '  name: etcd',
      '  source: operatorhubio-catalog',
      '  sourceNamespace: olm',
    ),
    ...more,
  };
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

/** What the stand-in prints. */
export const PRINTED = lines(
  '---',
  '# Source: etcd/templates/subscription.yaml',
  'apiVersion: v1',
  'kind: ConfigMap',
  'metadata: {name: printed}',
);

/**
 * A folder with a program `helm` that writes its arguments and its environment into files beside it and prints a ConfigMap.
 *
 * @param version that it says it has
 */
export function standIn(version = 'v3.17.2'): { readonly folder: string; readonly path: string; readonly argumentsFile: string } {
  const folder = folderOf({ 'out.yaml': PRINTED });
  const [helm, argumentsFile] = [join(folder, 'helm'), join(folder, 'arguments')];
  mkdirSync(folder, { recursive: true });
  const text = lines(
    '#!/bin/sh',
    `if [ "$1" = version ]; then echo ${version}; exit 0; fi`,
    `for word in "$@"; do echo "$word"; done >>${argumentsFile}`,
    `export >${folder}/environment`,
    `while read -r line || [ -n "$line" ]; do printf '%s\\n' "$line"; done <${folder}/out.yaml`,
  );
  writeFileSync(helm, text);
  chmodSync(helm, 0o755);
  return { folder, path: `${folder}${delimiter}${process.env.PATH ?? ''}`, argumentsFile };
}
