import { CertificationList } from '../features/security/certification-list.tsx'
import { DocumentSecurity } from '../features/security/document-security.tsx'
import { Measures } from '../features/security/measures.tsx'
import { WhoMayWhat } from '../features/security/who-may-what.tsx'
import { CallToAction } from '../features/site/call-to-action.tsx'
import { PageTop } from '../features/site/page-top.tsx'
import { PublicPage, WithContent } from '../features/site/public-page.tsx'

/** Product §2: `/security`. */
export function Screen() {
  return (
    <PublicPage>
      <WithContent>
        {({ claims, certifications }) => (
          <>
            <PageTop
              title="Your policies stay yours, and stay put"
              lead="What protects documents, questions and accounts, what is certified today, and what is still in progress."
            >
              <Measures claims={claims} />
            </PageTop>
            <CertificationList certifications={certifications} />
            <DocumentSecurity deletionPeriod={claims.deletionPeriod} />
            <WhoMayWhat />
          </>
        )}
      </WithContent>
      <CallToAction
        title="Questions from your security team?"
        text="Send us the questionnaire you already use, or go through it with us on a call."
      />
    </PublicPage>
  )
}
