const greetings = 'hi|hey|hello'
const pleas = 'please|pls|plz|thx|thanks'
const questionWords = 'what|who|where|when|how|why'

/**
 * Words with which people begin, beg and ask when they type in a hurry. Documents have none of
 * them, so each would pass for the rarest word of its question: "hi, whats the limit pls".
 */
const courtesy = new RegExp(
  `\\b(?:(?:${questionWords})s\\b|(?:${greetings}|${pleas}|gonna|gotta|wanna|hv|im|ive)\\b(?!-))`,
  'giu',
)
/** "HI" and "IM" may be short for something. */
const isShort = /^\p{Lu}{2,3}$/u

/** A question with blanks in the place of such words, so that all others stay where they are. */
export function withoutCourtesies(question: string): string {
  return question.replace(courtesy, (word) => (isShort.test(word) ? word : ' '.repeat(word.length)))
}

const greeting = new RegExp(
  `^\\s*(?:(?:${greetings})(?: (?:there|all|everyone|team))?\\b(?!-)[\\s,.!–-]*)`,
  'i',
)
const plea = new RegExp(`[\\s,]+(?:${pleas}|thank you)(?=[\\s.?!]*$)`, 'i')
const contracted = new RegExp(`\\b(${questionWords})['’]?s\\b`, 'gi')
const asksAtItsEnd =
  /^(?!\s*(?:am|are|can|could|did|do|does|has|have|is|may|might|must|shall|should|was|were|will|would)\b)(?!.*\b(?:who|whom|whose|what|when|where|which|why|how|is|are)\b)(.*[^\s,;:–-])[\s,;:–-]+(?:allowed|permitted|ok|okay|fine|alright|acceptable)\s*\?*\s*$/is

/** "15 min" and "how many min" are minutes, and "Max" is somebody. */
const shortened: readonly (readonly [RegExp, string])[] = [
  [/\b(pw|pwd)(s?)\b/g, 'password$2'],
  [/\b(max|maximum|min|minimum|what|which) temp\b/gi, '$1 temperature'],
  [/\bmax\b/g, 'maximum'],
  [/(?<!(?:[\d-]|\b(?:many|few|per|a|one)) ?)\bmin(?= \p{L})/gu, 'minimum'],
  [/\bchars\b/gi, 'characters'],
]

/**
 * What is typed in a hurry as it would be written: "whats the min pw length pls" asks what the
 * minimum password length is, and "photos in the lab, allowed?" asks for permission. A text of
 * courtesies alone is returned as it is, and one in full form, too.
 */
export function inFullForm(asked: string): string {
  const bare = asked.replace(greeting, '').replace(plea, '').replace(contracted, '$1 is')
  if (bare.trim() === '') return asked
  const text = shortened.reduce((words, [short, full]) => words.replace(short, full), bare)
  return text.replace(asksAtItsEnd, 'May I do this: $1?')
}
