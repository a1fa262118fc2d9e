import type { SiteContent } from '@portal/contracts/marketing'
import type { PermissionOf } from '@portal/contracts/permissions'
import type { Route } from '@portal/contracts/route'
import type { Verb as KitVerb } from '@portal/service-kit/verb'
import type { PageRenderer } from './rendering/page-renderer.ts'

/** What marketing is configured with. */
export interface MarketingPorts {
  readonly content: SiteContent
  readonly renderer: PageRenderer
}

export type Verb<R extends Route> = KitVerb<R, MarketingPorts, PermissionOf<'marketing'>>
