import { useSession } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { ExternalLink } from '../site/external-link.tsx'
import { ScheduleCall } from '../site/schedule-call.tsx'
import { Section } from '../site/section.tsx'
import { AnswerWindow } from './answer-window.tsx'
import { TrustStrip } from './trust-strip.tsx'

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
