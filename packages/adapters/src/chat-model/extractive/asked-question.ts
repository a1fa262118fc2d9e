import { inFullForm } from '@portal/ranking/analysis/courtesies'
import { type EverydayPhrase, phrasesIn } from '@portal/ranking/analysis/everyday-phrases'
import { withImpliedQuestion } from '@portal/ranking/analysis/implied-question'
import { stemmer } from 'stemmer'
import { limitAsked, limitWord } from './value-patterns.ts'

/** A question, read for what decides it. */
export interface AskedQuestion {
  readonly text: string
  /** Stems of its words of content, distinct, in order. */
  readonly terms: readonly string[]
  /** Its everyday phrases, for which documents have other words. */
  readonly phrases: readonly EverydayPhrase[]
  /** What a "yes" would say: that it is permitted, that it is a duty, or that it is so. */
  readonly asks: 'permission' | 'duty' | 'fact' | null
  /** Whether it asks for several things, as a list has them. */
  readonly wantsList: boolean
}

/** A question says what it is about in its first words; a pasted page is no question. */
const termsMax = 60

/** Fewer are no subject without their place: "Can I smoke at work?" */
const subjectWords = 2

/** Reads a question. */
export function readQuestion(asked: string): AskedQuestion {
  const text = inFullForm(withImpliedQuestion(asked))
  const sentence = lastQuestion(text)
  return {
    text,
    terms: [...new Set(termsOf(withoutMoment(withoutWorkplace(withoutMeasure(text)))))].slice(0, termsMax),
    phrases: phrasesIn(text),
    asks: askedFor(sentence),
    wantsList: list.test(sentence),
  }
}

/** "Hotel maximum per night?" */
const briefLimit =
  /^(?!(?:am|are|can|could|do|does|has|have|how|is|may|might|must|shall|should|was|what|when|where|which|who|why|will|would)\b)(?:[\w-]+ ){0,4}(?:max|maximum|limit)\b[^.?!]{0,40}[?.!]*$/i

/** "What is the limit for gifts?" is about gifts alone; a text says a limit without the word. */
function withoutMeasure(text: string): string {
  if (!limitAsked.test(text) && !briefLimit.test(text)) return text
  const about = text.replace(limitWord, ' ')
  return termsOf(about).length === 0 ? text : about
}

/** "Can I use a chat bot for work?" is what employees mean without the last words, too. */
function withoutWorkplace(text: string): string {
  const about = text.replace(/\s(?:for|at) work(?=\s*[?.!]*\s*$)/i, '')
  return new Set(termsOf(about)).size < subjectWords ? text : about
}

const moment =
  /[\s,]+(?:yesterday|overnight|just now|last night|this (?:morning|afternoon|evening)|(?:over|at|on) the weekend)(?=\s*(?:[,.;:?!]|$))/gi

/** "A fridge was too warm overnight" is about what happened, whenever that was. */
function withoutMoment(text: string): string {
  const about = text.replace(moment, '')
  return new Set(termsOf(about)).size < subjectWords ? text : about
}

/** After "I lost my badge." only the question itself has a form. */
function lastQuestion(text: string): string {
  const sentences = text.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.trim() !== '')
  return sentences.findLast((sentence) => sentence.trimEnd().endsWith('?')) ?? sentences.at(-1) ?? ''
}

const opening = '^(?:(?:so|and|but|then|well|hi|hello|please),? |(?:if|when) [^,]{1,120}, )*'
const somebody = "(?:[\\w’'-]+ ){1,6}?"
const permission = new RegExp(
  `${opening}(?:(?:may|can|could|might) (?!this mean|it be that)|(?:am|are|is) ${somebody}(?:allowed|permitted|entitled|free to|forbidden|prohibited|banned|ok|okay|fine|acceptable|legal|alright|all right)\\b|do (?:i|we|you) get to\\b)`,
  'i',
)
const duty = new RegExp(
  `${opening}(?:(?:must|should|shall|need) |(?:do|does|did|will) ${somebody}(?:have to|need|must)\\b|(?:am|are|is) ${somebody}(?:required|obliged|mandatory|compulsory|supposed)\\b)`,
  'i',
)
const fact = new RegExp(`${opening}(?:is|are|was|were|do|does|did|has|have|had|will|would) `, 'i')

/** "My child is sick, can I stay at home?" */
const afterSituation =
  /^[^?]{1,160}?[,;:–] ?(?=(?:may|can|could|must|should|do|am|are) (?:i|we|you|he|she|they|my|our)\b)/i

function askedFor(whole: string): AskedQuestion['asks'] {
  const question = whole.replace(afterSituation, '')
  if (permission.test(question)) return 'permission'
  if (duty.test(question)) return 'duty'
  return fact.test(question) ? 'fact' : null
}

const list =
  /\b(?:what|which) (?:\w+ ){0,3}(?:are|were|count|counts|belong|must|should|do|does|is in|things|steps|kinds|types|rules|conditions|requirements|documents|items|information)\b|\bwhat is (?:in scope|covered|included|excluded|forbidden|prohibited|allowed|required)\b|\blist\b|\bexamples?\b/i

const stopWords = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between both but by can cannot could did do ' +
    'does doing down during each few for from further had has have having he her here hers him his how i if in into is it its itself just me may ' +
    'might more most must my no nor not of off on once only or other our ours out over own same shall she should so some such than that the ' +
    'their theirs them then there these they this those through to too under until up us very was we were what when where which while who ' +
    'whom whose why will with would you your yours get gets got getting give given gives happen happens happened need needs want wants tell tells ' +
    'please company allowed permitted ok okay fine possible long often soon many much someone somebody anyone anybody everyone everybody thing ' +
    'things something anything make makes made go goes going come comes take takes let lets say says know like really still ever yet now new ' +
    'im ive id dont doesnt cant isnt wont lot kind sort way case else instead supposed ought'
  ).split(' '),
)

/** "Within five working days" is a time, and says nothing of work. */
const dayOfWork = /\b(?:working|business|calendar)(?=[ -](?:days?|weeks?)\b)/g

/** "…; see the Travel Policy" says nothing of seeing. */
const reference = /(?<=(?:^|[.;:(,–\n])\s*)see(?: also)?(?= \p{L})/gu

/** Stems of a text's words of content, in order; question words have none. */
export function termsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(dayOfWork, ' ')
      .replace(reference, ' ')
      .match(/[\p{L}\p{N}]+(?:[.'’-][\p{L}\p{N}]+)*/gu) ?? []
  return words.flatMap((word) => {
    const plain = word.replace(/['’]s$/, '')
    const parts = plain.includes('-') ? [plain.replaceAll('-', ''), ...plain.split('-')] : [plain]
    return parts.flatMap((part) => {
      const bare = part.replace(/['’]/g, '')
      return bare.length > 1 && !stopWords.has(bare) ? [stemmer(bare)] : []
    })
  })
}
