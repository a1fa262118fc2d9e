import { Quiz } from '../features/quiz/quiz.tsx'
import { CallToAction } from '../features/site/call-to-action.tsx'
import { PageTop } from '../features/site/page-top.tsx'
import { PublicPage } from '../features/site/public-page.tsx'

/** Decision 50: the Quality Quiz, until another address is set. */
export function Screen() {
  return (
    <PublicPage>
      <PageTop
        title="How ready are your policies?"
        lead="Twelve questions, about three minutes. The result says where you are, why, and what to do first. Your answers stay in this browser."
      >
        <Quiz />
      </PageTop>
      <CallToAction
        title="Go through the result together"
        text="Bring your lowest area and one policy from it. We show what would change."
      />
    </PublicPage>
  )
}
