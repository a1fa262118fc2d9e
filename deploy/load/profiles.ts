/** How many people come, and for how long. */
export interface Profile {
  /** For the command line. */
  readonly summary: string
  readonly seconds: number
  /** Acts per second, as steps of equal length that it moves to; one alone is kept throughout. */
  readonly acts: readonly [number, ...number[]]
  /** Beside these acts, how many people a second come back to an open page. */
  readonly returning?: number
  readonly organizations: number
  readonly employees: number
  /** Share of requests that may fail, and what part of a route's deadline p95 may take. */
  readonly limits: { readonly failedShare: number; readonly partOfDeadline: number }
  /** Ends at the first limit that is crossed, which is then the result and no failure. */
  readonly endsAtLimit?: true
}

const calm = { failedShare: 0.001, partOfDeadline: 0.1 }
const hurried = { failedShare: 0.01, partOfDeadline: 0.5 }

export const profiles = {
  smoke: {
    summary: 'each scenario twice, which nothing may fail',
    ...{ seconds: 60, acts: [1], organizations: 2, employees: 1 },
    limits: { failedShare: 0, partOfDeadline: 0.5 },
  },
  load: {
    summary: 'a steady working day',
    ...{ seconds: 60, acts: [5], organizations: 3, employees: 2, limits: calm },
  },
  stress: {
    summary: 'more people, step by step',
    ...{ seconds: 60, acts: [2, 5, 10, 15, 2], organizations: 3, employees: 4, limits: hurried },
  },
  soak: {
    summary: 'a few people for a long time',
    ...{ seconds: 1800, acts: [3], organizations: 3, employees: 2, limits: calm },
  },
  spike: {
    summary: 'everybody at once, and then as before',
    ...{ seconds: 60, acts: [2, 2, 20, 2, 2], organizations: 3, employees: 6, limits: hurried },
  },
  breakpoint: {
    summary: 'more and more until a limit is crossed',
    ...{ seconds: 60, acts: [2, 40], organizations: 3, employees: 8, limits: hurried, endsAtLimit: true },
  },
} as const satisfies Readonly<Record<string, Profile>>

export type ProfileName = keyof typeof profiles

export function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(profiles, name)
}
