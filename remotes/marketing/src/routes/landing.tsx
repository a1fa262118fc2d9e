import { Audiences } from '../features/landing/audiences.tsx'
import { Closing } from '../features/landing/closing.tsx'
import { FeatureGrid } from '../features/landing/feature-grid.tsx'
import { Hero } from '../features/landing/hero.tsx'
import { HowItWorks } from '../features/landing/how-it-works.tsx'
import { Limits } from '../features/landing/limits.tsx'
import { PublicPage } from '../features/site/public-page.tsx'

/** Product §2: what a visitor sees at `/`. Renders from what it has; nothing is fetched first. */
export function Screen() {
  return (
    <PublicPage>
      <Hero />
      <FeatureGrid />
      <HowItWorks />
      <Audiences />
      <Limits />
      <Closing />
    </PublicPage>
  )
}
