/** `quiz-results`, `quizResults`, `QuizResults`, `quiz_results`, `Quiz Results`, `quiz results`. */
const forms = ['kebab', 'camel', 'pascal', 'snake', 'title', 'words'] as const
type Spellings = Readonly<Record<(typeof forms)[number], string>>

/** Input for a template: the new part and its entity. */
export interface PartNames {
  readonly name: Spellings
  readonly entity: Spellings
  readonly entities: Spellings
}

/** Names already used by a part, a database or a folder of addresses or files. */
const taken = /^(gateway|identity|events|internal|public|api|oidc|remotes|shell)$/

/**
 * Spells a part's and its entity's name, by default the singular. Throws one sentence for an
 * invalid or taken name.
 */
export function partNames(name: string, entity: string = singular(name)): PartNames {
  for (const word of [name, entity]) {
    if (!/^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/.test(word) || word.length > 30)
      throw new Error(`"${word}" is not a name: lower-case words joined by hyphens, as quiz-results.`)
  }
  if (taken.test(name)) throw new Error(`"${name}" is taken: the portal uses it itself.`)
  return { name: spellings(name), entity: spellings(entity), entities: spellings(plural(entity)) }
}

/** Replaces a template's placeholders; the plural first, because both have the same prefix. */
export function fillIn(template: string, { name, entity, entities }: PartNames): string {
  const standIns = { 'template-entities': entities, 'template-entity': entity, 'template-name': name }
  return Object.entries(standIns).reduce((text, [standIn, to]) => {
    const from = spellings(standIn)
    return forms.reduce((result, form) => result.replaceAll(from[form], to[form]), text)
  }, template)
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

/** The entity of a service: notices have a notice, training has a training-item. */
function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  return /[^s]s$/.test(name) ? name.slice(0, -1) : `${name}-item`
}

function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}
