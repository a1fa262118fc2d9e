import { check } from 'k6'
import exec from 'k6/execution'
import { Trend } from 'k6/metrics'
import { callRoute, sendRoute } from './call-route.ts'
import { browserOf, employeeOf, type LoadData, organizationOf } from './people.ts'
import { kindAt, questionAbout } from './policies.ts'

const streamed = new Trend('answer_streamed', true)

/** Asks what a policy of the own organization answers, and reads the conversation again. */
export function ask(data: LoadData): void {
  const organization = organizationOf(data)
  const browser = browserOf(employeeOf(organization))
  const question = questionAbout(kindAt(exec.vu.iterationInScenario))
  const answer = callRoute(browser, 'chat.ask', { body: { question } })
  if (!answer) return
  check(answer, {
    'an answer rests on the own policies': ({ outcome, assistantMessage }) =>
      outcome === 'answered' && assistantMessage.content.includes(`${organization.years} years`),
    'an answer has citations': ({ citations }) => citations.length > 0,
  })
  callRoute(browser, 'chat.readConversation', { params: { id: answer.conversation.id } })
}

/**
 * Asks and follows the answer. k6 hands over a response when it has ended, so a stream is measured
 * by its head and its end; `npm run bench -- chat` measures the first statement.
 */
export function streamAnswer(data: LoadData): void {
  const organization = organizationOf(data)
  const browser = browserOf(employeeOf(organization))
  const question = questionAbout(kindAt(exec.vu.iterationInScenario))
  const response = sendRoute(browser, 'chat.streamAnswer', { body: { question } })
  if (response.status !== 200) return
  streamed.add(response.timings.duration)
  const text = response.body ?? ''
  const names = [...text.matchAll(/^event: ?(\w+)$/gm)].map(([, name]) => name)
  check(names, {
    'a stream names its conversation first': ([first]) => first === 'conversation',
    'a stream ends with the whole answer': (all) => all.at(-1) === 'done',
    'a streamed answer rests on the own policies': () => text.includes(`${organization.years} years`),
  })
}
