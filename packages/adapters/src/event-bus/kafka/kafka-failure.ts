import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import kafkajs from 'kafkajs'
import { causesOf, connectionTrouble } from '../../engine-url/connection-trouble.ts'

// Node cannot import it by name.
const { KafkaJSProtocolError } = kafkajs

const retryAfterSeconds = 5
/** The sentence for mere silence. */
export const noAnswer = 'Kafka does not answer.'
/** The sentence while a partition's leader is being elected. */
export const noLeader = 'Kafka has no leader for a partition at the moment.'
const withoutLeader = /^(LEADER_NOT_AVAILABLE|NOT_LEADER_FOR_PARTITION)$/

/** Sentences by the name, protocol type or code of an error's cause. */
const sentences: readonly (readonly [RegExp, string])[] = [
  [/SASL|^ILLEGAL_SASL_STATE$/, 'Kafka refuses the user name or password.'],
  [/AUTHORIZATION_FAILED$/, 'Kafka does not allow this user to do that.'],
  [/^UNKNOWN_TOPIC_OR_PARTITION$/, 'Kafka has no topic for these events: provision its topics first.'],
  [/^NOT_ENOUGH_REPLICAS/, 'Kafka has too few replicas in sync to take events.'],
  [/^KAFKA_STORAGE_ERROR$/, 'Kafka cannot write to its disk.'],
  [
    /^(UNSUPPORTED_VERSION|KafkaJSServerDoesNotSupportApiKey|KafkaJSNotImplemented)$/,
    'Kafka is of an unsupported version.',
  ],
  [withoutLeader, noLeader],
]

/** The port's error for a Kafka failure: one sentence, with the client's error as its cause. */
export function kafkaFailure(error: unknown): EngineUnavailable {
  if (error instanceof EngineUnavailable) return error
  const [, sentence = unreachedKafka(error)] = sentences.find(([pattern]) => hasMark(error, pattern)) ?? []
  return new EngineUnavailable(sentence, retryAfterSeconds, { cause: error })
}

/** Why connecting to Kafka failed, in one sentence. */
export function unreachedKafka(error: unknown): string {
  const why = connectionTrouble(error)
  return why === null ? noAnswer : `Kafka ${why}.`
}

/** Whether a request failed because this member left, or must rejoin, its group. */
export function isOutOfGroup(error: unknown): boolean {
  return hasMark(
    error,
    /^(REBALANCE_IN_PROGRESS|UNKNOWN_MEMBER_ID|ILLEGAL_GENERATION|FENCED_INSTANCE_ID|NOT_COORDINATOR_FOR_GROUP)$/,
  )
}

/** What a handler of batches throws so that KafkaJS ends all its fetches, then joins again. */
export function rejoin(): Error {
  const reason = Object.assign(new Error('Batches of an earlier assignment may be left.'), {
    type: 'REBALANCE_IN_PROGRESS',
    retriable: true,
  })
  return new KafkaJSProtocolError(reason)
}

/** Whether a partition currently has no leader, or another one. */
export function isWithoutLeader(error: unknown): boolean {
  return hasMark(error, withoutLeader)
}

/** Whether the name, protocol type or code of an error or one of its causes matches. */
function hasMark(error: unknown, pattern: RegExp): boolean {
  return causesOf(error).some((cause: Error & { type?: unknown; code?: unknown }) =>
    [cause.name, cause.type, cause.code].some((mark) => typeof mark === 'string' && pattern.test(mark)),
  )
}
