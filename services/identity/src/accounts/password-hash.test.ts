import { readdir, readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { argon2idCost, scryptCost } from './key-derivation.ts'
import { HashingBusy, passwordHasher } from './password-hash.ts'

const cheap = { ln: 4, r: 8, p: 1 }
const cheapArgon2id = { memory: 64, passes: 1, parallelism: 1 }

it.each([
  ['scrypt', cheap, /^\$scrypt\$ln=4,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/, scryptCost],
  ['Argon2id', cheapArgon2id, /^\$argon2id\$v=19\$m=64,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/, argon2idCost],
])(
  'a hash of %s carries its own cost, so it still verifies after either cost is raised',
  async (...given) => {
    const [, before, form, after] = given
    const older = await passwordHasher(before).hash('seven-quiet-harbours')
    expect(older).toMatch(form)
    for (const now of [passwordHasher(after), passwordHasher(cheap), passwordHasher(cheapArgon2id)]) {
      expect(await now.verify('seven-quiet-harbours', older)).toBe(true)
      expect(await now.verify('seven-quiet-harbour', older)).toBe(false)
    }
  },
)

it("new passwords cost what OWASP's sheet says", async () => {
  expect(await passwordHasher(scryptCost).hash('x')).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/)
  expect(await passwordHasher(argon2idCost).hash('x')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it("reads another program's hash", async () => {
  // argon2-cffi 25.1.0: PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash('password')
  const foreign =
    '$argon2id$v=19$m=64,t=1,p=1$9I0Da1XG60sfHMQPm+SimQ$vptH+ekCJx2bR8yCmAQfMq9tH3Br3X7/7g1nJ9xBr8U'
  expect(await passwordHasher(cheap).verify('password', foreign)).toBe(true)
})

it('the same password never gives the same hash, and its Unicode forms are one password', async () => {
  const hasher = passwordHasher(cheap)
  const [first, second] = [await hasher.hash('Zoë-likes-harbours'), await hasher.hash('Zoë-likes-harbours')]
  expect(first).not.toBe(second)
  expect(await hasher.verify('Zoe\u0308-likes-harbours', first)).toBe(true)
})

it('without a hash the answer is no', async () => {
  expect(await passwordHasher(cheap).verify('', null)).toBe(false)
})

it('when too many wait, the rest is refused at once and the queue recovers', async () => {
  const hasher = passwordHasher(cheap)
  const outcomes = await Promise.allSettled(Array.from({ length: 80 }, () => hasher.verify('x', null)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(80 - 65)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(HashingBusy)
  expect(await hasher.verify('x', null)).toBe(false)
})

it('a chosen password that nobody waits for any more leaves the queue', async () => {
  const hasher = passwordHasher(cheap)
  const left = new AbortController()
  const [first, second] = [hasher.hash('x'), hasher.hash('y', left.signal)]
  left.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
  expect(await hasher.verify('x', await first)).toBe(true)
})

it('while strangers fill their queue, a known browser waits for none of them', async () => {
  const hasher = passwordHasher(cheap)
  const { signal } = new AbortController()
  const finished: string[] = []
  const check = (lane: 'known' | 'strangers') =>
    hasher.verify('x', null, { lane, signal }).then(() => finished.push(lane))
  await Promise.all([...Array.from({ length: 60 }, () => check('strangers')), check('known')])
  expect(finished.indexOf('known')).toBeLessThan(10)
})

/** How many threads of this process have a lower priority; on Linux alone they have their own. */
async function lowThreads(): Promise<number> {
  const tasks = await readdir('/proc/self/task').catch(() => [])
  const lines = await Promise.all(tasks.map((id) => readFile(`/proc/self/task/${id}/stat`, 'utf8')))
  const priorities = lines.map((line) => Number(line.slice(line.lastIndexOf(')')).split(' ')[17]))
  return priorities.filter((priority) => priority > getPriority()).length
}

it('a crowd of strangers is hashed on a thread of low priority, where threads have one; a few are not', async () => {
  const hasher = passwordHasher(cheap)
  const [before, own] = [await lowThreads(), getPriority()]
  const strangers = (count: number) =>
    Promise.all(Array.from({ length: count }, () => hasher.verify('x', null)))
  await strangers(4)
  expect(await lowThreads()).toBe(before)
  await strangers(12)
  expect(await lowThreads()).toBe(before + (process.platform === 'linux' ? 1 : 0))
  expect(getPriority()).toBe(own)
  await hasher.stop()
  expect(await lowThreads()).toBe(before)
})

it('a hash that cannot be made fails alone, in a crowd too', async () => {
  const hasher = passwordHasher(cheap)
  const impossible = '$scrypt$ln=40,r=8,p=1$AAAA$AAAA'
  const failing = Array.from({ length: 12 }, () => hasher.verify('x', impossible))
  for (const { status } of await Promise.allSettled(failing)) expect(status).toBe('rejected')
  const right = await hasher.hash('x')
  const checks = Array.from({ length: 12 }, () => hasher.verify('x', right))
  expect(await Promise.all(checks)).toEqual(checks.map(() => true))
})
