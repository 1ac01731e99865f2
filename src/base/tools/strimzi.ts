/** Strimzi (https://strimzi.io/docs). */
import { compared, namespaced } from './row.js';
import { BRINGS, keeps } from './setting.js';
import type { Tool } from './tool.js';

export const STRIMZI: Tool = {
  name: 'Strimzi',
  rows: [
    ...namespaced(
      'kafka.strimzi.io',
      'KafkaTopic',
      compared('which topics there are, and how long their messages stay', {
        changed: 'warning',
        gone: 'warning',
        only: ['config', 'topicName'],
      }),
    ),
    ...namespaced('kafka.strimzi.io', 'KafkaUser', keeps('warning', 'who can read and write which topics', BRINGS)),
    ...namespaced('kafka.strimzi.io', 'Kafka', keeps('warning', 'who can log in to Kafka, and what is checked there', BRINGS)),
  ],
};
