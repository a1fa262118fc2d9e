import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectLanguage, languageName } from './detect-language.ts'

describe('the language of a question', () => {
  it.each([
    ['de', 'Wie viele Urlaubstage habe ich im Jahr?'],
    ['de', 'Darf ich meinen Hund mit ins Büro bringen?'],
    ['de', 'An wen melde ich einen Sicherheitsvorfall?'],
    ['fr', 'Combien de jours de congé ai-je par an ?'],
    ['fr', 'Puis-je partager mon mot de passe avec un collègue ?'],
    ['fr', 'Qui dois-je prévenir en cas d’incident ?'],
    ['es', '¿Cuántos días de vacaciones tengo al año?'],
    ['es', '¿Puedo aceptar un regalo de un proveedor?'],
    ['it', 'Quanti giorni di ferie ho in un anno?'],
    ['it', 'Posso condividere la mia password con un collega?'],
    ['pt', 'Quantos dias de férias eu tenho por ano?'],
    ['nl', 'Hoeveel vakantiedagen heb ik per jaar?'],
    ['nl', 'Mag ik mijn wachtwoord met een collega delen?'],
    ['sv', 'Hur många semesterdagar har jag per år?'],
    ['sv', 'Får jag ta emot en gåva från en leverantör?'],
    ['da', 'Hvor mange feriedage har jeg om året, og hvad gør jeg hvis jeg bliver syg?'],
    ['nb', 'Hvor mange feriedager har jeg, og hva gjør jeg hvis jeg blir syk?'],
    ['fi', 'Kuinka monta lomapäivää minulla on vuodessa ja milloin ne pitää käyttää?'],
    ['pl', 'Ile dni urlopu mam w roku i czy mogę je przenieść?'],
    ['cs', 'Kolik dní dovolené mám za rok a mohu je převést?'],
  ])('%s: %s', (code, question) => {
    expect(detectLanguage(question)).toBe(code)
  })

  it.each([
    'How many holidays do I get?',
    'who approves a trip to New York',
    'Can I expense a croissant at the Café de la Gare?',
    'What does the DMCA say?',
    'Does Jürgen Müller from Malmö approve this?',
    'Is the GDPR (Datenschutz-Grundverordnung) part of the policy?',
    'I die laughing: may we do this?',
    'password length',
    'may i sign for him',
    'sick note',
    '',
    '2FA?',
    '東京の休日は？',
  ])('of an English or unclear question is no other language: %s', (question) => {
    expect([null, 'en']).toContain(detectLanguage(question))
  })

  it('of English passages is English', () => {
    expect(
      detectLanguage('Every full-time employee has 28 days of paid annual leave in a calendar year.'),
    ).toBe('en')
  })

  it('is read from any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const code = detectLanguage(text)
        expect(code === null || languageName(code).length > 0).toBe(true)
      }),
    )
  })

  it('has the name that English gives it', () => {
    expect(languageName('de')).toBe('German')
    expect(languageName('nb')).toMatch(/Norwegian/)
  })
})
