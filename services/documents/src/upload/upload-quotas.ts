import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { spend } from '@portal/service-kit/quota/spend'
import { count, isNull, sql } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { documents, versions } from '../schema.ts'

/** Counts an upload in its transaction. Throws CodedError `rate_limited` above a quota. */
export async function countUpload(
  db: TransactionHandle,
  ctx: Context,
  { sizeBytes, isDocument }: { readonly sizeBytes: number; readonly isDocument: boolean },
): Promise<void> {
  const { quotas } = ctx.ports
  if (!quotas) return
  // The counters come first: their rows make parallel uploads of an organization wait.
  await spend(db, ctx, { what: 'uploads', unit: 'uploads', amount: 1, quota: quotas.uploads })
  const bytes = { what: 'upload-bytes', unit: 'bytes for uploads', amount: sizeBytes }
  await spend(db, ctx, { ...bytes, quota: quotas.uploadBytes })
  const present = own(documents, ctx, isNull(documents.deletedAt))
  const [row] = await db.select({ documents: count() }).from(documents).where(present)
  if (isDocument && (row?.documents ?? 0) >= quotas.documents)
    throw full(`Your organization has ${quotas.documents} documents, which is its limit.`, 'Delete some')
  const sum = sql<number>`coalesce(sum(${versions.sizeBytes}), 0)`.mapWith(Number)
  const [stored] = await db.select({ bytes: sum }).from(versions).where(own(versions, ctx))
  if ((stored?.bytes ?? 0) + sizeBytes > quotas.storedBytes) {
    const megabytes = Math.floor(quotas.storedBytes / 1024 ** 2)
    const room = 'Delete some, whose space is free 30 days later,'
    throw full(`The documents of your organization have reached their limit of ${megabytes} MB.`, room)
  }
}

/** What is stored does not end by waiting, so there is no time of reset. */
function full(sentence: string, remedy: string): CodedError {
  const suggestedAction = `${remedy} or ask the operator of the portal for more.`
  return new CodedError('rate_limited', `${sentence} ${suggestedAction}`, { suggestedAction })
}
