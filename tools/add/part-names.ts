/** A name in the forms that code needs: `quiz-results`, `quizResults`, `QuizResults`, `quiz_results`, `Quiz Results`, `quiz results`. */
interface Spellings {
  readonly kebab: string
  readonly camel: string
  readonly pascal: string
  readonly snake: string
  readonly title: string
  readonly words: string
}

/** What a template is filled in with: the new part, and the thing that it keeps. */
export interface PartNames {
  readonly name: Spellings
  readonly entity: Spellings
  readonly entities: Spellings
}

/** Names that mean something else already: a part, a database, a folder of addresses or files. */
const taken = new Set([
  'gateway',
  'identity',
  'events',
  'internal',
  'public',
  'api',
  'oidc',
  'remotes',
  'shell',
])

/**
 * Spells a part's name and its entity's, which is the name in the singular by default. Throws one sentence for a name that is not
 * lower-case words joined by hyphens, or is taken.
 */
export function partNames(name: string, entity: string = singular(name)): PartNames {
  for (const word of [name, entity]) {
    if (!/^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/.test(word) || word.length > 30)
      throw new Error(`"${word}" is not a name: lower-case words joined by hyphens, as quiz-results.`)
  }
  if (taken.has(name)) throw new Error(`"${name}" is taken: the portal uses it itself.`)
  return { name: spellings(name), entity: spellings(entity), entities: spellings(plural(entity)) }
}

/** A template's text with its stand-ins replaced; the plural first, because both begin alike. */
export function fillIn(template: string, { name, entity, entities }: PartNames): string {
  const standIns: readonly (readonly [string, Spellings])[] = [
    ['template-entities', entities],
    ['template-entity', entity],
    ['template-name', name],
  ]
  return standIns.reduce(
    (text, [standIn, word]) => replaceSpellings(text, spellings(standIn), word),
    template,
  )
}

function replaceSpellings(text: string, from: Spellings, to: Spellings): string {
  const forms = ['kebab', 'camel', 'pascal', 'snake', 'title', 'words'] as const
  return forms.reduce((result, form) => result.replaceAll(from[form], to[form]), text)
}

function spellings(kebab: string): Spellings {
  const parts = kebab.split('-')
  const capitals = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1))
  return {
    kebab,
    camel: [parts[0], ...capitals.slice(1)].join(''),
    pascal: capitals.join(''),
    snake: parts.join('_'),
    title: capitals.join(' '),
    words: parts.join(' '),
  }
}

/** The thing that a service named so keeps: notices a notice, training a training-item. */
function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  return /[^s]s$/.test(name) ? name.slice(0, -1) : `${name}-item`
}

function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}
