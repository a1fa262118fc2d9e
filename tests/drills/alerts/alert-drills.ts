import type { Drill } from '../drill.ts'

const backlog = 'packages/service-kit/src/telemetry/backlog.ts'

/** Each alert fired once, with a real Prometheus, by what it is there for. */
export const alertDrills: readonly Drill[] = [
  {
    ...{ name: 'alerts', promise: 'R31' },
    files: ['tests/drills/alerts/alerts.long-drill'],
    guards: [
      {
        ...{ name: 'lag-unseen', breaks: 'how far a consumer group is behind is not exposed' },
        edits: [{ file: backlog, text: '[{ consumer, topic }, behind]', by: '[{ consumer, topic }, 0]' }],
        noticedBy: /what waits or fails/,
      },
      {
        ...{ name: 'outbox-age-unseen', breaks: 'the age of events that wait is not exposed' },
        edits: [{ file: backlog, text: '(await read()).outbox.oldestSeconds', by: '0' }],
        noticedBy: /an event log that is full/,
      },
    ],
  },
]
