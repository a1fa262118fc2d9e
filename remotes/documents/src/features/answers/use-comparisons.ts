import { type ComparedAnswer, chatApi } from '@portal/contracts/chat'
import { useApi, useRouteQuery } from '@portal/remote-kit/route-query'
import { failureText } from '@portal/remote-kit/unauthorized'
import { useEffect, useRef, useState } from 'react'

/** Names the version whose answers are compared with those of today. */
export interface ReviewedVersion {
  readonly documentId: string
  readonly versionId: string
}

const paramsOf = ({ documentId: id, versionId }: ReviewedVersion) => ({ id, versionId })

export function useAffectedQuestions(version: ReviewedVersion, isEnabled: boolean) {
  return useRouteQuery(chatApi.listAffectedQuestions, { params: paramsOf(version) }, { isEnabled })
}

export interface ComparedAnswers {
  readonly before: ComparedAnswer
  readonly after: ComparedAnswer
  readonly isSame: boolean
}

/** How far the comparison of a question is. */
export type Comparison =
  | { readonly state: 'waiting' | 'asking' }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'compared'; readonly answers: ComparedAnswers }

/**
 * Asks questions one after another, so that a model serves others in between. What was not asked
 * yet can be cancelled; leaving the page cancels as well.
 */
export function useComparisons(version: ReviewedVersion) {
  const client = useApi()
  const [comparisons, setComparisons] = useState<ReadonlyMap<string, Comparison>>(new Map())
  const running = useRef<AbortController | null>(null)
  const [isRunning, setRunning] = useState(false)
  useEffect(() => () => running.current?.abort(), [])
  const put = (question: string, comparison: Comparison | null) =>
    setComparisons((known) => {
      const next = new Map(known)
      if (comparison === null) next.delete(question)
      else next.set(question, comparison)
      return next
    })
  const compare = async (question: string, signal: AbortSignal) => {
    put(question, { state: 'asking' })
    try {
      const call = { params: paramsOf(version), body: { question } }
      put(question, {
        state: 'compared',
        answers: await client.call(chatApi.compareAnswers, call, { signal }),
      })
    } catch (error) {
      const reason = failureText(error, 'The answers could not be compared. Please try again.')
      put(question, signal.aborted ? null : { state: 'failed', reason })
    }
  }
  return {
    comparisons,
    isRunning,
    run: async (questions: readonly string[]) => {
      const controller = new AbortController()
      running.current = controller
      setRunning(true)
      for (const question of questions) put(question, { state: 'waiting' })
      for (const question of questions) {
        if (controller.signal.aborted) put(question, null)
        else await compare(question, controller.signal)
      }
      setRunning(false)
    },
    cancel: () => running.current?.abort(),
  }
}
