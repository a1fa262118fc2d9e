import { isTimeZone } from '@portal/contracts/calendar-day'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { createTestDatabase } from '@portal/testkit/test-database'
import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { service } from '../service.ts'

/** Those of ICU that are in no other database, and some that are known by several names. */
const odd = `ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST
  VST SystemV/AST4 SystemV/PST8PDT US/Pacific-New Canada/East-Saskatchewan CET EET EST GMT HST MET MST PRC
  ROC ROK UCT UTC WET Zulu GB-Eire EST5EDT US/Pacific Etc/GMT-14 europe/berlin`.split(/\s+/)

it('the database knows every time zone that an organization may choose, or its questions would not count', async () => {
  const { urls, drop } = await createTestDatabase(service.migrations)
  onTestFinished(drop)
  const database = openDatabase({ urls, name: 'test' })
  onTestFinished(() => database.close())
  const chosen = [...Intl.supportedValuesOf('timeZone'), ...odd].filter(isTimeZone)
  expect(chosen.length).toBeGreaterThan(300)
  const refused = await database.platformTx((db) =>
    db.execute(sql`select name from jsonb_array_elements_text(${JSON.stringify(chosen)}::text::jsonb) as name
      where lower(name) not in (select lower(name) from pg_timezone_names)`),
  )
  expect([...refused]).toEqual([])
})
