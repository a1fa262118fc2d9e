import { detectLanguage, languageName } from '@portal/language/detect-language'
import { noEvidenceText } from './compose-answer.ts'

/** The language of a few passages is that of the documents. */
const readMax = 3

/**
 * What is said where nothing answers: for a question in another language than the passages that
 * were found, which language these have. Null where both are the same, or unclear.
 */
export function otherLanguageText(
  question: string,
  passages: readonly { readonly text: string }[],
): string | null {
  const asked = detectLanguage(question)
  const texts = passages.slice(0, readMax).map(({ text }) => text)
  const written = detectLanguage(texts.join('\n'))
  if (asked === null || written === null || asked === written) return null
  const language = languageName(written)
  return `${noEvidenceText} The question seems to be in ${languageName(asked)}; the documents that are nearest to it are in ${language}, so please try it in ${language}.`
}
