import { chatApi } from '@portal/contracts/chat'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { GoldenQuestions } from '../features/golden/golden-questions.tsx'
import { GoldenRuns } from '../features/golden/golden-runs.tsx'

/** For stewards: whether the assistant answers what they know the answers of. */
export function Screen() {
  const runs = useRouteQuery(chatApi.listGoldenRuns, { query: {} })
  const latest = runs.data?.find(({ state, asked }) => state === 'finished' && asked > 0)
  const read = useRouteQuery(
    chatApi.readGoldenResults,
    { params: { id: latest?.id ?? '' } },
    { isEnabled: latest !== undefined },
  )
  const results = new Map((read.data?.results ?? []).map((result) => [result.questionId, result]))
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header>
        <h1 className="font-semibold text-20">Golden questions</h1>
        <p className="mt-1 text-13 text-secondary">
          Questions whose answers you know. The assistant is asked all of them on demand and after each new
          version; nobody’s conversations hold them.
        </p>
      </header>
      <GoldenRuns />
      <GoldenQuestions results={results} />
    </div>
  )
}
