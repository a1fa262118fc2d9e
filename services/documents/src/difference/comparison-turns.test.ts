import { expect, it } from 'vitest'
import { ComparisonTurns, type TurnTaker } from './comparison-turns.ts'

const rules = { atOnce: 2, heavyAtOnce: 1, waitingPerPerson: 3 }
const patient = new AbortController().signal

/** Turns whose work ends when a test says so; `begun` are the names in their order. */
function underTest() {
  const turns = new ComparisonTurns(rules)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = (name: string, taker: Partial<TurnTaker> = {}) => {
    const of = { personId: 'ada', organizationId: 1, isHeavy: false, signal: patient, ...taker }
    const outcome = turns.run(of, () => {
      begun.push(name)
      return new Promise<void>((resolve) => void ends.set(name, resolve))
    })
    outcome.catch(() => 'looked at by the test')
    return outcome
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { begun, take, end }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

it('a place that becomes free is for who has waited longest for a turn, and last for who is having one', async () => {
  const { begun, take, end } = underTest()
  for (const name of ['one', 'two', 'three', 'four']) void take(name, { personId: name })
  void take('foreign', { organizationId: 2 })
  void take('foreign too', { organizationId: 2 })
  void take('third', { organizationId: 3 })
  await settle()
  expect(begun).toEqual(['one', 'two'])
  await end('one')
  expect(begun.slice(2)).toEqual(['foreign'])
  await end('two')
  expect(begun.slice(3)).toEqual(['third'])
  await end('foreign')
  expect(begun.slice(4)).toEqual(['three'])
  await end('third')
  expect(begun.slice(5)).toEqual(['foreign too'])
})

it('heavy work leaves a place for light work, whoever has it done', async () => {
  const { begun, take, end } = underTest()
  void take('heavy', { isHeavy: true })
  void take('another heavy', { organizationId: 2, isHeavy: true })
  void take('light')
  await settle()
  expect(begun).toEqual(['heavy', 'light'])
  await end('light')
  expect(begun).toHaveLength(2)
  await end('heavy')
  expect(begun[2]).toBe('another heavy')
})

it('a person has only so much waiting, and who leaves while waiting gives it up', async () => {
  const { begun, take, end } = underTest()
  const leaving = new AbortController()
  for (const name of ['running', 'running too']) void take(name)
  await settle()
  const left = take('left', { signal: leaving.signal })
  for (const name of ['two', 'three']) void take(name)
  await expect(take('too many')).rejects.toMatchObject({ code: 'rate_limited' })
  leaving.abort()
  await expect(left).rejects.toMatchObject({ code: 'deadline_exceeded' })
  void take('in its place')
  for (const name of ['running', 'running too', 'two']) await end(name)
  expect(begun).toEqual(['running', 'running too', 'two', 'three', 'in its place'])
})

it('work that fails ends its turn', async () => {
  const turns = new ComparisonTurns(rules)
  const taker = { personId: 'ada', organizationId: 1, isHeavy: true, signal: patient }
  const failed = turns.run(taker, () => Promise.reject(new Error('broken')))
  await expect(failed).rejects.toThrow('broken')
  expect(await turns.run(taker, async () => 'done')).toBe('done')
})
