import type { SiteContent, SiteLinks } from '@portal/contracts/marketing'
import { useQuery } from '@tanstack/react-query'

/** The query key of the content: its address, where the page does not bring it along. */
export const contentKey = ['/api/marketing/content'] as const

/** The id of the script element in which the page brings the content along. */
const embeddedId = 'site-content'

/** Safe because the gateway writes there what the contract's schema has checked. */
function embeddedContent(): SiteContent | undefined {
  const text = globalThis.document?.getElementById(embeddedId)?.textContent
  return text ? (JSON.parse(text) as SiteContent) : undefined
}

/** The configured content. Typed by contract: the landing page carries no second validator. */
export function useSiteContent() {
  return useQuery<SiteContent>({ queryKey: contentKey, initialData: embeddedContent })
}

const unknownLinks: SiteLinks = { scheduleUrl: '', quizUrl: '', aboutUrl: '', contactMailbox: '' }

/** The configured links; while they are not known, their controls are hidden. */
export function useSiteLinks(): SiteLinks {
  return useSiteContent().data?.links ?? unknownLinks
}
