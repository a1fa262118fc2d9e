import { Button } from '@portal/ui/button'
import { ContactForm } from '../features/contact/contact-form.tsx'
import { PageTop } from '../features/site/page-top.tsx'
import { PublicPage, WithContent } from '../features/site/public-page.tsx'
import { ExternalLink } from '../features/site/site-links.tsx'

const steps = [
  ['Your mail program opens', 'with the message filled in. This page sends nothing to a server.'],
  ['You read it once more', 'and press send. A copy stays in your sent mail.'],
  ['We reply', 'to the address that you wrote from.'],
] as const

/** Product §2: `/contact`. Without a mailbox there is no form (decision 50). */
export function Screen() {
  return (
    <PublicPage>
      <WithContent>
        {({ links: { contactMailbox, scheduleUrl } }) => (
          <PageTop
            title="Contact Us"
            lead="Questions about the product, security or a trial: write a few lines and we will answer by e-mail."
          >
            <div className="grid border-default border-t lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
              <div className="px-pad py-14">
                {contactMailbox !== '' && (
                  <>
                    <h2 className="font-semibold text-18">What happens when you send</h2>
                    <ol className="mt-5 mb-11 grid gap-4.5 text-15 text-secondary">
                      {steps.map(([first, rest], index) => (
                        <li key={first} className="flex gap-3.5">
                          <span
                            aria-hidden="true"
                            className="grid size-6.5 shrink-0 place-items-center rounded-pill border border-strong bg-panel font-semibold text-12 text-primary"
                          >
                            {index + 1}
                          </span>
                          <p className="text-pretty">
                            <strong className="font-semibold text-primary">{first}</strong> {rest}
                          </p>
                        </li>
                      ))}
                    </ol>
                  </>
                )}
                {scheduleUrl !== '' && (
                  <>
                    <h2 className="font-semibold text-18">Rather talk?</h2>
                    <p className="mt-1.5 mb-4 text-pretty text-15 text-secondary">
                      Say when it suits you. The page opens in a new tab.
                    </p>
                    <Button asChild size="lg">
                      <ExternalLink href={scheduleUrl} hasArrow>
                        Schedule a Call
                      </ExternalLink>
                    </Button>
                  </>
                )}
              </div>
              <div className="border-default bg-panel px-pad py-14 max-lg:border-t lg:border-l">
                {contactMailbox === '' ? (
                  <p className="text-secondary">Messages are not taken here at the moment.</p>
                ) : (
                  <ContactForm mailbox={contactMailbox} />
                )}
              </div>
            </div>
          </PageTop>
        )}
      </WithContent>
    </PublicPage>
  )
}
