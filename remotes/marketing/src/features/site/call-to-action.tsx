import { Link } from '@portal/remote-kit/link'
import { Section } from './section.tsx'
import { useSiteLinks } from './site-content.ts'
import { ExternalLink } from './site-links.tsx'

const buttonClass =
  'inline-flex h-11 items-center justify-center gap-2 rounded-control border px-5 font-medium text-[0.9375rem] outline-offset-2 transition-colors focus-visible:outline-2 focus-visible:outline-on-ink max-sm:w-full'

/** The last band of a public page: what to do next. */
export function CallToAction({ title, text }: { title: string; text: string }) {
  const { scheduleUrl } = useSiteLinks()
  return (
    <Section labelledBy="call" ground="ink">
      <div className="grid items-end gap-x-col gap-y-8 px-pad py-air lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <h2 id="call" className="max-w-[16ch] text-balance font-semibold text-page">
          {title}
        </h2>
        <div className="text-on-ink-soft">
          <p className="max-w-[44ch] text-pretty">{text}</p>
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
        </div>
      </div>
    </Section>
  )
}
