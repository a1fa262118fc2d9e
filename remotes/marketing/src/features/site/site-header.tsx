import { useSession } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { BrandLink } from './brand-link.tsx'
import { ExternalLink } from './external-link.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { navItemClass } from './nav-item-class.ts'
import { ProductMenu } from './product-menu.tsx'

/** The landing page's header. Login leaves the portal's router for the gateway. */
export function SiteHeader() {
  const { aboutUrl, quizUrl } = useSession().settings
  return (
    <header className="glass sticky top-0 z-(--z-topbar) border-default border-b">
      <div className="mx-auto flex h-16 max-w-rail items-center gap-2.5 px-pad nav:gap-7">
        <BrandLink />
        <nav aria-label="Main" className="hidden flex-1 items-center gap-1 nav:flex">
          {aboutUrl !== '' && (
            <ExternalLink href={aboutUrl} className={navItemClass}>
              About Us
            </ExternalLink>
          )}
          <ProductMenu />
          {quizUrl !== '' && (
            <ExternalLink href={quizUrl} className={navItemClass}>
              Quality Quiz
            </ExternalLink>
          )}
        </nav>
        <Button asChild size="lg" className="ml-auto">
          <a href="/api/login">Login</a>
        </Button>
        <MobileMenu />
      </div>
    </header>
  )
}
