import { describe, expect, it } from 'vitest'
import { holdsAskedValue } from './asked-value.ts'

describe('the value asked for', () => {
  it.each([
    ['How long are records kept?', 'Records are kept for seven years.', 'Records are kept safe.'],
    ['How many days do I have?', 'You have 30 days.', 'You have to answer.'],
    [
      'Within how many hours is it answered?',
      'It is answered within two business days.',
      'See section 2.11.',
    ],
    ['How often is it tested?', 'Tests run every quarter.', 'Tests are run.'],
    ['How many suppliers were audited?', 'We audited 12 suppliers.', 'A third party audits suppliers.'],
    ['What is the yearly limit for gifts?', 'Gifts may cost up to $150.', 'Gifts have a limit.'],
    ['What is the e-mail address of Legal?', 'Write to legal@example.com.', 'Legal answers by mail.'],
    ['What is the phone number?', 'Call +1 555 0100 200.', 'Call us.'],
  ])('%s', (question, holding, lacking) => {
    expect(holdsAskedValue(question, holding)).toBe(true)
    expect(holdsAskedValue(question, lacking)).toBe(false)
  })

  it('counts the statement that there is none as an answer', () => {
    expect(holdsAskedValue('What is the telephone number?', 'None available.')).toBe(true)
  })

  it('is nothing particular in other questions', () => {
    expect(holdsAskedValue('Who approves an exception?', 'The security officer does.')).toBe(true)
  })
})
