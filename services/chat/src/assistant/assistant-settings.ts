import type { assistantApi } from '@portal/contracts/answer-stream'
import {
  type AssistantSettings,
  defaultAssistantSettings,
  heaviestUsersMax,
} from '@portal/contracts/assistant-settings'
import { chatEvents } from '@portal/contracts/chat'
import { assertAsSeen } from '@portal/service-kit/assert-as-seen'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type OfOrganization, own } from '@portal/service-kit/database/own'
import { type DailyQuota, usedToday } from '@portal/service-kit/quota/spend'
import type { Verb } from '../ports.ts'
import { assistantSettings } from '../schema.ts'

export const readAssistant: Verb<typeof assistantApi.readAssistant> = (ctx) =>
  ctx.tx(async (db) => {
    const { tokens, quoting } = ctx.ports
    const { organization, people } = await usedToday(db, ctx, {
      what: tokenCounter,
      peopleMax: heaviestUsersMax,
    })
    return {
      ...(await settingsOf(db, ctx)),
      hasModel: quoting !== undefined,
      allowed: tokens ? { perPerson: tokens.person, perOrganization: tokens.organization } : null,
      ...{ usedToday: organization, people },
    }
  })

export const changeAssistant: Verb<typeof assistantApi.changeAssistant> = (ctx, { body }) =>
  ctx.tx(async (db, emit) => {
    const { organizationId } = ctx
    // The row is there before it is read, so that changes at the same time follow each other.
    await db
      .insert(assistantSettings)
      .values({ organizationId, ...defaultAssistantSettings })
      .onConflictDoNothing()
    const [row] = await db.select().from(assistantSettings).where(own(assistantSettings, ctx)).for('update')
    const before = presentSettings(row)
    assertAsSeen(before, body.seen)
    const settings = changed(before, body)
    await db.update(assistantSettings).set(settings).where(own(assistantSettings, ctx))
    await emit(chatEvents.assistantChanged, {
      subject: String(organizationId),
      audience: { organizationId },
      data: settings,
    })
    return ctx.respond(db, settings)
  })

/** The counter of tokens of questions and answers. */
export const tokenCounter = 'tokens'

/** The organization's settings, or the defaults. */
export async function settingsOf(db: TransactionHandle, of: OfOrganization): Promise<AssistantSettings> {
  const [row] = await db.select().from(assistantSettings).where(own(assistantSettings, of))
  return presentSettings(row)
}

/** What the portal allows, or less where the organization says so. */
export function budgetOf(allowed: DailyQuota, settings: AssistantSettings): DailyQuota {
  const { tokensPerPerson, tokensPerOrganization } = settings
  return {
    person: Math.min(allowed.person, tokensPerPerson ?? allowed.person),
    organization: Math.min(allowed.organization, tokensPerOrganization ?? allowed.organization),
  }
}

function presentSettings(row: AssistantSettings | undefined): AssistantSettings {
  const { isModelUsed, tokensPerPerson, tokensPerOrganization } = row ?? defaultAssistantSettings
  return { isModelUsed, tokensPerPerson, tokensPerOrganization }
}

/** An absent field stays; null is a value. */
function changed(
  { isModelUsed, tokensPerPerson, tokensPerOrganization }: AssistantSettings,
  change: { readonly [Name in keyof AssistantSettings]?: AssistantSettings[Name] | undefined },
): AssistantSettings {
  return {
    isModelUsed: change.isModelUsed ?? isModelUsed,
    tokensPerPerson: change.tokensPerPerson === undefined ? tokensPerPerson : change.tokensPerPerson,
    tokensPerOrganization:
      change.tokensPerOrganization === undefined ? tokensPerOrganization : change.tokensPerOrganization,
  }
}
