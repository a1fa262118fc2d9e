import { Link } from '@portal/remote-kit/link'
import { useSession } from '@portal/remote-kit/session'
import { Section } from '../site/section.tsx'
import { ExternalLink } from '../site/site-links.tsx'

const buttonClass =
  'inline-flex h-11 items-center justify-center gap-2 rounded-control border px-5 font-medium text-[0.9375rem] outline-offset-2 transition-colors focus-visible:outline-2 focus-visible:outline-on-ink max-sm:w-full'

export function Closing() {
  const { scheduleUrl } = useSession().settings
  return (
    <Section labelledBy="call" ground="ink">
      <div className="grid items-end gap-x-col gap-y-8 px-pad py-air lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <h2 id="call" className="max-w-[16ch] text-balance font-semibold text-page">
          Bring one policy and three real questions
        </h2>
        <div className="text-on-ink-soft">
          <p className="max-w-[44ch] text-pretty">
            We load your policy into an empty workspace and ask. You see what it answers, what it does not,
            and why.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <ExternalLink
              href={scheduleUrl}
              hasArrow
              className={`${buttonClass} border-transparent bg-on-ink text-ink hover:bg-on-ink-hover`}
            >
              Schedule a Call
            </ExternalLink>
            <Link
              to="/contact"
              className={`${buttonClass} border-on-ink-strong text-on-ink hover:bg-on-ink-faint`}
            >
              Contact Us
            </Link>
          </div>
          {scheduleUrl !== '' && <p className="mt-3.5 text-13">The booking page opens in a new tab.</p>}
        </div>
      </div>
    </Section>
  )
}
