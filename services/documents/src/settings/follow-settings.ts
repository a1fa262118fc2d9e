import { defaultSettings } from '@portal/contracts/organization-settings'
import { teamEvents } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { on } from '@portal/service-kit/inbox/consumers'
import { organizationSettings } from './settings-schema.ts'

/** Maintains the projection of the organizations' settings. */
export const followSettings = on(
  teamEvents.settingsChanged,
  async ({ db, organizationId }, { data: settings }) => {
    if (organizationId === null) return
    await db
      .insert(organizationSettings)
      .values({ organizationId, ...settings })
      .onConflictDoUpdate({ target: organizationSettings.organizationId, set: settings })
  },
)

/** The settings of an organization, which until it changes them are the defaults. */
export async function settingsOf(
  db: TransactionHandle,
  of: { readonly organizationId: number },
): Promise<Omit<typeof organizationSettings.$inferSelect, 'organizationId'>> {
  const [row] = await db.select().from(organizationSettings).where(own(organizationSettings, of))
  return row ?? defaultSettings
}
