import { randomUUID } from 'node:crypto'
import type { UploadedFile } from '@portal/contracts/route'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { OrganizationDeleted } from '@portal/service-kit/database/organization-deleted'
import { copyOf } from '@portal/service-kit/in-pieces'
import { runInThread } from '@portal/service-kit/threads/run-in-thread'
import { WorkQueue } from '@portal/service-kit/work-queue'
import { sql } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import type { versions } from '../schema.ts'
import { checkUploadedFile, type UploadedFile as JudgedFile } from './file-gate.ts'
import { keptFileName } from './file-name.ts'

/** What a version's row says of its stored file. */
export type StoredFile = Pick<
  typeof versions.$inferInsert,
  'fileName' | 'fileType' | 'sizeBytes' | 'sha256' | 'blobKey'
>

/** `isNew` false: the file was stored before, and this copy is dropped. */
interface Stored<T> {
  readonly result: T
  readonly isNew: boolean
}

/** The type of a file that may be stored. Throws the coded error of what is wrong with it. */
export async function acceptedType(
  file: UploadedFile,
  purpose: JudgedFile['purpose'],
): Promise<StoredFile['fileType']> {
  const checked = await checkAside({ name: file.name, content: file.content, purpose })
  if (!checked.ok) throw new CodedError(checked.code, checked.message)
  return checked.type
}

/** Below this a thread costs more: ten megabytes take some 30 ms. */
const checkedHere = 1024 * 1024
const checks = new WorkQueue(1)

/** A copy of a large file, in a thread of its own. */
async function checkAside(file: JudgedFile): Promise<ReturnType<typeof checkUploadedFile>> {
  if (file.content.byteLength <= checkedHere) return checkUploadedFile(file)
  const content = await copyOf(file.content)
  return runInThread(new URL('./check-worker.ts', import.meta.url), {
    ...{ data: { ...file, content }, transfer: [content.buffer], queue: checks, isKept: true },
    tooLarge: () => new CodedError('not_ready', 'The file could not be checked in time. Please try again.'),
  })
}

/** Stores an accepted file, then has `store` write its row; without one the file goes again. */
export async function storeUpload<T>(
  ctx: Context,
  { file, fileType }: { readonly file: UploadedFile; readonly fileType: StoredFile['fileType'] },
  store: (stored: StoredFile) => Promise<Stored<T>>,
): Promise<T> {
  const { content } = file
  const blobKey = `org/${ctx.organizationId}/${randomUUID()}`
  const sizeBytes = content.byteLength
  await ctx.ports.blobs.put(blobKey, content)
  const described = { fileName: keptFileName(file.name), fileType, sizeBytes, blobKey }
  const stored = await store({ ...described, sha256: file.sha256 }).catch(async (error: unknown) => {
    // Only these failures certainly stored nothing; any other leftover file is swept.
    if (error instanceof OrganizationDeleted || error instanceof CodedError)
      await ctx.ports.blobs.delete(blobKey)
    throw error
  })
  if (!stored.isNew) await ctx.ports.blobs.delete(blobKey)
  return stored.result
}

/** The same file and title from the same person within this time is one upload. */
export const repeatSeconds = 60

/** Serializes equal uploads of one person until the transaction ends. */
export async function lockUpload(
  db: TransactionHandle,
  { organizationId, personId }: Context,
  upload: { readonly sha256: string; readonly title: string },
): Promise<void> {
  const lock = JSON.stringify([organizationId, personId, upload.sha256, upload.title])
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
}
