import { z } from 'zod'
import { event, events } from './events.ts'
import { listQuery } from './list-query.ts'
import { route } from './route.ts'

const titleMax = 200

/** A template entity as its organization sees it. */
export const TemplateEntity = z.object({
  id: z.uuid(),
  title: z.string(),
  createdAt: z.iso.datetime(),
})
export type TemplateEntity = z.infer<typeof TemplateEntity>

/** What the template-name service serves. */
export const templateNameApi = {
  listTemplateEntities: route('GET', '/api/template-name', {
    can: 'template-entity:read',
    summary: 'Every template entity of the organization, newest first',
    query: listQuery(z.uuid()),
    returns: z.array(TemplateEntity),
  }),
  createTemplateEntity: route('POST', '/api/template-name', {
    can: 'template-entity:create',
    summary: 'Create a template entity',
    body: z.object({ title: z.string().trim().min(1).max(titleMax) }),
    returns: TemplateEntity,
    status: 201,
  }),
} as const

/** What the template-name service tells. */
export const templateNameEvents = events('template-name', {
  templateEntityCreated: event('template-entity.created', 1, { userId: z.string() }),
})
