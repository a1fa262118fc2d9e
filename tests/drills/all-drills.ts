import { availabilityGuards } from './availability/availability-guards.ts'
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

/** Every drill whose subject exists, in the order of its promise. */
export const allDrills: readonly Drill[] = [
  {
    ...{ name: 'postgres-restarts', promise: 'R2' },
    files: ['packages/adapters/src/embedded-postgres/restart.test'],
    guards: [plainDriver],
  },
  {
    ...{ name: 'backends-killed', promise: 'R3' },
    files: ['packages/service-kit/src/database/guard-drill.test'],
    guards: [{ ...plainDriver, noticedBy: /backends killed at random under two tenants/ }],
  },
  {
    ...{ name: 'isolation', promise: 'R4' },
    files: ['tests/isolation/isolation.test', 'tests/isolation/permission-checks.test'],
    guards: [],
  },
  {
    ...{ name: 'upload-bombs', promise: 'R5' },
    files: [
      'packages/adapters/src/document-parser/local-document-parser.test',
      'services/documents/src/upload/file-gate.test',
    ],
    guards: [],
  },
  {
    ...{ name: 'broker-away', promise: 'R6', config: 'vitest.engines.config.ts' },
    files: ['tests/drills/broker-away.engines'],
    guards: [],
  },
  {
    ...{ name: 'events-repeated', promise: 'R7' },
    files: ['packages/service-kit/src/inbox/delivery.test'],
    guards: [
      {
        ...{ name: 'no-inbox', breaks: 'an event that was handled is handled again' },
        edits: [
          {
            file: 'packages/service-kit/src/inbox/receive.ts',
            text: 'if (arrival.isFresh) await',
            by: 'if (!arrival.isHeld) await',
          },
        ],
      },
    ],
  },
  {
    ...{ name: 'double-submit', promise: 'R8' },
    files: ['packages/service-kit/src/idempotency/once.test', 'services/team/src/team.test'],
    cases: /twice|once|repet|key/,
    guards: [
      {
        ...{ name: 'no-stored-answer', breaks: 'a repetition does not get the stored answer' },
        edits: [
          {
            file: 'packages/service-kit/src/idempotency/once.ts',
            text: 'if (claimed?.isDone) return claimed.body',
            by: 'if (claimed?.isDone) return null',
          },
        ],
      },
    ],
  },
  {
    ...{ name: 'provider-away', promise: 'R9' },
    files: ['services/gateway/src/login/provider-away.test'],
    guards: [],
  },
  {
    ...{ name: 'dead-upstream', promise: 'R10' },
    files: ['services/gateway/src/proxy/exchange.test'],
    cases: /dead upstream|comes back|hangs/,
    guards: [
      {
        ...{ name: 'no-breaker', breaks: 'the circuit breaker lets every request out' },
        edits: [
          {
            file: 'services/gateway/src/breaker.ts',
            text: 'if (this.#openUntil === 0) return true',
            by: 'if (this.#openUntil >= 0) return true',
          },
        ],
      },
    ],
  },
  {
    ...{ name: 'search-away', promise: 'R14', config: 'vitest.engines.config.ts' },
    files: ['tests/drills/search-away.engines', 'tests/drills/search-lost.engines'],
    guards: [],
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
  {
    ...{ name: 'purge-killed', promise: 'R16' },
    files: ['tests/drills/killed-purge.test', 'packages/service-kit/src/purge/purge-broken-off.test'],
    guards: [],
  },
  {
    ...{ name: 'organization-deletion', promise: 'R16' },
    files: ['tests/drills/organization-deletion.test'],
    guards: [],
  },
  {
    ...{ name: 'slow-start', promise: 'R20' },
    files: ['tests/drills/slow-start/slow-start.journey'],
    guards: [],
  },
  {
    ...{ name: 'availability-one-process', promise: 'R21 to R25' },
    files: ['tests/drills/availability/availability.journey'],
    environment: { DRILL_COMPOSITION: 'start' },
    guards: availabilityGuards,
  },
  {
    ...{ name: 'availability-services', promise: 'R21 to R25' },
    files: ['tests/drills/availability/availability.journey'],
    environment: { DRILL_COMPOSITION: 'start:services' },
    guards: [],
  },
  {
    ...{ name: 'availability-engines', promise: 'R21 to R25', config: 'vitest.engines.config.ts' },
    files: ['tests/drills/availability/availability.engines'],
    guards: [],
  },
]
