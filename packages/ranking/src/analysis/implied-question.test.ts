import { expect, it } from 'vitest'
import { questionWords } from '../asked-question.ts'
import { withImpliedQuestion } from './implied-question.ts'

it.each(['A fridge was too warm overnight', 'I lost my office key!!', 'my laptop got stolen.'])(
  'asks what to do where nothing is asked, in no words of content: %s',
  (situation) => {
    const asked = withImpliedQuestion(situation)
    expect(asked).toMatch(/\w\. What do I do\?$/)
    const words = (text: string) => questionWords(text).map(({ term }) => term)
    expect(words(asked)).toEqual(words(situation))
  },
)

it.each(['A supplier gave me a bottle of wine', 'my client offered us tickets!'])(
  'asks whether it may be had where something was given, in no words of content: %s',
  (situation) => {
    const asked = withImpliedQuestion(situation)
    expect(asked).toMatch(/\w\. May I have it\?$/)
    const words = (text: string) => questionWords(text).map(({ term }) => term)
    expect(words(asked)).toEqual(words(situation))
  },
)

it.each([
  'password policy',
  'annual leave carry over rules',
  'do we work on new years eve',
  'how long are records kept',
  'whats my limit for gifts',
  'My badge is gone. Who has to know?',
])('what is searched for or asked stays as it is: %s', (text) => {
  expect(withImpliedQuestion(text)).toBe(text)
})
