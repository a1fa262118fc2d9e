import { LegalPage } from '../features/legal/legal-page.tsx'
import { privacyInShort, privacySections } from '../features/legal/privacy.tsx'
import { PublicPage, WithContent } from '../features/site/public-page.tsx'

/** Product §2: `/privacy`. */
export function Screen() {
  return (
    <PublicPage>
      <WithContent>
        {({ claims }) => (
          <LegalPage
            title="Privacy Policy"
            lead="What personal data we handle, why we need it, how long we keep it and what you can ask of us."
            inShort={privacyInShort(claims)}
            sections={privacySections(claims)}
          />
        )}
      </WithContent>
    </PublicPage>
  )
}
