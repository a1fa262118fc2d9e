import { analyticsApi, periodDaysDefault } from '@portal/contracts/analytics'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { numberText } from './figure-words.ts'

/** How many questions are recent, once that is known. */
export function RecentQuestions() {
  const recent = useRouteQuery(analyticsApi.readInsights, { query: {} }).data?.present.questions
  return recent === undefined ? 'Asked so far' : `${numberText(recent)} in the last ${periodDaysDefault} days`
}
