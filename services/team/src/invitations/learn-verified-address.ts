import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { UnknownAccount } from '@portal/service-kit/ports/identity-admin'
import { and, eq } from 'drizzle-orm'
import { boundSubjects } from '../people/load-person.ts'
import type { Context } from '../ports.ts'
import { people } from '../schema.ts'

/**
 * Asks the provider whether the person has verified their address since login, perhaps on another
 * device, so that they need not log in again; an address that they have just proven is verified
 * there first. True if that was news. While the provider is unavailable the address stays
 * unverified.
 */
export async function learnVerifiedAddress(ctx: Context, proven: string | null): Promise<boolean> {
  const { personId } = ctx
  for (const subject of await ctx.platformTx((db) => boundSubjects(db, personId))) {
    const email = await verifiedAddressOf(ctx, subject, proven)
    if (email === null) continue
    const learned = await ctx.platformTx(
      (db) =>
        db
          .update(people)
          .set({ isEmailVerified: true })
          .where(and(eq(people.id, personId), eq(people.email, email)))
          .returning({ id: people.id }),
      // Also while an invitation is only read.
      { isReadOnly: false },
    )
    if (learned.length > 0) return true
  }
  return false
}

async function verifiedAddressOf(
  ctx: Context,
  subject: string,
  proven: string | null,
): Promise<string | null> {
  try {
    if (proven !== null) await ctx.ports.identities.verifyAddress(subject, proven)
    const { email, isVerified } = await ctx.ports.identities.readAddress(subject)
    return isVerified ? email : null
  } catch (error) {
    if (error instanceof UnknownAccount) return null
    if (!(error instanceof EngineUnavailable)) throw error
    ctx.log.warn({ err: error }, 'the identity provider cannot say whether an address is verified')
    return null
  }
}
