import { z } from 'zod'

/**
 * Free text that an entry may hold, by event type: names of things, never of persons, secrets or
 * document text. Everything else (numbers, ids, times, and the enumerations below) is kept of every
 * event.
 */
const keptWords: Readonly<Record<string, readonly string[]>> = {
  'organization.created': ['name'],
  'organization.renamed': ['name'],
  'organization.disabled': ['name'],
  'organization.deletion-requested': ['name'],
  'organization.purged': ['name'],
  'department.created': ['name'],
  'department.deleted': ['name'],
  'access.denied': ['route', 'method'],
  'access.read': ['route', 'method'],
}
/** Fields with values from a fixed list, in any event. */
const ownWords: ReadonlySet<string> = new Set([
  'role',
  'previous',
  'outcome',
  'state',
  'status',
  'code',
  'change',
])
const ownWord = /^[a-z][a-z_-]{0,40}$/
const idName = /(^id|Ids?)$/
const plainId = /^[\w.-]{1,200}$/
/** Ties a decision to the file that it was made on. */
const contentHash = /^[0-9a-f]{64}$/
const isTime = (text: string) => z.iso.datetime({ offset: true }).safeParse(text).success
const isUuid = (text: string) => z.uuid().safeParse(text).success
/** Credentials are never kept, whatever they look like. */
const secretName = /token|secret|password|join-?code|link|email/i
const textMax = 200
const listMax = 50

/** What an entry keeps of an event's data: of new events, everything but free text. */
export function selectDetails(
  type: string,
  data: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const words = keptWords[type] ?? []
  const kept = Object.entries(data).flatMap(([name, value]) => {
    if (secretName.test(name)) return []
    const selected = select(value, (text) => words.includes(name) || isPlain(name, text))
    return selected === undefined ? [] : [[name, selected] as const]
  })
  return Object.fromEntries(kept)
}

/** Text that the database can store: well-formed, without NUL, of bounded length. */
export function storableText(text: string): string {
  return text.slice(0, textMax).toWellFormed().replaceAll('\u0000', '')
}

type Scalar = string | number | boolean | null

function select(value: unknown, mayKeep: (text: string) => boolean): Scalar | Scalar[] | undefined {
  if (!Array.isArray(value)) return scalar(value, mayKeep)
  const items = value.slice(0, listMax).map((item) => scalar(item, mayKeep))
  return items.every((item) => item !== undefined) ? items : undefined
}

function scalar(value: unknown, mayKeep: (text: string) => boolean): Scalar | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value
  return typeof value === 'string' && mayKeep(value) ? storableText(value) : undefined
}

function isPlain(name: string, text: string): boolean {
  if (isUuid(text) || isTime(text)) return true
  if (ownWords.has(name)) return ownWord.test(text)
  if (name === 'contentHash') return contentHash.test(text)
  return idName.test(name) && plainId.test(text)
}
