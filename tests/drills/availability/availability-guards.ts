import type { GuardOff } from '../drill.ts'

const proxy = 'services/gateway/src/proxy'

/** What keeps some from stopping the portal for the others, each turned off for its attack. */
export const availabilityGuards: readonly GuardOff[] = [
  {
    ...{ name: 'no-held-bodies', breaks: 'a request takes its place before its body has arrived' },
    edits: [
      {
        file: `${proxy}/service-proxy.ts`,
        text: 'return { body: await bodies.read(request, route.limits) }',
        by: 'return {}',
      },
    ],
    noticedBy: /slow-bodies-of-a-person/,
  },
  {
    ...{ name: 'no-held-bodies-of-visitors', breaks: 'so does one to the provider' },
    edits: [
      {
        file: `${proxy}/provider-proxy.ts`,
        text: 'const body = await options.bodies.read(request, limits)',
        by: 'const body = undefined',
      },
    ],
    noticedBy: /slow-bodies-of-visitors/,
  },
  {
    ...{ name: 'no-upload-slots', breaks: 'a person may have any number of uploads at once' },
    edits: [
      {
        file: `${proxy}/upload-slots.ts`,
        text: 'perPerson: 4, inAll: 64,',
        by: 'perPerson: 1000, inAll: 1000,',
      },
    ],
    noticedBy: /held-uploads/,
  },
  {
    ...{ name: 'no-connection-limit', breaks: 'one address may keep any number of connections' },
    edits: [
      {
        file: 'services/gateway/src/ingress/connection-limits.ts',
        text: 'if (this.#open.size <= this.#max) return',
        by: 'if (this.#open.size > 0) return',
      },
    ],
    noticedBy: /idle-connections/,
  },
]
