import type { Drill } from './drill.ts'

/** Starts on slow machines. */
export const startDrills: readonly Drill[] = [
  {
    ...{ name: 'slow-start', promise: 'R20' },
    files: ['tests/drills/slow-start/slow-start.drill'],
    guards: [
      {
        ...{ name: 'no-patience', breaks: 'a start ends with the first request that comes too late' },
        edits: [
          {
            file: 'deploy/keep-trying.ts',
            text: 'if (!mayPass(error, attempt)) throw error',
            by: 'if (error) throw error',
          },
        ],
        noticedBy: /^a start killed while it makes the demo/,
      },
    ],
  },
]
