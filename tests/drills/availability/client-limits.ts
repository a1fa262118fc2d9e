import type { Drill } from '../drill.ts'

/** The limits themselves, closer than the attacks on the whole portal come to each of them. */
export const clientLimits: Drill = {
  ...{ name: 'client-limits', promise: 'R21 to R25' },
  files: [
    'services/gateway/src/hostile/slow-bodies.test',
    'services/gateway/src/proxy/held-bodies.test',
    'services/gateway/src/proxy/upload-slots.test',
    'services/gateway/src/ingress/connection-limits.test',
    'packages/service-kit/src/http/uploads.test',
    'packages/service-kit/src/http/bind-routes.test',
    'services/documents/src/upload/upload-quotas.test',
    'services/documents/src/upload/full-disk.test',
    'services/documents/src/ingestion/turns.test',
    'services/gateway/src/proxy/slow-readers.test',
    'services/gateway/src/proxy/service-proxy.test',
    'services/documents/src/versions/long-text.test',
    'services/documents/src/difference/comparison-turns.test',
  ],
  guards: [
    {
      ...{ name: 'no-in-flight-limit', breaks: 'one client may have any number of requests running' },
      edits: [
        {
          file: 'services/gateway/src/ingress/in-flight.ts',
          text: 'if (tally.running >= this.#max)',
          by: 'if (tally.running < 0)',
        },
      ],
      noticedBy: /has only so many requests running/,
    },
    {
      ...{ name: 'no-least-rate', breaks: 'a body may arrive as slowly as it likes' },
      edits: [
        {
          file: 'services/gateway/src/ingress/body-pace.ts',
          text: 'const isSlow = ',
          by: 'const isSlow = false && ',
        },
      ],
      noticedBy: /trickles|takes too long/,
    },
    {
      ...{ name: 'no-memory-for-bodies', breaks: 'held bodies may take any memory' },
      edits: [
        {
          file: 'services/gateway/src/proxy/held-bodies.ts',
          text: 'if (this.#bytes <= this.#bytesMax) return',
          by: 'if (this.#bytes >= 0) return',
        },
      ],
      noticedBy: /when the memory is used up/,
    },
    {
      ...{ name: 'no-displacement', breaks: 'an upload may keep its place for ever' },
      edits: [
        {
          file: 'services/gateway/src/proxy/upload-slots.ts',
          text: 'if (safeMs > 0) {',
          by: 'if (safeMs > Number.NEGATIVE_INFINITY) {',
        },
      ],
      noticedBy: /the oldest gives way to a person/,
    },
    {
      ...{ name: 'no-spool', breaks: 'uploads are held in memory while they arrive' },
      edits: [
        {
          file: 'packages/service-kit/src/http/uploads.ts',
          text: 'await spool(body, file).catch(diskTrouble)',
          by: 'await file.writeFile(await Array.fromAsync(body))',
        },
      ],
      noticedBy: /sixty uploads held/,
    },
    {
      ...{ name: 'no-quota', breaks: 'an organization may have any number of documents' },
      edits: [
        {
          file: 'services/documents/src/upload/upload-quotas.ts',
          text: '(row?.documents ?? 0) >= quotas.documents',
          by: 'row === null',
        },
      ],
      noticedBy: /what an organization may store is limited/,
    },
    {
      ...{ name: 'no-reserve', breaks: 'uploads fill the disk to its end' },
      edits: [
        {
          file: 'packages/service-kit/src/http/uploads.ts',
          text: 'if (bavail * bsize < Math.min(',
          by: 'if (bavail < 0 * Math.min(',
        },
      ],
    },
    {
      ...{ name: 'no-pause-limit', breaks: 'a client may leave its response unread for ever' },
      edits: [
        {
          file: 'services/gateway/src/proxy/slow-readers.ts',
          text: 'if (isSlow || reader.idleMs > idleMs)',
          by: 'if (isSlow)',
        },
      ],
      noticedBy: /takes nothing of its response/,
    },
    {
      ...{ name: 'no-slowest', breaks: 'any number of responses may wait for their clients' },
      edits: [
        {
          file: 'services/gateway/src/proxy/slow-readers.ts',
          text: 'if (excess <= 0) return',
          by: 'if (excess > Number.NEGATIVE_INFINITY) return',
        },
      ],
      noticedBy: /the slowest gives way/,
    },
    {
      ...{ name: 'no-data-limit', breaks: 'a person may get any amount of JSON' },
      edits: [
        {
          file: 'services/gateway/src/authentication/authenticate.ts',
          text: 'rates.data.assertLeft(personId)',
          by: '',
        },
      ],
      noticedBy: /has had very much data/,
    },
    {
      ...{ name: 'no-values-limit', breaks: 'a body may have any number of values' },
      edits: [
        {
          file: 'packages/service-kit/src/http/read-input.ts',
          text: 'if (isPublicPath && hasMoreValues(text, bodyValuesMax))',
          by: 'if (!isPublicPath && hasMoreValues(text, bodyValuesMax))',
        },
      ],
      noticedBy: /of very many values/,
    },
    {
      ...{ name: 'no-text-slots', breaks: 'a person may have any number of long texts held' },
      edits: [
        {
          file: 'services/documents/src/versions/long-text.ts',
          text: 'perPerson: 3, perOrganization: 12, inAll: 24',
          by: 'perPerson: 1e3, perOrganization: 1e3, inAll: 1e3',
        },
      ],
      noticedBy: /holds only so many/,
    },
    {
      ...{ name: 'no-fair-turns', breaks: 'comparisons go on in the order in which they were asked for' },
      edits: [
        {
          file: 'services/documents/src/difference/comparison-turns.ts',
          text: 'return able.toSorted((a, b) => turnOf(a) - turnOf(b))[0]',
          by: 'return able[turnOf.length - 1]',
        },
      ],
      noticedBy: /has waited longest for a turn/,
    },
  ],
}
