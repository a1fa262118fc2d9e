import { describe, expect, it } from 'vitest'
import { allMutants } from './all-mutants.ts'
import { cannotJudge, judgeMutant } from './judge-mutant.ts'
import { type Mutant, mutated } from './mutant.ts'
import { assertApplicable } from './mutants-command.ts'

const mutant: Mutant = {
  name: 'bus-order',
  breaks: 'order is lost',
  ...{ port: 'event-bus', engine: 'kafka' },
  noticedBy: 'events of one key arrive in order',
  edits: [{ file: 'bus.ts', text: 'key: event.key', by: 'key: event.id' }],
}
const outcome = { passed: 1, failed: [], errors: [], broken: new Set(['bus.ts']) }

describe('the mutants of the adapters', () => {
  it.each(allMutants)('$name can be applied to the source as it is', async (each) => {
    await assertApplicable(each)
  })

  it('bear a name each, and break every engine that stands in for an embedded one', () => {
    expect(new Set(allMutants.map(({ name }) => name)).size).toBe(allMutants.length)
    const engines = ['kafka', 'elasticsearch', 'keycloak', 's3', 'unstructured', 'openai']
    expect([...new Set(allMutants.map(({ engine }) => engine))]).toEqual(expect.arrayContaining(engines))
  })

  it.each(['key: event.subject', 'key: event.key, key: event.key'])(
    'have to be written anew when their text is not there exactly once: %s',
    (source) => {
      expect(() => mutated(mutant, 'bus.ts', source)).toThrow(
        /^bus-order: its text stands [02] times in bus.ts/,
      )
    },
  )
})

describe('a mutant', () => {
  it('is caught by the case that failed', () => {
    const failed = ['events of one key arrive in order']
    expect(judgeMutant(mutant, { ...outcome, failed })).toEqual({ caught: failed[0] })
  })

  it.each([
    ['no case fails', outcome, 'survives the case that must notice it'],
    [
      'there is no such case',
      { ...outcome, passed: 0 },
      'no case bears the name of the one that must notice it',
    ],
    [
      'its code was never loaded',
      { ...outcome, failed: ['x'], broken: new Set<string>() },
      'the suite never loaded bus.ts',
    ],
    ['the suite could not begin', { ...outcome, errors: ['no engine'] }, 'the suite broke off: no engine'],
  ])('is not caught when %s', (_, came, problem) => {
    expect(judgeMutant(mutant, came)).toEqual({ problem })
  })

  it.each([
    ['passes', outcome, null],
    ['fails by itself', { ...outcome, failed: ['lag', 'tail'] }, 'red without any mutant: lag; tail'],
    ['was not found', { ...outcome, passed: 0 }, 'no case ran without the mutant'],
  ])('is judged by a case alone that passes on the intact adapter: %s', (_, came, fault) => {
    expect(cannotJudge(came)).toBe(fault)
  })
})
