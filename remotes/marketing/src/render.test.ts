// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { renderPages } from './render.tsx'
import { fixedContent } from './testing/render-public.tsx'

const pages = renderPages(fixedContent)

/** Answers as of a past day quote what was in force then (decision 77, ADR 30). */
it.each([
  ['landing', 'Replaced ones answer only for past days.'],
  ['landing', 'A version counts only for days on which it is approved and in force'],
  ['security', 'replaced ones only in answers for past days.'],
  ['security', 'Search returns passages of approved versions in force.'],
  ['terms', 'in force now or on the day asked about.'],
])('the HTML of %s does not deny answers for a past day: %s', (screen, sentence) => {
  expect(pages[screen]?.replace(/\s+/g, ' ')).toContain(sentence)
  expect(pages[screen]).not.toMatch(/replaced versions (never|are never)|approved,? (and )?current/i)
})

/** A network namespace exists only where the system allows it (ADR 8). */
it('the HTML of security claims no confinement that the system may refuse', () => {
  expect(pages['security']).toContain('read in a process that is kept from network and data.')
})
