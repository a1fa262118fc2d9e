import { randomBytes } from 'node:crypto'
import {
  type HeadsUnderTest,
  openHeadsUnderTest,
} from '@portal/master-admin-service/audit/audit-heads.fixture'
import { chainHash } from '@portal/master-admin-service/audit/chain-hash'
import { auditKeys, HeadStore } from '@portal/master-admin-service/audit/head-store'
import { writeLongTrail } from '@portal/master-admin-service/audit/long-trail.fixture'
import { auditEntries } from '@portal/master-admin-service/audit/tables'
import { type ChainVerdict, verifyTrail } from '@portal/master-admin-service/audit/verify-trail'
import { service as masterAdmin } from '@portal/master-admin-service/service'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { openTemporaryBlobs, type TemporaryBlobs } from '@portal/testkit/temporary-blobs'
import { createTestDatabase, type TestDatabase } from '@portal/testkit/test-database'
import { asc, eq, gte, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

const patience = 300_000
/** As many as ADR 14 promises. */
const drillEntries = 100_000
const middle = drillEntries / 2
/** Of the processor, so that a busy machine does not count. */
const secondsMax = 10
const verifications: number[] = []
let own: TestDatabase
let heads: HeadsUnderTest
/** The role that verifies. */
let database: Database
/** The attacker: Postgres's superuser, whom row security does not restrict. */
let administrator: Database

beforeAll(async () => {
  own = await createTestDatabase(masterAdmin.migrations)
  heads = await openHeadsUnderTest()
  database = openDatabase({ urls: own.urls, name: 'test' })
  const url = new URL(inject('postgresAdminUrl'))
  url.pathname = new URL(own.urls.owner).pathname
  administrator = openDatabase({
    urls: { app: url.href, platform: url.href },
    name: 'administrator',
    transactionTimeoutMs: 60_000,
  })
  await writeLongTrail(database, heads.heads, { organizationId: 1, entries: 100 })
  await writeLongTrail(database, heads.heads, { organizationId: 7, entries: drillEntries })
  await asAdministrator(sql`create table kept as select * from audit_entries`)
}, patience)
afterAll(async () => {
  const seconds = verifications.map((each) => each.toFixed(1)).join(', ')
  console.log(
    `Audit trail of ${drillEntries} entries verified ${verifications.length} times, CPU s: ${seconds}`,
  )
  await administrator.close()
  await database.close()
  await own.drop()
  await heads.close()
})

function asAdministrator(...statements: readonly SQL[]): Promise<void> {
  return administrator.platformTx(async (db) => {
    for (const statement of statements) await db.execute(statement)
  })
}

async function verify(store: HeadStore = heads.heads): Promise<ChainVerdict | undefined> {
  const began = process.cpuUsage()
  const verdicts = await verifyTrail(database, store)
  const { user, system } = process.cpuUsage(began)
  verifications.push((user + system) / 1e6)
  expect(verifications.at(-1)).toBeLessThan(secondsMax)
  expect(verdicts.find(({ chain }) => chain === '1')).toMatchObject({ finding: null })
  return verdicts.find(({ chain }) => chain === '7')
}

/** Tampers, verifies and restores. */
async function verdictAfter(...tampering: readonly SQL[]): Promise<ChainVerdict | undefined> {
  try {
    await asAdministrator(...tampering)
    return await verify()
  } finally {
    await asAdministrator(sql`truncate audit_entries`, sql`insert into audit_entries select * from kept`)
  }
}

const seven = sql`organization_id = 7`

test('a trail that nobody touched is whole', { timeout: patience }, async () => {
  expect(await verify()).toEqual({
    chain: '7',
    entries: drillEntries,
    lastSequence: drillEntries,
    firstBad: null,
    finding: null,
  })
})

test.each([
  ['a subject', sql`subject = overlay(subject placing chr(ascii(subject) # 1) from 1 for 1)`],
  ['a time', sql`at = at + interval '1 millisecond'`],
  ['an actor', sql`actor_id = null`],
  ['a detail', sql`details = jsonb_set(details, '{n}', '0')`],
  ['a hash', sql`hash = overlay(hash placing chr(ascii(hash) # 1) from 1 for 1)`],
])('one bit of %s is flipped: found, and where', { timeout: patience }, async (_, change) => {
  const verdict = await verdictAfter(
    sql`update audit_entries set ${change} where ${seven} and sequence = ${middle}`,
  )
  expect(verdict).toMatchObject({ firstBad: middle, finding: 'the entry is not the one that was written' })
})

test('an entry is deleted: found, and which', { timeout: patience }, async () => {
  const verdict = await verdictAfter(sql`delete from audit_entries where ${seven} and sequence = ${middle}`)
  expect(verdict).toMatchObject({ firstBad: middle, finding: 'the entry is missing' })
})

test('an entry is deleted and those after it are numbered anew: found', { timeout: patience }, async () => {
  const verdict = await verdictAfter(
    sql`alter table audit_entries drop constraint audit_entries_in_order`,
    sql`delete from audit_entries where ${seven} and sequence = ${middle}`,
    sql`update audit_entries set sequence = sequence - 1 where ${seven} and sequence > ${middle}`,
  )
  expect(verdict).toMatchObject({ firstBad: middle, finding: 'the entry is not the one that was written' })
})

test('two entries are swapped: found, and where', { timeout: patience }, async () => {
  const verdict = await verdictAfter(
    sql`update audit_entries set sequence = -1 where ${seven} and sequence = ${middle}`,
    sql`update audit_entries set sequence = ${middle} where ${seven} and sequence = ${middle + 1}`,
    sql`update audit_entries set sequence = ${middle + 1} where ${seven} and sequence = -1`,
  )
  expect(verdict).toMatchObject({ firstBad: middle, finding: 'the entry is not the one that was written' })
})

test.each([
  ['one entry', drillEntries - 1],
  ['half of it', middle],
])('the tail is cut by %s: found, and from where', { timeout: patience }, async (_, last) => {
  const verdict = await verdictAfter(
    sql`delete from audit_entries where ${seven} and sequence > ${last}`,
    sql`update audit_chains set sequence = ${last} where chain = '7'`,
  )
  expect(verdict).toMatchObject({
    firstBad: last + 1,
    finding: `the tail is cut: it was signed up to entry ${drillEntries}`,
  })
})

test('all of it is gone: found', { timeout: patience }, async () => {
  const verdict = await verdictAfter(sql`delete from audit_entries where ${seven}`)
  expect(verdict).toMatchObject({
    entries: 0,
    firstBad: 1,
    finding: expect.stringContaining('the tail is cut'),
  })
})

test('an entry is changed and every hash after it made anew: found by the signed head', {
  timeout: patience,
}, async () => {
  try {
    await administrator.platformTx((db) => rewrite(db, drillEntries - 10))
    expect(await verify()).toMatchObject({
      firstBad: drillEntries,
      finding: 'the chain was rewritten: it is not the one that was signed',
    })
  } finally {
    await asAdministrator(sql`truncate audit_entries`, sql`insert into audit_entries select * from kept`)
  }
})

/** An attacker who knows the code but not the key. */
async function rewrite(db: TransactionHandle, from: number): Promise<void> {
  const ofSeven = eq(auditEntries.organizationId, 7)
  const rows = await db
    .select()
    .from(auditEntries)
    .where(sql`${ofSeven} and ${gte(auditEntries.sequence, from - 1)}`)
    .orderBy(asc(auditEntries.sequence))
  let previous = rows[0]?.hash ?? ''
  for (const { hash: _, ...entry } of rows.slice(1)) {
    const forged = entry.sequence === from ? { ...entry, actorId: 'somebody else' } : entry
    previous = chainHash(previous, forged)
    await db
      .update(auditEntries)
      .set({ actorId: forged.actorId, hash: previous })
      .where(sql`${ofSeven} and ${eq(auditEntries.sequence, entry.sequence)}`)
  }
}

test('a head that somebody else signed is no head', { timeout: patience }, async () => {
  const elsewhere: TemporaryBlobs = await openTemporaryBlobs()
  const theirs = new HeadStore(elsewhere.blobs, auditKeys(randomBytes(32)))
  const [last] = await database.platformTx((db) =>
    db.select().from(auditEntries).where(sql`${seven} and sequence = ${drillEntries}`),
  )
  const at = new Date().toISOString()
  await theirs.keep({ chain: '7', sequence: drillEntries, hash: last?.hash ?? '', at })
  const ours = new HeadStore(elsewhere.blobs, auditKeys(randomBytes(32)))
  const verdicts = await verifyTrail(database, ours)
  await elsewhere.close()
  expect(verdicts.find(({ chain }) => chain === '7')).toMatchObject({
    firstBad: 1,
    finding: 'its signed head is not one of ours',
  })
  expect(verdicts.find(({ chain }) => chain === '1')).toMatchObject({
    finding: expect.stringContaining('have no signed head'),
  })
})
