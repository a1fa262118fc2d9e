import type { PermissionOf } from '@portal/contracts/permissions'
import type { Route } from '@portal/contracts/route'
import type { Context as KitContext } from '@portal/service-kit/context'
import type { Verb as KitVerb } from '@portal/service-kit/verb'

/** Questions with the people who asked them, of one organization. */
export interface QuestionsToEncode {
  readonly organizationId: number
  readonly questions: readonly string[]
  readonly askerIds: readonly string[]
  readonly signal: AbortSignal
}

export interface QuestionVectors {
  readonly model: string
  readonly vectors: readonly Float32Array[]
}

/** Analytics' only synchronous calls: of documents, which has the encoder, as one of the askers. */
export interface QuestionEncoder {
  /** Null if none of the askers is a member any more. */
  encode(questions: QuestionsToEncode): Promise<QuestionVectors | null>
}

export interface AnalyticsPorts {
  /** Without one only questions in the same words mean the same. */
  readonly encoder?: QuestionEncoder
}

export type Context = KitContext<AnalyticsPorts, PermissionOf<'analytics'>>
export type Verb<R extends Route> = KitVerb<R, AnalyticsPorts, PermissionOf<'analytics'>>
