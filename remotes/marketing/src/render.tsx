import { createClient } from '@portal/contracts/client'
import type { SiteContent } from '@portal/contracts/marketing'
import { type LinkProps, type Portal, PortalContext } from '@portal/remote-kit/portal-context'
import { createQueryClient } from '@portal/remote-kit/query-client'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { contentKey } from './features/site/site-content.ts'
import { manifest } from './manifest.ts'
import { Screen as About } from './routes/about.tsx'
import { Screen as Call } from './routes/call.tsx'
import { Screen as Contact } from './routes/contact.tsx'
import { Screen as Features } from './routes/features.tsx'
import { Screen as Integrations } from './routes/integrations.tsx'
import { Screen as Landing } from './routes/landing.tsx'
import { Screen as Privacy } from './routes/privacy.tsx'
import { Screen as Quiz } from './routes/quiz.tsx'
import { Screen as Security } from './routes/security.tsx'
import { Screen as Terms } from './routes/terms.tsx'

type ScreenName = (typeof manifest)['routes'][number]['screen']

const screens: Readonly<Record<ScreenName, ComponentType>> = {
  landing: Landing,
  features: Features,
  security: Security,
  integrations: Integrations,
  contact: Contact,
  terms: Terms,
  privacy: Privacy,
  about: About,
  quiz: Quiz,
  call: Call,
}

/** Every public page as a visitor first sees it, as HTML by its screen. */
export function renderPages(content: SiteContent): Record<string, string> {
  return Object.fromEntries(
    manifest.routes.map(({ screen, path }) => [screen, renderPage(screens[screen], path, content)]),
  )
}

function renderPage(Screen: ComponentType, path: string, content: SiteContent): string {
  const portal = visitorPortal(path)
  const queries = createQueryClient(portal.client)
  queries.setQueryData(contentKey, content)
  return renderToStaticMarkup(
    <PortalContext value={portal}>
      <QueryClientProvider client={queries}>
        <Screen />
      </QueryClientProvider>
    </PortalContext>,
  )
}

const nothing = () => undefined

/** The portal around a page on which nobody can act yet: nothing is requested. */
function visitorPortal(path: string): Portal {
  return {
    session: {
      person: null,
      organization: null,
      role: null,
      isMasterAdmin: false,
      permissions: [],
      settings: { oidcIssuer: '', oidcClientId: '', accountUrl: '' },
    },
    client: createClient({ fetch: async () => Promise.reject(new Error('A page is rendered offline')) }),
    token: () => null,
    login: nothing,
    logout: nothing,
    refreshSession: async () => undefined,
    router: {
      Link: StaticLink,
      useParams: () => ({}),
      useNavigate: () => nothing,
      useSearchParams: () => [new URLSearchParams(), nothing],
      usePathname: () => path,
    },
  }
}

function StaticLink({ to, isCurrent, children, onClick: _, replace: __, ...anchor }: LinkProps) {
  return (
    <a {...anchor} href={to} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  )
}
