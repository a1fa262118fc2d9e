import { marketingApi } from '@portal/contracts/marketing'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { defineService } from '@portal/service-kit/define-service'
import type { MarketingPorts, Verb } from './ports.ts'

const readContent: Verb<typeof marketingApi.readContent> = async ({ ports }) => ports.content

const readRenderedSite: Verb<typeof marketingApi.readRenderedSite> = async ({ ports }, { params }) => ({
  content: ports.content,
  pages: rowOrNotFound(await ports.renderer(params.version)),
})

/** Keeps no rows: the public pages are configuration. */
export const service = defineService<typeof marketingApi, MarketingPorts, 'marketing'>({
  name: 'marketing',
  api: marketingApi,
  verbs: { readContent, readRenderedSite },
  consumers: [],
  jobs: [],
  migrations: { folder: new URL('../drizzle/', import.meta.url), platformTables: [] },
})
