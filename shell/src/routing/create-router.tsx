import type { RouteObject } from 'react-router'
import { createBrowserRouter, redirect } from 'react-router'
import { PageSkeleton } from '../pages/page-skeleton.tsx'
import type { Place, PlaceFinder } from './place.ts'

/** How the router finds and draws places. */
export interface PortalRoutesOptions {
  readonly find: PlaceFinder
  readonly Page: () => React.ReactNode
  readonly Failure: () => React.ReactNode
}

/**
 * One route for every address: which screen it shows is in the registry and depends on the session, and both may change while the page
 * is open. The loader finds the place; revalidating finds it anew.
 */
export function portalRoutes({ find, Page, Failure }: PortalRoutesOptions): RouteObject[] {
  return [
    {
      id: 'place',
      path: '*',
      loader: async ({ request }): Promise<Place | Response> => {
        const place = await find(new URL(request.url).pathname)
        return place.content.kind === 'redirect' ? redirect(place.content.to) : place
      },
      Component: Page,
      ErrorBoundary: Failure,
      HydrateFallback: PageSkeleton,
    },
  ]
}

/** The page's router. */
export function createPortalRouter(options: PortalRoutesOptions): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter(portalRoutes(options))
}
