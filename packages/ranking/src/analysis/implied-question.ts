/** What somebody asks who tells a situation and asks nothing. */
const implied = 'What do I do?'
/** And what somebody does who was given something. */
const impliedOfGifts = 'May I have it?'
const isGiven = /\b(?:gave|gives|has given|offer(?:s|ed)?|has offered|invite[sd]|has invited) (?:me|us)\b/i
/** Fewer words are searched for, and tell nothing. */
const wordsMin = 4

const asks = /\?|\b(?:whom|whose|which|(?:who|what|when|where|why|how)(?:['’]?s)?)\b/i
const opening =
  /^\s*(?:am|is|are|was|were|has|have|had|does|do|did|can|could|may|might|must|shall|should|will|would)\b/i
const tells =
  /\b(?:i|we|me|my|our|i['’]m|i['’]ve|we['’]re|we['’]ve|is|are|was|were|has|have|had|got|can['’]t|cannot|won['’]t|keeps?|wants?)\b/i

/**
 * A situation with the question that it means: "A fridge was too warm. What do I do?", "A supplier
 * gave me a pen. May I have it?". Other texts are returned as they are. What is
 * implied has no words of content.
 */
export function withImpliedQuestion(text: string): string {
  const situation = text.trim()
  const isSituation =
    !asks.test(situation) &&
    !opening.test(situation) &&
    tells.test(situation) &&
    situation.split(/\s+/).length >= wordsMin
  if (!isSituation) return text
  const question = isGiven.test(situation) ? impliedOfGifts : implied
  return `${situation.replace(/[\s.!…]+$/u, '')}. ${question}`
}
