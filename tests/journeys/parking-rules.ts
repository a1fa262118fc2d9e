import type { TestPage } from '@portal/testkit/browser'

export const title = 'Visitor Parking Rules'

/** Editions of a policy of the story's own, which differ in the hours of one sentence. */
const hours = { 1: 'two', 2: 'four', 3: 'six' } as const
export type Edition = keyof typeof hours

/** The sentence that the editions differ in. */
export const ruleOf = (edition: Edition) =>
  `A visitor may park in front of building C for at most ${hours[edition]} hours a day.`

export const question = 'For how many hours a day may a visitor park in front of building C?'

/** An edition as a file that a person chooses. */
export function fileOf(edition: Edition): Parameters<ReturnType<TestPage['locator']>['setInputFiles']>[0] {
  const paragraphs = [
    title,
    '1. Purpose',
    'These rules say where guests of Halden Medical leave their cars.',
    '2. Parking time',
    ruleOf(edition),
    '3. Keys',
    'The reception keeps no keys of visitors.',
  ]
  const buffer = Buffer.from(`${paragraphs.join('\n\n')}\n`)
  return { name: `visitor-parking.v${edition}.txt`, mimeType: 'text/plain', buffer }
}
