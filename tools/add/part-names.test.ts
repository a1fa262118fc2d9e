import { expect, it } from 'vitest'
import { fillIn, partNames } from './part-names.ts'

it.each([
  ['notices', 'notice', 'notices'],
  ['policies', 'policy', 'policies'],
  ['training', 'training-item', 'training-items'],
  ['quiz-results', 'quiz-result', 'quiz-results'],
])('a service named %s keeps a %s, or several %s', (name, entity, entities) => {
  const names = partNames(name)
  expect([names.entity.kebab, names.entities.kebab]).toEqual([entity, entities])
})

it('fills in every spelling, singular and plural apart', () => {
  const text = 'templateNameApi TEMPLATE template_entities TemplateEntity template-entity template entities'
  expect(fillIn(text, partNames('quiz-results', 'quiz-answer'))).toBe(
    'quizResultsApi TEMPLATE quiz_answers QuizAnswer quiz-answer quiz answers',
  )
})

it.each(['Notices', 'gateway', 'no_tices', '', '-x', '../up'])(
  'refuses the name %j in a sentence',
  (name) => {
    expect(() => partNames(name)).toThrow(/is not a name|is taken/)
  },
)
