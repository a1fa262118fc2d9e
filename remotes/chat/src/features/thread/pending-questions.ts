import { tabList } from './tab-list.ts'

/** A question whose answer this tab waits for, so that it finds it again after a reload. */
export interface PendingQuestion {
  readonly personId: string
  readonly question: string
  readonly conversationId: string | null
  readonly key: string
  readonly streamId: string | null
  readonly askedAt: number
}

const { read, write } = tabList<PendingQuestion>(
  'chat-pending-questions',
  ({ personId, question, conversationId, key, streamId, askedAt }) =>
    [personId, question, key].every((text) => typeof text === 'string') &&
    [conversationId, streamId].every((id) => id === null || typeof id === 'string') &&
    typeof askedAt === 'number',
)
/** Streams are kept for an hour; a question that has none yet is only sent again at once. */
const followedForMs = 55 * 60_000
const sentAgainForMs = 60_000

/** What this person waits for in this tab. */
export function pendingQuestions(personId: string): PendingQuestion[] {
  const now = Date.now()
  return read().filter(({ askedAt, streamId, ...pending }) => {
    const isFresh = now - askedAt < (streamId === null ? sentAgainForMs : followedForMs)
    return isFresh && pending.personId === personId
  })
}

/** Remembers a question by its key, with what is known of it by now. */
export function rememberPending(pending: PendingQuestion): void {
  write([...read().filter(({ key }) => key !== pending.key), pending])
}

export function forgetPending(key: string): void {
  write(read().filter((pending) => pending.key !== key))
}
