import { check } from 'k6'
import exec from 'k6/execution'
import { callRoute } from './call-route.ts'
import { browserOf, employeeOf, type LoadData, organizationOf } from './people.ts'
import { kindAt, questionAbout } from './policies.ts'

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
