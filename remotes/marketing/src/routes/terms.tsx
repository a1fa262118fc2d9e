import { LegalPage } from '../features/legal/legal-page.tsx'
import { termsInShort, termsSections } from '../features/legal/terms.tsx'
import { PublicPage, WithContent } from '../features/site/public-page.tsx'

/** Product §2: `/terms`. */
export function Screen() {
  return (
    <PublicPage>
      <WithContent>
        {({ claims }) => (
          <LegalPage
            title="Terms of Service"
            lead="What you can expect of us, what we expect of you, and whose the documents are."
            inShort={termsInShort}
            sections={termsSections(claims.uptime)}
          />
        )}
      </WithContent>
    </PublicPage>
  )
}
