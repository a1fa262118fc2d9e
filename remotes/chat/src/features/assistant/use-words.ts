import type { AssistantUse } from '@portal/contracts/assistant-settings'

/** What may be spent in a day: less than the portal allows where the organization says so. */
export function budgetsOf(use: AssistantUse): { person: number | null; organization: number | null } {
  const { allowed, tokensPerPerson, tokensPerOrganization } = use
  const least = (own: number | null, portal: number | undefined) =>
    portal === undefined ? null : Math.min(portal, own ?? portal)
  return {
    person: least(tokensPerPerson, allowed?.perPerson),
    organization: least(tokensPerOrganization, allowed?.perOrganization),
  }
}

/** What a budget counts, and what happens to a question for which nothing is left. */
export function overBudgetWords({ hasModel }: Pick<AssistantUse, 'hasModel'>): string {
  const counted =
    'A token is about four characters of a question, of the passages read for it, or of an answer.'
  const then = hasModel ? 'answers are quoted from the documents' : 'questions are refused'
  return `${counted} Once a budget is used up, ${then} until midnight UTC. Background work, such as golden questions, uses at most half of the organization’s.`
}

/** How much of a budget is used, in percent; null without one. */
export function shareOf(used: number, budget: number | null): number | null {
  return budget === null ? null : Math.min(100, (100 * used) / Math.max(1, budget))
}
