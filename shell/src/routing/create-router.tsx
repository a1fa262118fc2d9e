import type { RouteObject } from 'react-router'
import { createBrowserRouter, redirect } from 'react-router'
import { PageSkeleton } from '../pages/page-skeleton.tsx'
import type { PageResolver, ResolvedPage } from './page-resolver.ts'

/** What the router needs to resolve and render pages. */
export interface PortalRoutesOptions {
  readonly resolve: PageResolver
  readonly Page: () => React.ReactNode
  readonly Failure: () => React.ReactNode
}

/**
 * One route for every address: registry and session decide the screen, and both may change while
 * the page is open. Revalidating resolves the page again.
 */
export function portalRoutes({ resolve, Page, Failure }: PortalRoutesOptions): RouteObject[] {
  return [
    {
      id: 'page',
      path: '*',
      loader: async ({ request }): Promise<ResolvedPage | Response> => {
        const page = await resolve(new URL(request.url).pathname)
        return page.content.kind === 'redirect' ? redirect(page.content.to) : page
      },
      Component: Page,
      ErrorBoundary: Failure,
      HydrateFallback: PageSkeleton,
    },
  ]
}

export function createPortalRouter(options: PortalRoutesOptions): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter(portalRoutes(options))
}
