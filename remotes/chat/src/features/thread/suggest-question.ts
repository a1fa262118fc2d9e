import type { VersionText } from '@portal/contracts/documents'

const words = { min: 2, max: 8 }
const bodyMin = 200

/**
 * A question that a document answers, made of one of its own headings: the first that says something and has text below it. Null where a
 * document has no such heading.
 */
export function suggestQuestion(source: Pick<VersionText, 'title' | 'text' | 'sections'>): string | null {
  const { title, text, sections } = source
  const topic = sections.find((section, at) => {
    const end = sections[at + 1]?.start ?? text.length
    return end - section.start - section.title.length >= bodyMin && isTopic(section.title, title)
  })
  return topic ? `What does the ${title} say about “${plain(topic.title)}”?` : null
}

function isTopic(heading: string, title: string): boolean {
  const topic = plain(heading)
  const count = topic.split(' ').length
  return (
    count >= words.min &&
    count <= words.max &&
    /^\p{L}[\p{L}\p{N} ,'’()/&-]+$/u.test(topic) &&
    !title.toLocaleLowerCase().includes(topic.toLocaleLowerCase())
  )
}

/** A heading without its number. */
function plain(heading: string): string {
  return heading
    .replace(/^[\d.()\s]+/, '')
    .replace(/[.:?]+$/, '')
    .replace(/\s+/g, ' ')
    .trim()
}
