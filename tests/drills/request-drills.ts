import type { Drill } from './drill.ts'

/** What requests may do, and what they have as an effect. */
export const requestDrills: readonly Drill[] = [
  {
    ...{ name: 'isolation', promise: 'R4' },
    files: [
      'tests/isolation/isolation.test',
      'tests/isolation/permission-checks.test',
      'tests/isolation/any-writes.test',
    ],
    guards: [
      {
        ...{ name: 'no-permission', breaks: 'routes are open to those without their permission' },
        edits: [
          {
            file: 'packages/service-kit/src/http/authorize.ts',
            text: 'if (!isAllowed) {',
            by: 'if (isAllowed === null) {',
          },
        ],
      },
    ],
  },
  {
    ...{ name: 'upload-bombs', promise: 'R5' },
    files: [
      'packages/adapters/src/document-parser/local-document-parser.test',
      'services/documents/src/upload/file-gate.test',
    ],
    guards: [
      {
        ...{ name: 'no-ratio', breaks: 'an archive may expand to any size' },
        edits: [
          {
            file: 'packages/file-rules/src/zip-rules.ts',
            text: 'unpackedBytes > zipLimits.ratioFreeBytes &&',
            by: 'unpackedBytes < 0 &&',
          },
          {
            file: 'packages/file-rules/src/zip-rules.ts',
            text: 'if (unpacked > zipLimits.unpackedBytesMax)',
            by: 'if (unpacked < 0)',
          },
        ],
        noticedBy: /DOCX/,
      },
      {
        ...{ name: 'no-watch', breaks: 'the process that reads files may take any memory and time' },
        edits: [
          {
            file: 'packages/adapters/src/document-parser/local/parser-child.ts',
            text: 'if (residentBytes > limits.residentBytes)',
            by: 'if (residentBytes < 0)',
          },
          {
            file: 'packages/adapters/src/document-parser/local/parser-child.ts',
            text: 'else if (cpuSeconds - before.cpuSeconds > limits.cpuSeconds || wallMs > limits.wallMs)',
            by: 'else if (cpuSeconds < 0)',
          },
        ],
        noticedBy: /gives up a file at its limit/,
      },
    ],
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
    ...{ name: 'remote-failures', promise: 'R11' },
    files: ['tests/journeys/one-process.journey', 'shell/src/remotes/remote-loader.test'],
    cases: /a remote that fails|loading a screen of a remote/,
    guards: [
      {
        ...{ name: 'no-budget', breaks: 'the page waits for a remote for as long as it hangs' },
        edits: [
          {
            file: 'shell/src/remotes/remote-loader.ts',
            text: 'await Promise.race([attempts(entry, screen), budget.promise])',
            by: 'await attempts(entry, screen)',
          },
        ],
        noticedBy: /gives up a remote that hangs/,
      },
    ],
  },
  {
    ...{ name: 'accessibility', promise: 'R17' },
    files: ['tests/journeys/one-process.journey', 'services/identity/src/pages/identity-pages.journey'],
    guards: [
      {
        ...{ name: 'no-labels', breaks: 'the fields of the login page have no labels' },
        edits: [
          {
            file: 'services/identity/src/pages/form.ts',
            text: '<label for="',
            by: '<span title="',
          },
        ],
        noticedBy: /log in: axe finds nothing/,
      },
    ],
  },
]
