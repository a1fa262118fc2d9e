import type { VersionText } from '@portal/contracts/versions'
import { classNames } from '@portal/ui/class-names'
import { useEffect, useState } from 'react'
import { headingId } from './text-view.tsx'

type Section = VersionText['sections'][number]

interface ContentsListProps {
  readonly sections: readonly Section[]
  /** The offset of the section that is read now; null where that is not known. */
  readonly here: number | null
  readonly onOpen: (section: Section) => void
}

/** Deeper headings are left out: the list would be as long as the document. */
const deepest = 3

/** The document's headings as a list of places to go to. */
export function ContentsList({ sections, here, onOpen }: ContentsListProps) {
  const top = Math.min(...sections.map(({ level }) => level))
  return (
    <ul className="flex list-none flex-col">
      {sections
        .filter(({ level }) => level < top + deepest)
        .map((section) => (
          <li key={section.start}>
            <button
              type="button"
              aria-current={section.start === here ? 'location' : undefined}
              onClick={() => onOpen(section)}
              className={classNames(
                'w-full rounded-control border-transparent border-l-2 py-1 pr-2 text-left text-13 text-secondary [unicode-bidi:plaintext] hover:bg-hover hover:text-primary',
                'aria-[current]:rounded-l-none aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-primary',
                indents[Math.min(section.level - top, 2)],
              )}
            >
              {section.title}
            </button>
          </li>
        ))}
    </ul>
  )
}

const indents = ['pl-2.5', 'pl-5.5', 'pl-8.5']

/** Px below the window's top at which a heading counts as reached. */
const readingLinePx = 180

/** The section of the text view that is being read, by the scroll position. */
export function useSectionHere(sections: readonly Section[], isShown: boolean): number | null {
  const [here, setHere] = useState<number | null>(null)
  useEffect(() => {
    if (!isShown) return
    let frame = 0
    const look = () => {
      frame = 0
      setHere(sectionAt(sections, readingLinePx))
    }
    const onScroll = () => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    look()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.removeEventListener('scroll', onScroll)
      cancelAnimationFrame(frame)
    }
  }, [sections, isShown])
  return isShown ? here : null
}

/** The last heading above a line of the window. Headings lie in order, so half are skipped. */
function sectionAt(sections: readonly Section[], linePx: number): number | null {
  let [low, high] = [0, sections.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const heading = document.getElementById(headingId(sections[middle]?.start ?? 0))
    // A heading that is not drawn yet is below what has been read.
    if (heading && heading.getBoundingClientRect().top <= linePx) low = middle + 1
    else high = middle
  }
  return sections[low - 1]?.start ?? null
}
