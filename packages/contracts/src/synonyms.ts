import { z } from 'zod'
import { event, events } from './events.ts'
import { route } from './route.ts'
import { visibleName } from './visible-name.ts'

const groupsMax = 500
const wordsOfGroupMax = 20

/** Words and phrases that mean the same to an organization: "EWC", "works council". */
export const SynonymGroup = z
  .array(
    visibleName({ label: 'Each word', min: 1, max: 60 }).refine((word) => /[\p{L}\p{N}]/u.test(word), {
      error: 'Each word needs a letter or a digit.',
    }),
  )
  .max(wordsOfGroupMax, `A group has at most ${wordsOfGroupMax} words.`)
  .transform((words) => [...new Map(words.map((word) => [word.toLowerCase(), word])).values()])
  .refine((words) => words.length > 1, { error: 'A group needs at least two different words.' })

/** An organization's own synonyms, which searches and answers use beside the everyday ones. */
export const SynonymList = z.object({
  groups: z.array(SynonymGroup).max(groupsMax, `A list has at most ${groupsMax} groups.`),
})
export type SynonymList = z.infer<typeof SynonymList>

const KeptSynonyms = z.object({
  groups: z.array(z.array(z.string().max(100)).max(wordsOfGroupMax)).max(groupsMax),
})

/** Routes of an organization's synonyms, served by documents. */
export const synonymsApi = {
  readSynonyms: route('GET', '/api/search/synonyms', {
    can: 'synonym:read',
    summary: 'Words that mean the same to the organization',
    returns: KeptSynonyms,
  }),
  replaceSynonyms: route('PUT', '/api/search/synonyms', {
    can: 'synonym:manage',
    summary: 'Replace the words that mean the same to the organization',
    /** With `seen`, what a form began with: refused if somebody has changed that meanwhile. */
    body: SynonymList.extend({ seen: KeptSynonyms.optional() }),
    bodyValuesMax: 2 * groupsMax * (wordsOfGroupMax + 1) + 100,
    returns: KeptSynonyms,
  }),
} as const

/** Events of synonyms; the words themselves stay in the service. */
export const synonymsEvents = events('documents', {
  synonymsChanged: event('synonyms.changed', 1, { groups: z.number().int() }),
})
