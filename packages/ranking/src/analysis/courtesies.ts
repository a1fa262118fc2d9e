/**
 * Words with which people begin, beg and ask when they type in a hurry. Documents have none of
 * them, so each would pass for the rarest word of its question: "hi, whats the limit pls".
 */
const courtesy = new RegExp(
  [
    '\\b(?:what|who|where|when|how|why)s\\b',
    '\\b(?:hi|hey|hello|please|pls|plz|thx|thanks|gonna|gotta|wanna|hv|im|ive)\\b(?!-)',
  ].join('|'),
  'giu',
)
/** "HI" and "IM" may be short for something. */
const isShort = /^\p{Lu}{2,3}$/u

/** A question with blanks in the place of such words, so that all others stay where they are. */
export function withoutCourtesies(question: string): string {
  return question.replace(courtesy, (word) => (isShort.test(word) ? word : ' '.repeat(word.length)))
}
