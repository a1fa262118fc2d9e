import { z } from 'zod'
import { event } from './events.ts'
import { route } from './route.ts'

const budgetMessage = 'A budget must be a whole number of tokens from 1 to 1,000,000,000, or none.'
const Budget = z
  .number(budgetMessage)
  .int(budgetMessage)
  .min(1, budgetMessage)
  .max(1_000_000_000, budgetMessage)

/**
 * Whether an organization's questions are answered by the portal's language model, and what they
 * may cost: tokens between two midnights (UTC) of each person and of all together, where that is
 * less than the portal allows; null: as the portal allows.
 */
export const AssistantSettings = z.object({
  isModelUsed: z.boolean('Whether the model is used must be true or false.'),
  tokensPerPerson: Budget.nullable(),
  tokensPerOrganization: Budget.nullable(),
})
export type AssistantSettings = z.infer<typeof AssistantSettings>

/** Those of an organization that has not changed them. */
export const defaultAssistantSettings: AssistantSettings = {
  isModelUsed: true,
  tokensPerPerson: null,
  tokensPerOrganization: null,
}

/** How many people are listed with what they have used. */
export const heaviestUsersMax = 20

/** The settings with what the portal allows and what was used since midnight (UTC). */
export const AssistantUse = AssistantSettings.extend({
  /** Whether the portal has a language model at all; without one it quotes, which costs nothing. */
  hasModel: z.boolean(),
  allowed: z.object({ perPerson: z.number().int(), perOrganization: z.number().int() }).nullable(),
  usedToday: z.number().int(),
  people: z.array(z.object({ personId: z.string(), used: z.number().int() })),
})
export type AssistantUse = z.infer<typeof AssistantUse>

/** Routes for the assistant of one's own organization. */
export const assistantSettingsApi = {
  readAssistant: route('GET', '/api/chat/settings', {
    can: 'assistant:read-use',
    summary: 'Whether a language model answers, its budgets, and what was used of them today',
    returns: AssistantUse,
  }),
  changeAssistant: route('PATCH', '/api/chat/settings', {
    can: 'assistant:change-settings',
    summary: 'Switch the language model on or off, or change its budgets; absent fields stay',
    /** With `seen`, what a form began with: refused if somebody has changed that meanwhile. */
    body: AssistantSettings.partial()
      .extend({ seen: AssistantSettings.partial().optional() })
      .refine(({ seen: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
        error: 'Nothing is to be changed: name at least one field.',
      }),
    returns: AssistantSettings,
  }),
} as const

/** Events about the assistant of an organization. */
export const assistantSettingsEvents = {
  assistantChanged: event('assistant.settings-changed', 1, AssistantSettings.shape),
}
