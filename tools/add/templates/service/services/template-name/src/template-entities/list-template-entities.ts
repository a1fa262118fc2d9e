import type { templateNameApi } from '@portal/contracts/template-name'
import { own } from '@portal/service-kit/database/own'
import { listPart } from '@portal/service-kit/http/list-part'
import { desc, lt } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { templateEntities } from '../schema.ts'
import { presentTemplateEntity } from './present-template-entity.ts'

export const listTemplateEntities: Verb<typeof templateNameApi.listTemplateEntities> = async (
  ctx,
  { query },
) => {
  const { id } = templateEntities
  const rows = await ctx.tx((db) =>
    listPart(ctx, db, {
      query,
      from: templateEntities,
      where: own(templateEntities, ctx),
      after: query.cursor === undefined ? undefined : lt(id, query.cursor),
      load: (where, limit) => db.select().from(templateEntities).where(where).orderBy(desc(id)).limit(limit),
    }),
  )
  return rows.map(presentTemplateEntity)
}
