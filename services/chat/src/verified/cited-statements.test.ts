import { growthOf } from '@portal/testkit/growth-of'
import { expect, it } from 'vitest'
import { passageSaying } from '../passage.fixture.ts'
import { citedStatements } from './cited-statements.ts'

const { text: quote, ...passage } = passageSaying('Records are kept for seven years.')
const source = { ...passage, number: 1, quote }

it('wording keeps its spaces except those before its marks', () => {
  const { content } = citedStatements('Records  are kept [1] for seven years. [1]', [source])
  expect(content).toBe('Records  are kept for seven years. [1] [1]')
})

it('wording is read in time that grows with its length alone', () => {
  const read = (length: number) =>
    citedStatements(`Records are${' '.repeat(length)}kept for seven years. [1]`, [source])
  expect(growthOf(read, { from: 1000, to: 16_000 })).toBeLessThan(128)
})
