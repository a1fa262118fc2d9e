import type { VersionText } from '@portal/contracts/versions'

const words = { min: 2, max: 8 }
/** Text below a heading from which it can be answered, in characters. */
const bodyMin = 200

/** Parts of every document that nobody asks about. */
const formal =
  /^(?:(?:purpose|scope|aims?|objectives?)(?:,? and (?:purpose|scope|applicability|objectives?))?|introduction|overview|background|definitions?|glossary|references?|related (?:documents|policies)|(?:revision|version|change) history|document control|contents|table of contents|approvals?|append(?:ix|ices)\b.*|annex\b.*|contact(?: us)?|summary|general)$/i

/**
 * A question that a person would ask, made of a document's first meaningful heading with text
 * below, else of what its title says it is a policy for; null where neither says anything.
 */
export function suggestQuestion(source: Pick<VersionText, 'title' | 'text' | 'sections'>): string | null {
  const { title, text, sections } = source
  for (const [at, section] of sections.entries()) {
    const end = sections[at + 1]?.start ?? text.length
    if (end - section.start - section.title.length < bodyMin) continue
    const topic = plain(section.title)
    if (isTopic(topic, readableTitle(title))) return asked(topic, /[?؟]\s*$/.test(section.title))
  }
  // A file's name is often no title, and then its first heading is.
  for (const name of [readableTitle(title), plain(sections[0]?.title ?? '')]) {
    const subject = policyFor.exec(name)?.[1]
    if (subject !== undefined && text.length >= bodyMin) return asked(subject, false)
  }
  return null
}

const policyFor = /^([\p{L}\p{N} ,'’&-]{4,60}?) (?:policy|procedure|standard|guidelines?)$/iu

/** A title as people call the document: a file's name without its extension and underscores. */
export function readableTitle(title: string): string {
  const name = title.replace(/\.(?:pdf|docx?|txt|md)$/i, '')
  return name === title ? title : name.replace(/[_-]+/g, ' ').trim()
}

function isTopic(topic: string, title: string): boolean {
  const count = topic.split(' ').length
  return (
    count >= words.min &&
    count <= words.max &&
    /^\p{L}[\p{L}\p{N} ,'’()/&-]+$/u.test(topic) &&
    /[\p{L}\p{N}]{4}/u.test(topic) &&
    !formal.test(topic) &&
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
    heading: /^when (?<subject>(?:this|the|an?) .+ (?:start|begin|end))s$/,
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
const questionWord = /^(?:how|what|when|where|which|who|whom|why|may|can|must|is|are|do|does)\b/i

function asked(topic: string, isQuestion: boolean): string {
  if (isQuestion) return `${topic}?`
  if (!/^[\p{Script=Latin}\p{N}\p{P}\s]+$/u.test(topic)) return `${topic}?`
  const spoken = inSentence(topic)
  for (const { heading, question } of wordings) {
    const subject = heading.exec(spoken)?.groups?.['subject']
    if (subject) return question(subject)
  }
  if (questionWord.test(topic)) return `${topic}?`
  return `What are the rules for ${spoken}?`
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
