import type { AnswerRecord } from '@portal/contracts/audit'
import type { DelegatedPassport, DelegationRequest } from '@portal/contracts/delegation'
import type { Document } from '@portal/contracts/documents'
import type { PermissionOf } from '@portal/contracts/permissions'
import type { ComparedSpan, RetrievedPassage, TextSpan } from '@portal/contracts/retrieval'
import type { SupposedVersion, Supposition } from '@portal/contracts/reviewed-retrieval'
import type { Route } from '@portal/contracts/route'
import type { VersionFacts } from '@portal/contracts/version-facts'
import type { Context as KitContext } from '@portal/service-kit/context'
import type { ChatModel } from '@portal/service-kit/ports/chat-model'
import type { DailyQuota } from '@portal/service-kit/quota/spend'
import type { Replay as KitReplay, Verb as KitVerb } from '@portal/service-kit/verb'

/** The request on whose behalf documents is called. */
export interface Caller {
  readonly passport: string
  readonly requestId: string
  readonly signal: AbortSignal
}

/** Passages, best first, with what their search knows of the question. */
export type FoundPassages = readonly RetrievedPassage[] & {
  /** Its cosine with the nearest everyday topic that they do not name. */
  readonly topicSimilarity?: number | null | undefined
  /** The question with its misspelt words repaired, if any were. */
  readonly understoodAs?: string | undefined
}

/** Chat's only synchronous calls (architecture.md §1). */
export interface PassageSource {
  retrieve(caller: Caller, question: string, limit: number): Promise<FoundPassages>
  /** Cosines between a question and parts of retrieved passages; null if no longer citable. */
  compare(
    caller: Caller,
    question: string,
    spans: readonly ComparedSpan[],
  ): Promise<readonly (number | null)[]>
  verify(caller: Caller, spans: readonly TextSpan[]): Promise<readonly boolean[]>
  /**
   * The same as if a version that awaits approval were in force, 404 for all but its reviewers; or
   * as it was on a day.
   */
  supposing(supposed: Supposition): PassageSource
  /** Which spans such a version alters, in order. */
  alteredBy(
    caller: Caller,
    supposed: SupposedVersion,
    spans: readonly Omit<TextSpan, 'text'>[],
  ): Promise<readonly boolean[]>
  /** The number of the group of each question, by meaning. */
  group(caller: Caller, questions: readonly string[]): Promise<readonly number[]>
  /** Vectors of questions, in order, and the encoder that made them. */
  vectors(caller: Caller, questions: readonly string[]): Promise<QuestionVectors>
  /** A document that the caller may read; else 404. */
  document(caller: Caller, id: string): Promise<CitedDocument>
}

export interface QuestionVectors {
  readonly model: string
  readonly vectors: readonly Float32Array[]
}

/** Passports by which jobs read documents on behalf of members, with the rights they have now. */
export interface Delegates {
  /** Null if the person is no member of the organization. */
  passportOf(person: DelegationRequest, signal: AbortSignal): Promise<DelegatedPassport | null>
}

export type CitedDocument = Pick<Document, 'id' | 'title' | 'ownerId'>

/** What an answer is proved with, on the passport of the person who asked. */
export interface ProofSource {
  /** The facts of a cited version; null where the person may not open it any more. */
  facts(caller: Caller, of: { documentId: string; versionId: string }): Promise<VersionFacts | null>
  /** What the audit trail says of an answer, with the names of these people. */
  record(caller: Caller, messageId: string, people: readonly string[]): Promise<AnswerRecord>
}

export interface ChatPorts {
  readonly passages: PassageSource
  readonly model: ChatModel
  /** What answers are proved with; none: they cannot be. */
  readonly proof?: ProofSource
  /** Answers where the model does not; none where the model itself quotes. */
  readonly quoting?: ChatModel
  /** Absent where no job acts for a person, as in tests of requests. */
  readonly delegates?: Delegates
  /** Tokens of questions and answers; none: no limits. */
  readonly tokens?: DailyQuota
}

type Granted = PermissionOf<'chat'>
export type Context = KitContext<ChatPorts, Granted>
export type Verb<R extends Route> = KitVerb<R, ChatPorts, Granted>
export type Replay<R extends Route> = KitReplay<R, ChatPorts, Granted>
