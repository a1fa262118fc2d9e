import { type CountedAttempt, postgresLoginThrottle } from '@portal/identity-service/login/login-throttle'
import { identityMigrations } from '@portal/identity-service/service'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { createTestDatabase, type TestDatabase } from '@portal/testkit/test-database'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

let own: TestDatabase
let database: Database

beforeAll(async () => {
  own = await createTestDatabase(identityMigrations)
  database = openDatabase({ urls: own.urls, name: 'test' })
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

interface Step {
  readonly browser: string | null
  readonly account: string
  readonly ip: string
  readonly end: 'right' | 'wrong' | 'given up'
  readonly minutesBefore: number
}

const often = <T>(arbitrary: fc.Arbitrary<T>, weight: number) => ({ arbitrary, weight })

/** Mostly wrong, on one account or at one address, so that every limit is reached. */
const steps = fc.array(
  fc.record<Step>({
    browser: fc.oneof(often(fc.constant(null), 5), often(fc.constant('browser:of-ada'), 1)),
    account: fc.oneof(
      often(fc.constant('ada'), 2),
      often(
        fc.nat({ max: 7 }).map((n) => `guess-${n}`),
        3,
      ),
    ),
    ip: fc.oneof(
      often(fc.constant('127.0.0.2'), 6),
      often(fc.constantFrom('127.0.0.3', '2001:db8::1', '2001:db8::2'), 1),
    ),
    end: fc.oneof(
      often(fc.constant<Step['end']>('wrong'), 40),
      often(fc.constantFrom<Step['end'][]>('right', 'given up'), 1),
    ),
    minutesBefore: fc.oneof(often(fc.constant(0), 120), often(fc.constantFrom(0.4, 16), 1)),
  }),
  { minLength: 120, maxLength: 160, size: 'max' },
)

/** What the counters promise, in memory: failures and pauses by key, with a clock of their own. */
class Model {
  readonly #counters = new Map<string, { failures: number; at: number; until: number }>()
  now = 0

  count(key: string, allowed: number): void {
    const old = this.#counters.get(key)
    const isOld = !old || this.now - old.at > 15
    const failures = isOld ? 1 : old.failures + 1
    const pause = failures < allowed ? 0 : Math.min(0.5 * 2 ** (failures - allowed), 15)
    this.#counters.set(key, { failures, at: this.now, until: pause === 0 ? 0 : this.now + pause })
  }

  isPaused = (key: string) => (this.#counters.get(key)?.until ?? 0) > this.now
  failures = (key: string) => {
    const one = this.#counters.get(key)
    return !one || this.now - one.at > 15 ? 0 : one.failures
  }
  forget = (key: string) => void this.#counters.delete(key)
  release = (key: string) => {
    const one = this.#counters.get(key)
    if (one) this.#counters.set(key, { ...one, failures: Math.max(0, one.failures - 1), until: 0 })
  }
}

/** Ages every counter, as if the minutes had passed. */
async function pass(minutes: number): Promise<void> {
  const by = sql`make_interval(secs => ${minutes * 60})`
  await database.platformTx((db) =>
    db.execute(sql`update attempts set last_at = last_at - ${by}, blocked_until = blocked_until - ${by}`),
  )
}

const household = (ip: string) => (ip.includes(':') ? 'the /64' : ip)

it('whatever is tried in any order, the counters do what a model of them says, and strangers never stop a known browser', async () => {
  const throttle = postgresLoginThrottle(database)
  const property = fc.asyncProperty(steps, async (history) => {
    await database.platformTx((db) => db.execute(sql`delete from attempts`))
    const model = new Model()
    for (const step of history) {
      model.now += step.minutesBefore
      if (step.minutesBefore > 0) await pass(step.minutesBefore)
      if (step.browser === null) await asStranger(throttle, model, step)
      else await asKnown(throttle, model, { ...step, browser: step.browser })
    }
  })
  await fc.assert(property, { numRuns: 12 })
}, 240_000)

type Throttle = ReturnType<typeof postgresLoginThrottle>

async function asKnown(throttle: Throttle, model: Model, { browser, end }: Step & { browser: string }) {
  const isPaused = model.isPaused(browser)
  const counted = await throttle.countKnown(browser)
  expect([counted.pauseSeconds > 0, counted.delaySeconds]).toEqual([isPaused, 0])
  if (isPaused) return
  model.count(browser, 10)
  await finish(counted, end)
  if (end === 'right') model.forget(browser)
  if (end === 'given up') model.release(browser)
}

async function asStranger(throttle: Throttle, model: Model, { account, ip, end }: Step) {
  const keys = { pair: `${account} at ${household(ip)}`, address: household(ip) }
  const isPaused = model.isPaused(keys.pair) || model.isPaused(keys.address)
  const before = model.failures(account)
  const counted = await throttle.countStranger({ name: account, subject: `subject-${account}`, ip })
  expect(counted.pauseSeconds > 0).toBe(isPaused)
  expect(counted.pauseSeconds).toBeLessThanOrEqual(900)
  if (isPaused) return
  expect(counted.delaySeconds).toBe(before < 10 ? 0 : Math.min(2 ** (before - 10), 4))
  model.count(keys.pair, 10)
  model.count(keys.address, 50)
  model.count(account, Number.POSITIVE_INFINITY)
  await finish(counted, end)
  if (end === 'right') model.forget(keys.pair)
  if (end === 'given up') model.release(keys.pair)
  if (end !== 'wrong') for (const key of [account, keys.address]) model.release(key)
}

async function finish(counted: CountedAttempt, end: Step['end']): Promise<void> {
  if (end === 'right') await counted.succeeded()
  if (end === 'given up') await counted.takeBack()
}
