import type { Drill } from './drill.ts'

/** Two releases at once. */
export const upgradeDrills: readonly Drill[] = [
  {
    ...{ name: 'last-release', promise: 'R32' },
    files: ['tests/upgrade/last-release.long-drill'],
    // Its processes load the source by themselves, so that nothing can be turned off in them.
    guards: [],
  },
]
