import { expect, it } from 'vitest'
import { otherLanguageText } from './other-language.ts'

const english = [{ text: 'Employees must not share their passwords with anyone, and they keep them secret.' }]
const german = [{ text: 'Die Beschäftigten dürfen ihre Passwörter nicht weitergeben und halten sie geheim.' }]

it('a question in another language than the documents is told which language these have', () => {
  const said = otherLanguageText('Darf ich mein Passwort mit einem Kollegen teilen?', english)
  expect(said).toMatch(
    /in German; the documents that are nearest to it are in English, so please try it in English\.$/,
  )
  expect(otherLanguageText('May I share my password with a colleague of mine?', german)).toMatch(
    /try it in German\.$/,
  )
})

it('a question in the language of the documents, or in none that is clear, is told nothing of it', () => {
  expect(otherLanguageText('May I share my password with a colleague?', english)).toBeNull()
  expect(otherLanguageText('Darf ich mein Passwort mit einem Kollegen teilen?', german)).toBeNull()
  expect(otherLanguageText('WPA2 SSID?', english)).toBeNull()
  expect(otherLanguageText('Darf ich mein Passwort mit einem Kollegen teilen?', [])).toBeNull()
})
