import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { inArray } from 'drizzle-orm'
import { sessions } from '../schema.ts'

/** The provider's sessions that others than the ended ones rest on. One that the provider did not name may be any. */
export async function keptProviderSessions(
  db: TransactionHandle,
  ended: readonly Pick<typeof sessions.$inferSelect, 'providerSession'>[],
): Promise<ReadonlySet<string | null>> {
  const named = ended.flatMap(({ providerSession }) => providerSession ?? [])
  if (named.length === 0) return new Set([null])
  const rows = await db
    .select({ providerSession: sessions.providerSession })
    .from(sessions)
    .where(inArray(sessions.providerSession, named))
  return new Set([null, ...rows.map(({ providerSession }) => providerSession)])
}
