import type { Verdict } from '@portal/service-kit/ports/chat-model'
import type { AskedQuestion } from './asked-question.ts'
import type { ChosenQuote } from './choose-quotes.ts'
import { clausesAbove, clauseText } from './cut-passages.ts'
import { hasEachWord, hasWord } from './has-word.ts'

const forbids =
  /\b(?:must|may|shall|should|can)(?: not|n['’]t)\b|\bcannot\b|\bnever\b|\b(?:prohibited|forbidden|banned|unacceptable)\b|\b(?:is|are|be)(?: not|n['’]t) (?:allowed|permitted|acceptable|okay|ok|fine)\b|\bno (?:one|employee|person|staff|gifts?)\b|^(?:\S{1,6} )?(?:do not|don['’]t|no)\b|\brefrain from\b/i
const strictlyForbids =
  /\b(?:may|must|shall|should) not\b|\bcannot\b|\bnot (?:be )?(?:allowed|permitted|acceptable|fine|ok)\b/i
const permits =
  /\b(?:may|can)\b(?! not|n['’]t)|\b(?:is|are) (?:always |also |generally )?(?:allowed|permitted|entitled|free|welcome|fine|okay|ok|acceptable)\b|\bfeel free\b/i
const requires =
  /\b(?:must|shall|should)\b(?! not|n['’]t)|\b(?:is|are) (?:required|obliged|mandatory|to)\b|\b(?:has|have|needs?) to\b|\bmandatory\b/i
const releases =
  /\b(?:not (?:required|necessary|needed|mandatory|obliged)|need(?:s)? not|(?:do|does)(?: not|n['’]t) (?:have|need) to|optional|voluntary|no need)\b/i
const limits =
  /\b(?:only|unless|except|if|once|provided|as long as|with (?:the )?(?:prior |written |express )*(?:approval|consent|permission|authori[sz]ation)|without (?:the )?(?:prior |written |express )*(?:approval|consent|permission|authori[sz]ation)|subject to|approved by|up to|under certain)\b/i
const negatedQuestion = /\b(?:forbidden|prohibited|banned|not allowed|illegal)\b/i

/**
 * The verdict on a question for permission or duty; null where the question asks for none, where
 * the first quotation is about something else or does not decide it, or where another one differs.
 */
export function verdictOf(question: AskedQuestion, quotes: readonly ChosenQuote[]): Verdict | null {
  const [first, ...others] = quotes.map((quote) => ({
    cut: quote.cut,
    verdict: isAbout(question, quote) ? verdictIn(question, quote) : null,
  }))
  if (!first || first.verdict === null) return null
  const differing = others.filter(({ verdict }) => verdict !== null && verdict !== first.verdict)
  if (differing.length === 0) return first.verdict
  // A rule and, further down in its passage, what it permits nevertheless.
  const isException = differing.every(({ cut, verdict }) => cut === first.cut && verdict === 'only_if')
  return isException ? 'only_if' : null
}

/**
 * Whether a rule, or what announces the list that it is an item of, forbids something that has a
 * word of a question for permission.
 */
export function forbidsWhatIsAsked({ asks, terms }: AskedQuestion, quote: ChosenQuote): boolean {
  const { cut, decides, window } = quote
  const isLeadIn = (at: number) => cut.clauses[at]?.kind === 'lead-in'
  const announcing = [decides, ...clausesAbove(cut, decides)].filter(isLeadIn)
  // A short item is quoted by its lead-in.
  const items = isLeadIn(decides) ? cut.terms.slice(window.first, window.last + 1) : []
  const held = new Set([cut.terms[decides] ?? [], ...items].flatMap((each) => [...each]))
  return (
    asks === 'permission' &&
    [decides, ...announcing].some((at) => forbids.test(clauseText(cut, at))) &&
    terms.some((term) => hasWord(held, term))
  )
}

function verdictIn({ asks, text }: AskedQuestion, { cut, decides, shown }: ChosenQuote): Verdict | null {
  if (asks === null || asks === 'fact') return null
  const rule = clauseText(cut, decides)
  const above = clausesAbove(cut, decides).map((at) => clauseText(cut, at))
  const decided = asks === 'permission' ? permissionIn([rule, ...above]) : dutyIn(rule)
  if (decided === null) return null
  const hasException = shown.some((at) => cut.clauses[at]?.isException)
  const isLimited = hasException || limits.test([rule, ...above].join(' '))
  if (negatedQuestion.test(text)) return isLimited ? null : decided === 'yes' ? 'no' : 'yes'
  if (!isLimited) return decided
  return asks === 'permission' ? 'only_if' : null
}

/** What the rule says decides, else the lead-in above it: "Gifts that are not allowed:". */
function permissionIn(texts: readonly string[]): 'yes' | 'no' | null {
  for (const text of texts) {
    if (forbids.test(text)) return permits.test(text) && !strictlyForbids.test(text) ? null : 'no'
    if (permits.test(text)) return 'yes'
  }
  return null
}

function dutyIn(rule: string): 'yes' | 'no' | null {
  if (releases.test(rule)) return 'no'
  if (forbids.test(rule)) return null
  return requires.test(rule) ? 'yes' : null
}

/**
 * Whether the rule, with what it hangs on, has every word of the question or another word for it: a
 * rule for backups decides nothing about a routine backup, and one of two words is another subject.
 */
function isAbout({ terms }: AskedQuestion, { cut, decides }: ChosenQuote): boolean {
  const above = [decides, ...clausesAbove(cut, decides)]
  const held = new Set(above.flatMap((at) => [...(cut.terms[at] ?? [])]))
  return terms.length >= 2 && hasEachWord(held, terms)
}
