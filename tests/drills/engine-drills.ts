import type { Drill } from './drill.ts'

/** Engines that are away, or have no room. */
export const engineDrills: readonly Drill[] = [
  {
    ...{ name: 'broker-away', promise: 'R6' },
    files: ['tests/drills/broker-away.engines'],
    guards: [
      {
        ...{ name: 'no-second-try', breaks: 'events that the broker did not take are forgotten' },
        edits: [
          {
            file: 'packages/service-kit/src/outbox/relay.ts',
            text: "await this.#failed('The event bus does not take events', error)",
            by: "this.#published = batch.map((row) => row.seq)\nawait this.#failed('The event bus does not take events', error)",
          },
        ],
      },
    ],
  },
  {
    ...{ name: 'provider-away', promise: 'R9' },
    files: ['services/gateway/src/login/provider-away.test', 'tests/keycloak/keycloak-away.engines'],
    guards: [
      {
        ...{ name: 'no-grace', breaks: 'a session that cannot be refreshed ends' },
        edits: [
          {
            file: 'services/gateway/src/authentication/session-refresh.ts',
            text: 'const tokens = await provider.refresh(token)',
            by: 'const tokens = await provider.refresh(token).catch(() => null)',
          },
        ],
        noticedBy: /away for twenty minutes/,
      },
    ],
  },
  {
    ...{ name: 'search-away', promise: 'R14' },
    files: ['tests/drills/search-away.engines', 'tests/drills/search-lost.engines'],
    guards: [
      {
        ...{ name: 'no-sentence', breaks: 'a search engine that is away is a defect of the portal' },
        edits: [
          {
            file: 'services/documents/src/retrieval/retrieve-passages.ts',
            text: 'if (!(cause instanceof EngineUnavailable)) throw cause',
            by: 'if (cause) throw cause',
          },
        ],
        noticedBy: /with search away uploads and lists work/,
      },
    ],
  },
  {
    ...{ name: 'disks-full', promise: 'uploads and engines without room' },
    files: [
      'tests/drills/event-broker-full.engines',
      'tests/drills/file-store-full.engines',
      'tests/drills/upload-disk-full.engines',
    ],
    guards: [
      {
        ...{
          name: 'no-second-try-when-full',
          breaks: 'events that a full broker did not take are forgotten',
        },
        edits: [
          {
            file: 'packages/service-kit/src/outbox/relay.ts',
            text: "await this.#failed('The event bus does not take events', error)",
            by: "this.#published = batch.map((row) => row.seq)\nawait this.#failed('The event bus does not take events', error)",
          },
        ],
        noticedBy: /disk of the event broker full/,
      },
    ],
  },
]
