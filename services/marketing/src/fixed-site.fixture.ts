import { MarketingEnvironment, siteContent } from './config.ts'
import type { MarketingPorts } from './ports.ts'

const content = siteContent(
  MarketingEnvironment.parse({
    DATABASE_OWNER_URL: 'postgres://test/',
    DATABASE_APP_URL: 'postgres://test/',
    DATABASE_PLATFORM_URL: 'postgres://test/',
    EVENTS_URL: 'given by the test',
    GATEWAY_URL: 'http://127.0.0.1:1',
    PUBLIC_ORIGIN: 'https://portal.test',
    REMOTES_DIRECTORY: '/nowhere',
  }),
)

/** The ports of a marketing service with the default content, which renders a page per version. */
export function fixedSite(): MarketingPorts {
  return { content, renderer: async (version) => ({ landing: `<h1>${version}</h1>` }) }
}
