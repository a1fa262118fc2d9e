/** What somebody asks who tells a situation and asks nothing. */
const implied = 'What do I do?'
/** Fewer words are searched for, and tell nothing. */
const wordsMin = 4

const asks = /\?|\b(?:who|whom|whose|what|when|where|which|why|how)\b/i
const opening =
  /^\s*(?:am|is|are|was|were|has|have|had|does|do|did|can|could|may|might|must|shall|should|will|would)\b/i
const tells =
  /\b(?:i|we|me|my|our|i['’]m|i['’]ve|we['’]re|we['’]ve|is|are|was|were|has|have|had|got|can['’]t|cannot|won['’]t|keeps?|wants?)\b/i

/**
 * A situation with the question that it means: "A fridge was too warm. What do I do?". Other texts
 * are returned as they are; the words of the question are no words of content.
 */
export function withImpliedQuestion(text: string): string {
  const situation = text.trim()
  const isSituation =
    !asks.test(situation) &&
    !opening.test(situation) &&
    tells.test(situation) &&
    situation.split(/\s+/).length >= wordsMin
  if (!isSituation) return text
  return `${situation.replace(/[\s.!…]+$/u, '')}. ${implied}`
}
