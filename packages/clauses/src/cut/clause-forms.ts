/** Words with which a sentence takes back some of what the one before it says. */
const withdrawing =
  /^(?:however|but|otherwise|nevertheless|that said|exceptions?\b|excepted|excluded|notwithstanding (?:this|that|the (?:above|foregoing))|(?:this|that|these|the (?:above|foregoing|same))\b.{0,60}\b(?:do(?:es)?|shall|will) not apply|only (?:if|when|where|in|after|with)\b|if .{0,40}\b(?:truly|really|absolutely|still) (?:must|have to|needs? to)\b|(?:where|if|when) (?:this|that|it) is (?:not (?:possible|feasible|practicable)|impossible))/i
/** These begin an exception only after another sentence: in front of a rule they limit it. */
const limiting = /^(?:except|unless|save|apart from|other than)\b/i

/** Whether a sentence is an exception to the rule before it, in its paragraph or the last one. */
export function isException(sentence: string, isFirstOfBlock: boolean): boolean {
  return withdrawing.test(sentence) || (!isFirstOfBlock && limiting.test(sentence))
}

/** An order may be as short as a title; only numbers with parts are mostly followed by one. */
const titleWordsMax = { numbered: 6, other: 3 }
const verbs =
  /\b(?:is|are|was|were|be|been|has|have|had|do|does|did|must|shall|should|may|can|will|would|need|needs|not|never|always|apply|applies|contact|use|keep|ask|report|call|send|lock|none)\b/i

/** Whether an item's first sentence is its title, as in "4.1 Annual leave. Employees have …". */
export function isRunInTitle(sentence: string, marker: string): boolean {
  const words = sentence.split(/\s+/)
  const wordsMax = /\d\.\d/.test(marker) ? titleWordsMax.numbered : titleWordsMax.other
  return words.length <= wordsMax && /\.$/.test(sentence) && !verbs.test(sentence)
}
