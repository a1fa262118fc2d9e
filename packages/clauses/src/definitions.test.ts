import { describe, expect, it } from 'vitest'
import { cutClauses } from './cut-clauses.ts'
import { definitionsIn } from './definitions.ts'

const defined = (text: string, ...headingPath: string[]) =>
  definitionsIn({ text, headingPath }, cutClauses(text)).map(({ term }) => term)

describe('definitions', () => {
  it.each([
    ['“Sensitive data” means data about health, faith or union membership.', 'Sensitive data'],
    ["The term 'Near miss' refers to an event that could have hurt somebody.", 'Near miss'],
    ['“Working day” (or “day”) shall mean any day but Saturday and Sunday.', 'Working day'],
    ['In this policy, "supplier" includes agents and consultants.', 'supplier'],
    ['A security incident means any event that endangers information.', 'security incident'],
    ['Personal data is defined as information about a person.', 'Personal data'],
    ['(a) Personal Data (PD) means information about a person.', 'Personal Data'],
  ])('say what a term means: %s', (text, term) => {
    expect(defined(text)).toEqual([term])
  })

  it.each([
    'This means that every visitor signs in.',
    'Staff must ensure that appropriate means are available.',
    'Whenever a rule refers to an asset, the register is read.',
    'Rule 6.3.1 applies whenever a Rule refers to the value of an asset.',
    'Managers approve leave. It means a lot to them.',
    'Contact: the service desk answers within a day.',
  ])('are no other sentences: %s', (text) => {
    expect(defined(text)).toEqual([])
  })

  it('stand side by side in a glossary, and only there', () => {
    const text =
      'Asset: anything of value to the company.\nOwner – who answers for an asset.\nRisk\tWhat may go wrong.'
    expect(defined(text, '2. Definitions')).toEqual(['Asset', 'Owner', 'Risk'])
    expect(defined(text, '5. Contacts')).toEqual([])
    expect(defined(`Glossary\n\n${text}`)).toEqual(['Asset', 'Owner', 'Risk'])
  })
})
