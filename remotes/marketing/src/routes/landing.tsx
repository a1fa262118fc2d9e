import { Audiences } from '../features/landing/audiences.tsx'
import { CommonQuestions } from '../features/landing/common-questions.tsx'
import { FeatureGrid } from '../features/landing/feature-grid.tsx'
import { Hero } from '../features/landing/hero.tsx'
import { HowItWorks } from '../features/landing/how-it-works.tsx'
import { Limits } from '../features/landing/limits.tsx'
import { CallToAction } from '../features/site/call-to-action.tsx'
import { PublicPage } from '../features/site/public-page.tsx'

/** Product §2: the visitor's `/`. Waits for nothing; configured links appear once known. */
export function Screen() {
  return (
    <PublicPage isLanding>
      <Hero />
      <FeatureGrid />
      <HowItWorks />
      <Audiences />
      <Limits />
      <CommonQuestions />
      <CallToAction
        title="Bring one policy and three real questions"
        text="We load your policy into an empty workspace and ask. You see what it answers, what it does not, and why."
      />
    </PublicPage>
  )
}
