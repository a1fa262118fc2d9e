import type { DeadLetter, DeadLetters, ReplayOutcome } from '@portal/service-kit/inbox/dead-letters'

export const deadLettersUsage =
  'Usage: dead-letters list <service> | dead-letters replay <service> <id> | dead-letters discard <service> <id>'

/** Runs a dead-letters command and returns its output. Throws one sentence on failure. */
export async function runDeadLettersCommand(
  letters: DeadLetters,
  [verb, , id]: readonly string[],
): Promise<string> {
  if (verb === 'list') return table(await letters.list())
  if ((verb !== 'replay' && verb !== 'discard') || id === undefined) throw new Error(deadLettersUsage)
  const known = await letters.list()
  if (!known.some((letter) => letter.eventId === id)) {
    throw new Error(`There is no dead letter ${id}; "list" shows all.`)
  }
  return verb === 'replay'
    ? outcomeLine(await letters.replay(id))
    : `Discarded. ${outcomeLine(await letters.discard(id))}`
}

function table(letters: readonly DeadLetter[]): string {
  if (letters.length === 0) return 'There are no dead letters.'
  return letters
    .map(({ eventId, event, organizationId, key, storedAt, reason, tries }) => {
      const why = reason === null ? 'waits behind one that failed' : `failed ${tries} times: ${reason}`
      const of = organizationId === null ? 'the platform' : `organization ${organizationId}`
      return `${eventId}  ${event.type}  ${of}  ${key}  ${storedAt.toISOString()}  ${oneLine(why)}`
    })
    .join('\n')
}

function outcomeLine({ replayed, stoppedBy }: ReplayOutcome): string {
  const count = `${replayed} ${replayed === 1 ? 'event' : 'events'} replayed.`
  if (!stoppedBy) return `${count} The key moves again.`
  return `${count} ${stoppedBy.eventId} failed again: ${oneLine(stoppedBy.reason ?? '')}`
}

/** A reason may quote event content, so control characters are removed before printing. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, 300)
}
