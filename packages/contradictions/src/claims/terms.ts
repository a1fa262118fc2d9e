import { stemmer } from 'stemmer'

/** Words that carry no subject: grammar, modal verbs, and what only makes a quantity a limit. */
const grammar = new Set(
  (
    'a about above after again all also always an and any are as at be because been before being both but by can case cases could did do does doing each either ' +
    'etc every for from further had has have having he her his how however i following if in into is it its itself just latest least less many may me more most must my ' +
    'need needs no nor not of off on once one ones only or other our out over own per prior shall she should so some such than that the their them then there ' +
    'therefore these they this those through to too until up upon us very was we were what when where whether which while who whom whose why will with ' +
    'within without would you your yours maximum minimum limit total latest amount value up least period time'
  ).split(' '),
)

/** Whom a rule addresses: "employees report it" and "it is reported" say the same. */
const addressees = new Set(
  'employee worker staff personnel person people everyone everybody anyone user member individual colleague company organization organisation'.split(
    ' ',
  ),
)

/** Words that rules use for one another, the first of each naming the group. */
const groups = [
  'keep retain store preserve hold maintain archive kept held stored',
  'report notify inform announce notification',
  'delete erase destroy remove wipe deletion erasure destruction',
  'review check revise recheck',
  'train instruct training instruction',
  'change renew rotate replace',
  'approve authorize authorise approval authorization authorisation permission consent',
  'answer respond reply response',
  'file record document',
  'claim expense',
  'gift present',
  'close closing closure',
  'end termination expiry expiration finish terminate leave',
  'begin start commence beginning',
  'lock block disable suspend',
  'mail e-mail email',
  'laptop notebook',
  'phone telephone smartphone',
  'supplier vendor',
  'customer client',
  'leave holiday vacation',
  'complete finish',
  'submit hand claim',
  'allow permit',
  'long length',
] as const
const groupOf = new Map(
  groups.flatMap((group) => {
    const [name = '', ...others] = group.split(' ')
    return [name, ...others].map((word) => [stemmer(word), stemmer(name)] as const)
  }),
)

/** A class that is named by a letter or number: "category A", "zone 2", "appendix C". */
const named =
  /\b(category|class|level|type|zone|grade|tier|group|stage|phase|annex|appendix|section|version)\s+([A-Z]|\d+|[IVX]+)\b/gu

/** The words that say what a clause is about, each as the stem of its group. */
export function termsOf(text: string): Set<string> {
  const terms = new Set<string>()
  const rest = text.replace(named, (_, kind: string, name: string) => {
    terms.add(`${kind.toLowerCase()} ${name}`)
    return ' '
  })
  for (const word of rest
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [])
    for (const part of word.includes('-') ? word.split('-') : [word]) {
      const stem = stemmer(part)
      if (part.length < 2 || grammar.has(part) || addressees.has(stem) || addressees.has(singular(part)))
        continue
      terms.add(groupOf.get(stem) ?? stem)
    }
  return terms
}

function singular(word: string): string {
  return word.replace(/s$/, '')
}

/** The same terms in both, and none in only one of them. */
export function areEqual(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((term) => b.has(term))
}

/** Sørensen–Dice coefficient of two sets of terms: 1 for equal ones, 0 without a common term. */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((term) => b.has(term)).length
  return a.size + b.size === 0 ? 1 : (2 * common) / (a.size + b.size)
}
