import type { VersionText } from '@portal/contracts/versions'
import { questionFromStatement } from './suggest-from-statement.ts'

const words = { min: 2, max: 8 }
/** Text below a heading from which it can be answered, in characters. */
const bodyMin = 200

/** Parts of every document that nobody asks about. */
const formal =
  /^(?:(?:purpose|scope|aims?|objectives?)(?:,? and (?:purpose|scope|applicability|objectives?))?|introduction|overview|background|definitions?|glossary|references?|related (?:documents|policies)|(?:revision|version|change) history|document control|contents|table of contents|approvals?|append(?:ix|ices)\b.*|annex\b.*|contact(?: us)?|summary|general|in short|principles?|who does what|(?:purpose|aim) and limits|(?:rules|requirements) (?:that|for all)\b.*)$/i

/** A question, and how much it sounds like one that people ask: 0 is best. */
export interface Suggestion {
  readonly question: string
  readonly rank: number
}

/**
 * A question that a person would ask: one that a sentence answers, else one made of the heading
 * with text below that makes the best one, else of what the document's title says it is a policy
 * for; null where none of them says anything.
 */
export function suggestQuestion(source: Pick<VersionText, 'title' | 'text' | 'sections'>): Suggestion | null {
  const { title, text, sections } = source
  const answered = questionFromStatement(text, inSentence)
  if (answered !== null) return { question: answered, rank: 0 }
  const asked = sections.flatMap((section, at) => {
    const end = sections[at + 1]?.start ?? text.length
    if (end - section.start - section.title.length < bodyMin) return []
    const topic = plain(section.title)
    return isTopic(topic, readableTitle(title)) ? [questionOf(topic, /[?؟]\s*$/.test(section.title))] : []
  })
  const [best] = asked.toSorted((a, b) => a.rank - b.rank)
  if (best) return best
  // A file's name is often no title, and then its first heading is.
  for (const name of [readableTitle(title), plain(sections[0]?.title ?? '')]) {
    const subject = policyFor.exec(name)?.[1]
    if (subject !== undefined && text.length >= bodyMin) return questionOf(subject, false)
  }
  return null
}

const policyFor = /^(?:sample: )?([\p{L}\p{N} ,'’&-]{4,60}?) (?:policy|procedure|standard|guidelines?)$/iu

/** A title as people call the document: a file's name without its extension and underscores. */
export function readableTitle(title: string): string {
  const name = title.replace(/\.(?:pdf|docx?|txt|md)$/i, '')
  return name === title ? title : name.replace(/[_-]+/g, ' ').trim()
}

/** Only beside its document such a heading says what it is about. */
const aboutItself =
  /\b(?:this|the) (?:policy|procedure|standard|guideline|document|plan|handbook)\b|^what (?:is|it) (?:not )?(?:allowed|permitted|covered|regulated|regulates|covers)$/i

function isTopic(topic: string, title: string): boolean {
  const count = topic.split(' ').length
  return (
    count >= words.min &&
    count <= words.max &&
    /^\p{L}[\p{L}\p{N} ,'’()/&-]+$/u.test(topic) &&
    /[\p{L}\p{N}]{4}/u.test(topic) &&
    !formal.test(topic) &&
    !aboutItself.test(topic) &&
    !policyFor.test(topic) &&
    !title.toLocaleLowerCase().includes(topic.toLocaleLowerCase())
  )
}

interface Wording {
  readonly heading: RegExp
  readonly question: (subject: string) => string
}

/** How people ask for what a heading announces, the first that fits. */
const wordings: readonly Wording[] = [
  { heading: /^(?:how|when|where) to (?<subject>.+)$/, question: (subject) => `How do I ${subject}?` },
  {
    heading: /^when (?<subject>(?:the|an?) .+ (?:start|begin|end))s$/,
    question: (subject) => `When does ${subject}?`,
  },
  { heading: /^what to (?<subject>.+)$/, question: (subject) => `What do I have to ${subject}?` },
  {
    heading: /^(?:retention|retention periods?|keeping) (?:of|for) (?<subject>.+)$/,
    question: (subject) => `How long do we keep ${subject}?`,
  },
  {
    heading: /^(?<subject>.+) retention(?: periods?)?$/,
    question: (subject) => `How long do we keep ${subject}?`,
  },
  {
    heading: /^(?:responsibilit(?:y|ies)|roles and responsibilities) (?:for|of) (?<subject>.+)$/,
    question: (subject) => `Who is responsible for ${subject}?`,
  },
  {
    heading: /^(?:notification|notifying|reporting) (?:of|about) (?<subject>.+)$/,
    question: (subject) => `Whom do I tell about ${subject}?`,
  },
  {
    heading: /^(?:approval|approving) (?:of|for) (?<subject>.+)$/,
    question: (subject) => `Who approves ${subject}?`,
  },
  {
    heading: /^exceptions? (?:to|from) (?<subject>.+)$/,
    question: (subject) => `Which exceptions from ${subject} are there?`,
  },
  {
    heading: /^(?:requirements|rules|conditions) (?:for|of|on) (?<subject>.+)$/,
    question: (subject) => `What are the rules for ${subject}?`,
  },
  {
    heading: /^(?<subject>.+ (?:requirements|rules|limits|criteria|conditions))$/,
    question: (subject) => `What are the ${subject}?`,
  },
  {
    heading: /^(?:acceptable |permitted )?use of (?<subject>.+)$/,
    question: (subject) => `How may I use ${subject}?`,
  },
]
const questionWord = /^(?:how|what|which|who|whom|why|may|can|must|is|are|do|does)\b/i
/** "Booking a flight": what somebody does, to something. */
const activity = /^\p{L}+ing (?!and\b)\p{L}/iu

function questionOf(topic: string, isQuestion: boolean): Suggestion {
  if (isQuestion) return { question: `${topic}?`, rank: 1 }
  if (!/^[\p{Script=Latin}\p{N}\p{P}\s]+$/u.test(topic)) return { question: `${topic}?`, rank: 3 }
  const spoken = inSentence(topic)
  for (const { heading, question } of wordings) {
    const subject = heading.exec(spoken)?.groups?.['subject']
    if (subject) return { question: question(subject), rank: 1 }
  }
  if (questionWord.test(topic)) return { question: `${topic}?`, rank: 1 }
  return { question: `What are the rules for ${spoken}?`, rank: activity.test(topic) ? 2 : 3 }
}

/** "Personal Data Breach" as within a sentence; names with capitals of their own keep them. */
function inSentence(topic: string): string {
  const all = topic.split(' ')
  const isTitleCase = all.length > 1 && all.every((word) => word.length < 4 || /^\P{Ll}/u.test(word))
  return all
    .map((word, at) => {
      const isOfName = at > 0 && isName(all[at - 1] ?? '')
      return (at === 0 || isTitleCase) && !isOfName ? lowered(word) : word
    })
    .join(' ')
}

function lowered(word: string): string {
  return isName(word) ? word : word.toLocaleLowerCase()
}

/** A word with capitals of its own, as "GitHub" or "CCTV". */
function isName(word: string): boolean {
  return /\p{Lu}/u.test(word.slice(1))
}

/** A heading without its number and its last sign. */
function plain(heading: string): string {
  return heading
    .replace(/^(?:(?:section|article|chapter|part)\s+)?[\d.()\s]+[:–-]?\s*/i, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.:?؟]+$/, '')
}
