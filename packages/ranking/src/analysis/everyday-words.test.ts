import { expect, it } from 'vitest'
import { questionWords } from '../asked-question.ts'
import { askedTerms } from './asked-terms.ts'
import { inDocumentWords } from './everyday-phrases.ts'
import { otherWords } from './everyday-words.ts'
import { textTerms } from './text-terms.ts'

it.each([
  ['What happens when a user dies?', 'deceased'],
  ['May I use the logo in my blog?', 'trademark'],
  ['What happens to the laptop of an employee who died?', 'deceased'],
  ['I was fired, what about my login?', 'termination'],
  ['Can I shred old paper?', 'destruction'],
  ['What happens to the photos of a user who passed away?', 'deceased'],
  ['A colleague wants to borrow my account. May I say yes?', 'credentials'],
  ['Do I need a photo?', 'photograph'],
  ['Is the lab locked?', 'laboratory'],
  ['May I work abroad?', 'country'],
])('"%s" is also asked as "%s"', (question, word) => {
  expect(askedTerms(question).others).toContain(textTerms(word)[0])
})

it.each([
  ['Who acts when a key system dies?', 'deceased', 'failure'],
  ['One of our servers died, who should I tell?', 'deceased', 'outage'],
  // Whose stem is that of securities.
  ['May I share my password?', 'security', 'credentials'],
])('"%s" is not asked as "%s" but as "%s"', (question, not, word) => {
  const { others } = askedTerms(question)
  expect(others).not.toContain(textTerms(not)[0])
  expect(others).toContain(textTerms(word)[0])
})

it.each([
  ['whats the max for a hotel pls', 'max for a hotel'],
  ['hi, i lost my key, wheres it kept? Thanks', 'lost my key, kept'],
  ['Where are the hi-vis jackets?', 'hi-vis jackets'],
])('words that only ask and beg are not searched for: %s', (asked, meant) => {
  expect(askedTerms(asked).terms).toEqual(textTerms(meant))
  expect(questionWords(asked).map(({ term }) => term)).toEqual(textTerms(meant))
  for (const { start, end, term } of questionWords(asked))
    expect(textTerms(asked.slice(start, end))).toEqual([term])
})

it('other words are none of the question’s own, and few', () => {
  const terms = textTerms('fired boss logo trademark password email hacked data file money gift car')
  const others = otherWords(terms)
  expect(others.length).toBeLessThanOrEqual(24)
  for (const term of terms) expect(others).not.toContain(term)
  expect(otherWords(['archiv', 'quartz'])).not.toContain('quartz')
})

it.each([
  ['Do I get a bonus when I bring a friend in?', 'intrusion'],
  ['Do visitors have to leave their phones at the front desk?', 'theft'],
  // A phrase itself, which says more than "write down".
  ['Can I write my password down?', 'inventory'],
])('a phrase with other words in it is none: %s', (question, word) => {
  expect(inDocumentWords(question) ?? '').not.toContain(word)
})

it('a question with an everyday phrase is also asked in the words of documents', () => {
  const meant = inDocumentWords('Can I fly business class?') ?? ''
  expect(meant).toMatch(/^Can I fly business class\? \(/)
  expect(meant).toContain('airfare')
  expect(inDocumentWords('Is a batch record signed?')).toBeNull()
})

it.each([
  ['We got rid of the old papers', 'disposal'],
  ['How often do we count our USB sticks?', 'removable'],
  ['He broke the rules', 'violation'],
  ['Can I work in a café?', 'wireless'],
  ['I hurt my knee', 'injury'],
  ['Is my brother’s firm a problem?', 'relative'],
  ['Who can see my file?', 'limited'],
  ['Are patient records secret?', 'data'],
  ['Can I write my password down?', 'stored'],
  ['Who approves my vacation?', 'requested'],
  ['Who do I tell about a breach?', 'notify'],
  ['Whom should we inform?', 'contact'],
  ['Will I get into trouble if I report it?', 'faith'],
  ['Are my holidays lost?', 'leave'],
  ['Can people look over my shoulder on the train?', 'displayed'],
  ['My key is gone', 'stolen'],
  ['Our vendor was hacked', 'forwarded'],
  ['Does a copy of production go to the testers?', 'live'],
  ['Somebody has my name on the site', 'claimed'],
  ['Will I go to jail for that?', 'criminal'],
  ['I accidentally pushed a password', 'removal'],
  ['What happens to my repo when I cancel?', 'deleted'],
  ['Can I throw these old papers away?', 'disposal'],
  ['Do I have to write a present down?', 'inventory'],
  ['I have a bad cold', 'illness'],
  ['I have a fever, what do I do?', 'cannot'],
  ['My daughter has a fever', 'ill'],
  ['Can I keep my lunch in the fridge?', 'food'],
  ['Must the data protection authority be told?', 'supervisory'],
])('a phrase is known in its other forms: %s', (question, word) => {
  expect(inDocumentWords(question)).toContain(word)
})

it.each([
  'How do I report it?',
  'The training is on Monday.',
  'For how long may the cold room stand open?',
  'Must a firm notify the Regulator?',
  // Who wants to talk or to ask has nothing to report.
  'Whom can I talk to in confidence?',
  'Who do I ask?',
  // Each has a word or two of a phrase that means something else.
  'How long is the trial period?',
  'Is the report incomplete?',
  'Where are the vaccines kept?',
  'Who is the data protection officer?',
])('a phrase is none of the words that look like it: %s', (question) => {
  expect(inDocumentWords(question)).toBeNull()
})

it('a cold room is no illness', () => {
  expect(inDocumentWords('The alarm of a cold room is ringing')).not.toContain('illness')
})

it('a holiday of all is no leave of one', () => {
  expect(inDocumentWords('Who works on public holidays?')).toBeNull()
})

it('of phrases within one another the longest counts', () => {
  const meant = inDocumentWords('Do I have to write down how long I work?') ?? ''
  expect(meant).toContain('hours')
  // "write down" alone.
  expect(meant).not.toContain('inventory')
})
