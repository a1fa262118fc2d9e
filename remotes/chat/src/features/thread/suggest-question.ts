import type { VersionText } from '@portal/contracts/versions'

const words = { min: 2, max: 8 }
const bodyMin = 200

/** A question made of a document's first meaningful heading with text below; null without one. */
export function suggestQuestion(source: Pick<VersionText, 'title' | 'text' | 'sections'>): string | null {
  const { title, text, sections } = source
  const topic = sections.find((section, at) => {
    const end = sections[at + 1]?.start ?? text.length
    return end - section.start - section.title.length >= bodyMin && isTopic(section.title, title)
  })
  if (!topic) return null
  const subject = plain(topic.title)
  return isQuestion(topic.title) ? `${subject}?` : `What does the ${title} say about “${subject}”?`
}

function isTopic(heading: string, title: string): boolean {
  const topic = plain(heading)
  const count = topic.split(' ').length
  return (
    count >= words.min &&
    count <= words.max &&
    /^\p{L}[\p{L}\p{N} ,'’()/&-]+$/u.test(topic) &&
    /[\p{L}\p{N}]{6}/u.test(topic) &&
    !title.toLocaleLowerCase().includes(topic.toLocaleLowerCase())
  )
}

function isQuestion(heading: string): boolean {
  return /[?؟]\s*$/.test(heading) || /^(how|what|when|where|which|who|why)\b/i.test(plain(heading))
}

/** A heading without its number and its last sign. */
function plain(heading: string): string {
  return heading
    .replace(/^[\d.()\s]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.:?؟]+$/, '')
}
