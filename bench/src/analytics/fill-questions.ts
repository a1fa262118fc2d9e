import { countDays } from '@portal/analytics-service/figures/roll-up'
import { countGroups } from '@portal/analytics-service/grouping/count-groups'
import { addDays, dayIn } from '@portal/contracts/calendar-day'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { sql } from 'drizzle-orm'

/** Two years of questions by 300 people in five departments, about 200 documents. */
const days = 730
const people = 300
const documents = 200
/** Different questions, four to a group; a few are asked very often. */
const wordings = 2000
const filledAtOnce = 100_000
const rolledAtOnce = 31

const organizationId = 1

/** What it took to count what was filled, in milliseconds. */
export interface Filled {
  readonly wholeMs: number
  readonly dayMs: number
  readonly groupsMs: number
}

/** Fills an organization as administrator, then has it rolled up as the service does. */
export async function fillQuestions(url: string, questions: number): Promise<Filled> {
  const administrator = openDatabase({
    urls: { app: url, platform: url },
    name: 'filling',
    transactionTimeoutMs: 600_000,
  })
  try {
    await fillFacts(administrator)
    for (let from = 0; from < questions; from += filledAtOnce)
      await fillPart(administrator, { from, to: Math.min(from + filledAtOnce, questions), questions })
    await administrator.platformTx((db) => db.execute('analyze'))
    return await count(administrator)
  } finally {
    await administrator.close()
  }
}

async function fillFacts(administrator: Database): Promise<void> {
  await administrator.platformTx(async (db) => {
    await db.execute(sql`insert into departments (organization_id, number, name, color)
      select ${organizationId}, n, 'Department ' || n, '#10B981' from generate_series(1, 5) n`)
    await db.execute(sql`insert into documents (organization_id, id, title, department_number, current_version_id)
      select ${organizationId}, ${idOf('d', sql`n`)}, 'Document ' || n, 1 + n % 5, gen_random_uuid()
      from generate_series(1, ${documents}::int) n`)
    await db.execute(sql`insert into question_groups (organization_id, id, last_asked_at)
      select ${organizationId}, ${idOf('a', sql`n`)}, now() from generate_series(0, ${wordings / 4}::int) n`)
    await db.execute(sql`insert into wordings (organization_id, wording, group_id)
      select ${organizationId}, 'w' || n, ${idOf('a', sql`n / 4`)} from generate_series(0, ${wordings}::int) n`)
  })
}

const idOf = (letter: string, number: ReturnType<typeof sql>) =>
  sql`(${letter.repeat(8)} || '-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

/** Each question differs from its neighbours in who, what, when and how well. */
async function fillPart(
  administrator: Database,
  { from, to, questions }: { readonly from: number; readonly to: number; readonly questions: number },
): Promise<void> {
  await administrator.platformTx((db) =>
    db.execute(sql`insert into questions (organization_id, message_id, conversation_id, asker_id, asked_at,
      departments, outcome, duration_ms, cited_documents, question, wording, rating)
    select ${organizationId}, ${idOf('b', sql`n`)}, ${idOf('c', sql`n / 3`)},
      'person ' || abs(hashint4(n)) % ${people}::int,
      now() - make_interval(secs => (n::float8 / ${questions}::int) * ${days}::int * 86400),
      array[1 + abs(hashint4(n)) % 5], case when n % 7 = 0 then 'no_evidence' else 'answered' end,
      200 + abs(hashint4(n + 1)) % 6000,
      case when n % 7 = 0 then '{}'::uuid[]
        else array[${idOf('d', sql`1 + abs(hashint4(n + 2)) % ${documents}::int`)}] end,
      'What is said about matter ' || w || '?', 'w' || w, case when n % 4 = 0 then 1 + n % 5 end
    from generate_series(${from}::int, ${to - 1}::int) n,
      lateral (select (power(random(), 3) * ${wordings}::int + 0 * n)::int as w) words`),
  )
}

async function count(administrator: Database): Promise<Filled> {
  const today = dayIn('UTC')
  const all = Array.from({ length: days + 2 }, (_, at) => addDays(today, -at))
  const timed = async (work: (db: Parameters<typeof countDays>[0]['db']) => Promise<unknown>) => {
    const began = performance.now()
    await administrator.platformTx(work)
    return performance.now() - began
  }
  let wholeMs = 0
  for (let at = 0; at < all.length; at += rolledAtOnce) {
    const part = all.slice(at, at + rolledAtOnce)
    wholeMs += await timed((db) => countDays({ db, organizationId }, { days: part, timeZone: 'UTC' }))
  }
  const day = [addDays(today, -1)]
  await administrator.platformTx(async (db) => {
    for (const table of ['question_days', 'answer_times', 'document_days'])
      await db.execute(sql`delete from ${sql.identifier(table)} where day = ${day[0]}::date`)
  })
  const dayMs = await timed((db) => countDays({ db, organizationId }, { days: day, timeZone: 'UTC' }))
  const stale = Array.from({ length: wordings }, (_, at) => `w${at}`)
  const groupsMs = await timed((db) => countGroups({ db, organizationId }, stale))
  await administrator.platformTx((db) => db.execute('analyze'))
  return { wholeMs, dayMs, groupsMs }
}
