import type { SiteContent } from '@portal/contracts/marketing'
import type { Session } from '@portal/contracts/session'
import { type RenderedScreen, renderScreen } from '@portal/remote-kit/render-screen'
import { anonymousSession } from '@portal/remote-kit/test-portal'
import type { ComponentType } from 'react'

/** Content with addresses and a live and a planned integration; nothing is claimed. */
export const fixedContent: SiteContent = {
  links: {
    scheduleUrl: 'https://schedule.test/',
    quizUrl: 'https://quiz.test/',
    aboutUrl: 'https://about.test/',
    contactMailbox: 'contact@portal.test',
  },
  claims: {
    uptime: '',
    integrationsUptime: '',
    encryptionAtRest: '',
    encryptionInTransit: '',
    deletionPeriod: '',
    syncTime: '',
  },
  certifications: [],
  integrations: [],
}

/** Parts of the content that a test replaces. */
export interface ContentChanges {
  readonly links?: Partial<SiteContent['links']>
  readonly claims?: Partial<SiteContent['claims']>
  readonly certifications?: SiteContent['certifications']
  readonly integrations?: SiteContent['integrations']
}

/** The fixed content with these changes. */
function contentWith({ links, claims, ...lists }: ContentChanges): SiteContent {
  return {
    ...fixedContent,
    ...lists,
    links: { ...fixedContent.links, ...links },
    claims: { ...fixedContent.claims, ...claims },
  }
}

interface PublicSetup extends ContentChanges {
  readonly session?: Session
}

/** Renders a public page, for a visitor by default, with the content as the gateway embeds it. */
export function renderPublic(Screen: ComponentType, setup: PublicSetup = {}, path = '/'): RenderedScreen {
  const { session = anonymousSession(), ...changes } = setup
  const embedded = document.createElement('script')
  embedded.type = 'application/json'
  embedded.id = 'site-content'
  embedded.textContent = JSON.stringify(contentWith(changes))
  document.head.replaceChildren(embedded)
  return renderScreen(Screen, { session, path })
}
