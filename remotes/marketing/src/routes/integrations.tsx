import type { SiteContent } from '@portal/contracts/marketing'
import { Link } from '@portal/remote-kit/link'
import { IntegrationCards } from '../features/integrations/integration-cards.tsx'
import { CallToAction } from '../features/site/call-to-action.tsx'
import { FactList } from '../features/site/fact-list.tsx'
import { PageTop } from '../features/site/page-top.tsx'
import { PublicPage, WithContent } from '../features/site/public-page.tsx'
import { HeadedSection } from '../features/site/section.tsx'

/** Product §2: `/integrations`. */
export function Screen() {
  return (
    <PublicPage>
      <WithContent>{(content) => <Integrations {...content} />}</WithContent>
      <CallToAction
        title="Missing something?"
        text="Tell us which system your policies live in today, and what should happen there when one changes."
      />
    </PublicPage>
  )
}

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

/** A small number in words. */
function counted(count: number): string {
  return words[count] ?? String(count)
}

function Integrations({ integrations, claims }: SiteContent) {
  const live = integrations.filter(({ status }) => status === 'live')
  const comingSoon = integrations.filter(({ status }) => status !== 'live')
  const claimed: [string, string][] = [
    ['Sync time', claims.syncTime],
    ['Uptime SLA', claims.integrationsUptime],
  ]
  const facts: [string, string][] = [
    ['Live', String(live.length)],
    ['Coming soon', String(comingSoon.length)],
    ...claimed.filter(([, claim]) => claim !== ''),
  ]
  return (
    <>
      <PageTop
        title={`${counted(live.length)} ${live.length === 1 ? 'integration' : 'integrations'} live, ${counted(comingSoon.length).toLowerCase()} on the way`}
        lead="A badge says which is which. What is marked Coming Soon cannot be used yet, and its list says what is planned."
      >
        <FactList facts={facts} isLarge />
      </PageTop>
      {live.length > 0 && (
        <HeadedSection
          id="live"
          eyebrow="In use"
          title="Live"
          text="At work today, in every organization. Nothing to set up."
          ground="panel"
        >
          <IntegrationCards cards={live} />
        </HeadedSection>
      )}
      {comingSoon.length > 0 && (
        <HeadedSection
          id="soon"
          eyebrow="Planned"
          title="Coming Soon"
          text={
            <>
              Need one of these first?{' '}
              <Link
                to="/contact"
                className="text-accent-text underline decoration-accent-border underline-offset-3"
              >
                Tell us
              </Link>{' '}
              which, and what you would use it for.
            </>
          }
        >
          <IntegrationCards cards={comingSoon} />
        </HeadedSection>
      )}
    </>
  )
}
