import { comparableText } from '@portal/remote-kit/comparable-text'

/** Whether what is said holds every word of the text, in any order; an empty text is held by everything. */
export function containsWords(said: string, text: string): boolean {
  const comparable = comparableText(said)
  return comparableText(text)
    .split(/\s+/)
    .every((word) => comparable.includes(word))
}
