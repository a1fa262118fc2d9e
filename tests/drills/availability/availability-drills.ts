import type { Drill, GuardOff } from '../drill.ts'
import { clientLimits } from './client-limits.ts'

const proxy = 'services/gateway/src/proxy'

/** What keeps some from stopping the portal for the others, each turned off for its attack. */
const guards: readonly GuardOff[] = [
  {
    ...{
      name: 'no-held-bodies-of-visitors',
      breaks: 'a request to the provider takes its place before its body has arrived',
    },
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
  {
    ...{ name: 'no-turns', breaks: 'a document is encoded whole before another one begins' },
    edits: [
      {
        file: 'services/documents/src/ingestion/index-document.ts',
        text: 'if (version && !(await embedSome(ctx, version.id))) return ctx.continueLater()',
        by: 'if (version) while (!(await embedSome(ctx, version.id))) continue',
      },
    ],
    noticedBy: /one-large-organization/,
  },
]

/** In one process the services have no places to take. */
const guardOfServices = {
  ...{ name: 'no-held-bodies', breaks: 'a request takes its place before its body has arrived' },
  edits: [
    {
      file: `${proxy}/service-proxy.ts`,
      text: 'return { body: await bodies.read(request, route.limits) }',
      by: 'return {}',
    },
  ],
  noticedBy: /slow-bodies-of-a-person/,
} satisfies GuardOff

const files: Drill['files'] = ['tests/drills/availability/availability.journey']
const promise = 'R21 to R25'

export const availabilityDrills: readonly Drill[] = [
  clientLimits,
  {
    // In short, what is promised in figures does not count; what guards prevent is far beyond them.
    ...{ name: 'availability-guards', promise, files, guards, isShort: true },
    environment: { DRILL_COMPOSITION: 'start' },
  },
  {
    ...{ name: 'availability-guards-services', promise, files, guards: [guardOfServices], isShort: true },
    ...{ cases: guardOfServices.noticedBy, environment: { DRILL_COMPOSITION: 'start:services' } },
  },
  {
    ...{ name: 'bombs-at-once', promise: 'R5', files, cases: /file-bombs/, guards: [] },
    environment: { DRILL_COMPOSITION: 'start' },
  },
  {
    ...{ name: 'availability-one-process', promise, files, guards: [] },
    environment: { DRILL_COMPOSITION: 'start' },
  },
  {
    ...{ name: 'availability-services', promise, files, guards: [] },
    environment: { DRILL_COMPOSITION: 'start:services' },
  },
  {
    ...{ name: 'availability-engines', promise, guards: [] },
    files: ['tests/drills/availability/availability.engines'],
  },
  {
    ...{ name: 'wrong-passwords', promise: 'R24' },
    files: ['tests/drills/login-storm.test', 'services/identity/src/login/login.test'],
    guards: [
      {
        ...{ name: 'no-counters', breaks: 'nobody is stopped after wrong passwords' },
        edits: [
          {
            file: 'services/identity/src/login/login-throttle.ts',
            text: 'if (failures < allowed) return 0',
            by: 'if (failures > 0) return 0',
          },
        ],
        noticedBy: /after ten wrong passwords/,
      },
    ],
  },
]
