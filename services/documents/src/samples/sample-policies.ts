import { randomUUID } from 'node:crypto'
import type { documentsApi } from '@portal/contracts/documents'
import type { SamplePolicies } from '@portal/contracts/sample-policies'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { addDocument } from '../documents/add-document.ts'
import { sayDeleted } from '../documents/documents.ts'
import type { Step } from '../lifecycle/lock-document.ts'
import type { Context, Verb } from '../ports.ts'
import { departments, documents } from '../schema.ts'
import type { StoredFile } from '../upload/store-upload.ts'
import { countUpload } from '../upload/upload-quotas.ts'
import { readSample, sampleFiles } from './sample-files.ts'

export const readSamplePolicies: Verb<typeof documentsApi.readSamplePolicies> = (ctx) =>
  ctx.tx((db) => present(db, ctx))

/** Those of the library are left as they are, so that adding them twice is adding them once. */
export const addSamplePolicies: Verb<typeof documentsApi.addSamplePolicies> = async (ctx) => {
  const files = await Promise.all(
    sampleFiles.map(async (sample) => ({ sample, ...(await store(ctx, sample)) })),
  )
  const added = new Set<string>()
  const result = await ctx.tx(async (db, emit, enqueue) => {
    const step = { organizationId: ctx.organizationId, db, emit, enqueue }
    await lockSamples(step)
    const { titles } = await present(db, ctx)
    const numbers = await departmentNumbers(db, ctx)
    for (const { sample, stored } of files) {
      const { title, department } = sample
      if (titles.includes(title)) continue
      await countUpload(db, ctx, { sizeBytes: stored.sizeBytes, isDocument: true })
      const departmentId = numbers.get(department)
      const filed = departmentId === undefined ? {} : { departmentId }
      await addDocument(ctx, step, { title, isSample: true, stored, ...filed })
      added.add(stored.blobKey)
    }
    return ctx.respond(db, await present(db, ctx))
  })
  for (const { stored } of files) if (!added.has(stored.blobKey)) await ctx.ports.blobs.delete(stored.blobKey)
  return result
}

/** Soft, as any deletion (decision 27). */
export const removeSamplePolicies: Verb<typeof documentsApi.removeSamplePolicies> = (ctx) =>
  ctx.tx(async (db, emit, enqueue) => {
    const ids = (await loadSamples(db, ctx)).map(({ id }) => id)
    // Someone who is just making one theirs is waited for, and keeps it.
    const deleted = await db
      .update(documents)
      .set({ deletedAt: sql`now()`, revision: sql`${documents.revision} + 1` })
      .where(own(documents, ctx, inArray(documents.id, ids), eq(documents.isSample, true)))
      .returning({ documentId: documents.id })
    for (const data of deleted) await sayDeleted({ emit, enqueue }, data)
    return ctx.respond(db, await present(db, ctx))
  })

/** In the order of their ids, as documents are locked. */
function loadSamples(db: TransactionHandle, ctx: Context) {
  return db
    .select({ id: documents.id, title: documents.title })
    .from(documents)
    .where(own(documents, ctx, eq(documents.isSample, true), isNull(documents.deletedAt)))
    .orderBy(asc(documents.id))
    .for('update')
}

async function present(db: TransactionHandle, ctx: Context): Promise<SamplePolicies> {
  const rows = await db
    .select({ title: documents.title })
    .from(documents)
    .where(own(documents, ctx, eq(documents.isSample, true), isNull(documents.deletedAt)))
    .orderBy(asc(documents.id))
  const titles = rows.map(({ title }) => title)
  const inLibrary = sampleFiles.filter(({ title }) => titles.includes(title))
  return { offered: sampleFiles.length, titles, questions: inLibrary.map(({ question }) => question) }
}

type Sample = (typeof sampleFiles)[number]

async function store(ctx: Context, sample: Sample): Promise<{ readonly stored: StoredFile }> {
  const { content, sha256 } = await readSample(sample)
  const blobKey = `org/${ctx.organizationId}/${randomUUID()}`
  await ctx.ports.blobs.put(blobKey, content)
  const described = { fileName: sample.file, fileType: 'text/plain' as const, sizeBytes: content.byteLength }
  return { stored: { ...described, sha256, blobKey } }
}

/** Two who add samples at once add them once. */
async function lockSamples({ db, organizationId }: Pick<Step, 'db' | 'organizationId'>): Promise<void> {
  const lock = JSON.stringify([organizationId, 'sample policies'])
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
}

/** By name. */
async function departmentNumbers(db: TransactionHandle, ctx: Context): Promise<Map<string, number>> {
  const rows = await db
    .select({ name: departments.name, number: departments.number })
    .from(departments)
    .where(own(departments, ctx, eq(departments.isDeleted, false)))
  return new Map(rows.map(({ name, number }) => [name, number]))
}
