import type { Drill, GuardOff } from './drill.ts'

const plainDriver: GuardOff = {
  ...{ name: 'plain-driver', breaks: 'transactions run on postgres.js as it comes' },
  edits: [
    {
      file: 'packages/service-kit/src/testing/tenant-transactions.ts',
      text: 'if (options.isGuarded) {',
      by: 'if (options.isGuarded === null) {',
    },
  ],
}

const guardDrill = 'packages/service-kit/src/database/guard.drill'
const kafkaDrills = 'packages/adapters/src/event-bus/kafka/kafka-drills.engines'

/** What was acknowledged is there, whatever is killed. */
export const writeDrills: readonly Drill[] = [
  {
    ...{ name: 'acknowledged-writes', promise: 'R1' },
    files: [
      guardDrill,
      'packages/adapters/src/blob-store/directory-blob-store.test',
      'packages/adapters/src/search-index/sqlite-search-index.test',
      kafkaDrills,
      'packages/adapters/src/blob-store/s3-blob-store.engines',
      'packages/adapters/src/search-index/elasticsearch/elasticsearch-drills.engines',
    ],
    cases:
      /^backends killed|killed again and again|loses nothing acknowledged|every acknowledged document after kill/,
    writesMin: 10_000,
    guards: [
      {
        ...{ name: 'no-acknowledgement', breaks: 'publishing does not wait for the broker' },
        edits: [
          {
            file: 'packages/adapters/src/event-bus/kafka/kafka-publisher.ts',
            text: 'await this.#send(topic, part)',
            by: 'void this.#send(topic, part).catch(() => undefined)',
          },
        ],
        noticedBy: /killed again and again/,
      },
    ],
  },
  {
    ...{ name: 'postgres-restarts', promise: 'R2' },
    files: ['packages/adapters/src/embedded-postgres/restart.test'],
    guards: [plainDriver],
  },
  {
    ...{ name: 'backends-killed', promise: 'R3' },
    files: [guardDrill, 'packages/service-kit/src/database/guard.test'],
    guards: [
      { ...plainDriver, noticedBy: /^backends killed/ },
      {
        ...{ name: 'no-notice', breaks: 'a connection does not notice that its backend has died' },
        edits: [
          {
            file: 'packages/service-kit/src/database/connection-slot.ts',
            text: "onclose: () => this.#die('the database closed the connection'),",
            by: 'onclose: () => undefined,',
          },
        ],
        noticedBy: /its callback wakes to an error/,
      },
    ],
  },
  {
    ...{ name: 'supervisor-killed', promise: 'R26' },
    files: ['packages/adapters/src/embedded-postgres/embedded-postgres.test'],
    cases: /killed with -9/,
    guards: [
      {
        ...{ name: 'no-successor', breaks: 'a supervisor of Postgres that ends is not replaced' },
        edits: [
          {
            file: 'packages/adapters/src/embedded-postgres/embedded-postgres.ts',
            text: 'failuresMax: 20,',
            by: 'failuresMax: 1,',
          },
        ],
        noticedBy: /a supervisor killed with -9 is replaced/,
      },
    ],
  },
  {
    ...{ name: 'uploads-killed', promise: 'R27' },
    files: ['tests/drills/killed-uploads.drill'],
    guards: [
      {
        ...{ name: 'no-sweep', breaks: 'files without a version are kept for good' },
        edits: [
          {
            file: 'services/documents/src/upload/sweep-files.ts',
            text: 'if (known.has(key)) continue',
            by: 'if (key) continue',
          },
        ],
      },
    ],
  },
  {
    ...{ name: 'indexer-killed', promise: 'R27' },
    files: ['tests/drills/killed-indexer.drill', 'tests/drills/killed-scheduler.drill'],
    guards: [
      {
        ...{ name: 'no-end-of-lease', breaks: 'the work of a dead process is never taken up again' },
        edits: [
          {
            file: 'packages/service-kit/src/jobs/leases.ts',
            text: ' < now())`',
            by: ' is null)`',
          },
        ],
        // Of what is not read in a thread, which loads its code without the edit.
        noticedBy: /between two turns of encoding/,
      },
    ],
  },
  {
    ...{ name: 'audit-tampering', promise: 'R15' },
    files: ['deploy/operate/audit/tampering.test'],
    guards: [
      {
        ...{ name: 'no-chain', breaks: 'hashes of entries are not compared' },
        edits: [
          {
            file: 'services/master-admin/src/audit/verify-trail.ts',
            text: 'if (hash !== entry.hash) note(',
            by: 'if (hash === null) note(',
          },
        ],
      },
    ],
  },
]
