import { useSession } from '@portal/remote-kit/session'
import { Button, type ButtonVariant } from '@portal/ui/button'
import { useState } from 'react'
import { ExternalLink } from '../site/external-link.tsx'
import { Section } from '../site/section.tsx'
import { answerExamples } from './answer-examples.ts'
import { EvidenceColumn } from './evidence-column.tsx'
import { ThreadColumn } from './thread-column.tsx'
import { TrustStrip } from './trust-strip.tsx'
import { WindowSidebar } from './window-sidebar.tsx'

/** The promise, the product that keeps it, and four reasons to believe it. */
export function Hero() {
  const { quizUrl } = useSession().settings
  return (
    <Section labelledBy="hero">
      <div className="grid items-end gap-x-col gap-y-8 px-pad pt-hero pb-[clamp(40px,4.6vw,64px)] lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <h1 id="hero" className="text-balance font-semibold text-display">
          Ask your policies.
          <br />
          See <span className="marker">the sentence that&nbsp;answers.</span>
        </h1>
        <div>
          <p className="max-w-[44ch] text-pretty text-18 text-secondary">
            Upload policies, have the right people approve them, and let everyone ask in plain words. Every
            answer points to the passage it came from. If your documents do not say, the assistant says so.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <ScheduleCall className="max-sm:w-full" />
            {quizUrl !== '' && (
              <Button asChild size="xl" className="max-sm:w-full">
                <ExternalLink href={quizUrl} hasArrow>
                  Take the Quality Quiz
                </ExternalLink>
              </Button>
            )}
          </div>
        </div>
      </div>
      <div className="relative isolate px-3 pb-pad sm:px-pad">
        <div className="dotted-ground -z-1 absolute inset-x-0 top-24 bottom-0 border-default border-t" />
        <AnswerWindow />
      </div>
      <TrustStrip />
    </Section>
  )
}

/** The product at work: choose a question, open a citation, read the sentence that supports it. */
function AnswerWindow() {
  const [shown, setShown] = useState({ example: 0, source: 0 })
  const example = answerExamples[shown.example] ?? answerExamples[0]
  return (
    <section
      aria-label="The assistant, with an invented organization"
      className="grid overflow-hidden rounded-window border border-strong bg-panel text-14 leading-5 shadow-popover lg:min-h-127 lg:grid-cols-[minmax(0,1fr)_392px] wide:grid-cols-[216px_minmax(0,1fr)_404px]"
    >
      <WindowSidebar />
      <ThreadColumn
        example={example}
        openSource={shown.source}
        onOpenSource={(source) => setShown({ ...shown, source })}
        onAsk={(chosen) => setShown({ example: chosen, source: 0 })}
      />
      <EvidenceColumn source={example.sources[shown.source]} number={shown.source + 1} />
    </section>
  )
}

/**
 * Product §2: books a call on an external page, in a new tab; hidden without address (decision 50).
 */
function ScheduleCall({ variant = 'primary', className }: { variant?: ButtonVariant; className?: string }) {
  const { scheduleUrl } = useSession().settings
  if (scheduleUrl === '') return null
  return (
    <Button asChild variant={variant} size="xl" {...(className === undefined ? {} : { className })}>
      <ExternalLink href={scheduleUrl} hasArrow>
        Schedule a Call
      </ExternalLink>
    </Button>
  )
}
