import type { Citation } from '@portal/contracts/chat'
import { passageAddress } from '@portal/contracts/passage-location'
import { keepMarks } from '@portal/remote-kit/keep-marks'
import { Link } from '@portal/remote-kit/link'
import { type AnswerPart, splitMarks } from '@portal/remote-kit/split-marks'

interface PaletteAnswerTextProps {
  readonly content: string
  readonly citations: readonly Citation[]
  /** A source is opened; absent while the answer comes, when none can be. */
  readonly onOpen?: () => void
}

/** The number of a source, in the sentence that rests on it and before its title. */
export const citationClass =
  'inline-grid h-6 min-w-6 shrink-0 place-items-center rounded-control border border-accent-border bg-accent-subtle px-1 font-semibold text-12 text-accent-text leading-none hover:bg-accent-subtle-hover'

/** An answer's words, with the number of each source as what opens it. */
export function PaletteAnswerText({ content, citations, onOpen }: PaletteAnswerTextProps) {
  return (
    <div dir="auto" className="max-w-measure whitespace-pre-wrap text-14 leading-prose">
      {keepMarks(splitMarks(content, citations)).map(({ key, isKept, runs }) => (
        <span key={key} className={isKept ? 'whitespace-nowrap' : undefined}>
          {runs.map((run) => (
            <Run key={run.key} run={run} onOpen={onOpen} />
          ))}
        </span>
      ))}
    </div>
  )
}

interface RunProps {
  readonly run: AnswerPart
  readonly onOpen: (() => void) | undefined
}

function Run({ run: { text, citation }, onOpen }: RunProps) {
  if (!citation) return text
  const className = `${citationClass} mx-0.5 align-middle`
  if (!onOpen) return <span className={className}>{citation.number}</span>
  return (
    <Link
      to={passageAddress(citation)}
      onClick={onOpen}
      className={className}
      aria-label={`Open source ${citation.number}: ${citation.title}`}
    >
      {citation.number}
    </Link>
  )
}
