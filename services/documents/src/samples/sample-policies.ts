import type { documentsApi } from '@portal/contracts/documents'
import type { SamplePolicies } from '@portal/contracts/sample-policies'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { addDocument } from '../documents/add-document.ts'
import { sayDeleted } from '../documents/documents.ts'
import { documentOfVersion } from '../joins.ts'
import type { Step } from '../lifecycle/lock-document.ts'
import type { Context, Verb } from '../ports.ts'
import { departments, documents, versions } from '../schema.ts'
import { storeUpload } from '../upload/store-upload.ts'
import { countUpload } from '../upload/upload-quotas.ts'
import { readSample, type SampleFile, sampleFiles, sampleHashes } from './sample-files.ts'

export const readSamplePolicies: Verb<typeof documentsApi.readSamplePolicies> = (ctx) =>
  ctx.tx((db) => present(db, ctx))

/**
 * Those of the library are left as they are, so that adding them twice is adding them once. Each is
 * an upload of its own: one interrupted is completed by the next.
 */
export const addSamplePolicies: Verb<typeof documentsApi.addSamplePolicies> = async (ctx) => {
  for (const sample of await ctx.tx((db) => missing(db, ctx))) await addSample(ctx, sample)
  return ctx.tx((db) => present(db, ctx))
}

async function addSample(ctx: Context, sample: SampleFile): Promise<void> {
  const { file: name, title, department } = sample
  const type = 'text/plain'
  const file = { name, type, ...(await readSample(sample)) }
  await storeUpload(ctx, { file, fileType: type }, (stored) =>
    ctx.tx(async (db, emit, enqueue) => {
      const step = { organizationId: ctx.organizationId, db, emit, enqueue }
      await lockSamples(step)
      if (!(await missing(db, ctx)).includes(sample)) return { result: undefined, isNew: false }
      await countUpload(db, ctx, { sizeBytes: stored.sizeBytes, isDocument: true })
      const departmentId = await departmentNumber(db, ctx, department)
      const filed = departmentId === undefined ? {} : { departmentId }
      await addDocument(ctx, step, { title, isSample: true, stored, ...filed })
      return { result: undefined, isNew: true }
    }),
  )
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
  const titles = await sampleTitles(db, ctx)
  const inLibrary = sampleFiles.filter(({ title }) => titles.includes(title))
  const offered = titles.length + (await missing(db, ctx)).length
  return { offered, titles, questions: inLibrary.map(({ question }) => question) }
}

async function sampleTitles(db: TransactionHandle, ctx: Context): Promise<string[]> {
  const rows = await db
    .select({ title: documents.title })
    .from(documents)
    .where(own(documents, ctx, eq(documents.isSample, true), isNull(documents.deletedAt)))
    .orderBy(asc(documents.id))
  return rows.map(({ title }) => title)
}

/** Samples that the library has neither as samples nor as what somebody has made their own. */
async function missing(db: TransactionHandle, ctx: Context): Promise<SampleFile[]> {
  const titles = await sampleTitles(db, ctx)
  const hashes = await sampleHashes()
  const kept = await db
    .selectDistinct({ sha256: versions.sha256 })
    .from(versions)
    .innerJoin(documents, documentOfVersion)
    .where(own(versions, ctx, inArray(versions.sha256, hashes), isNull(documents.deletedAt)))
  const known = new Set(kept.map(({ sha256 }) => sha256))
  return sampleFiles.filter(({ title }, at) => !titles.includes(title) && !known.has(hashes[at] ?? ''))
}

/** Two who add samples at once add them once. */
async function lockSamples({ db, organizationId }: Pick<Step, 'db' | 'organizationId'>): Promise<void> {
  const lock = JSON.stringify([organizationId, 'sample policies'])
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
}

/** Undefined without a department of this name. */
async function departmentNumber(
  db: TransactionHandle,
  ctx: Context,
  name: string,
): Promise<number | undefined> {
  const [department] = await db
    .select({ number: departments.number })
    .from(departments)
    .where(own(departments, ctx, eq(departments.isDeleted, false), eq(departments.name, name)))
  return department?.number
}
